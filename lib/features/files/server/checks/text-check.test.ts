import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextCheck } from "./text-check";

function isText(...chunks: Uint8Array[]): boolean {
  const check = createTextCheck();
  for (const chunk of chunks) check.push(chunk);
  return check.isText();
}
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

describe("createTextCheck", () => {
  it("accepts UTF-8 that is split anywhere", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(400)), (text, borders) => {
        const bytes = Buffer.from(text.replaceAll("\0", ""));
        const starts = [0, ...borders.toSorted((one, other) => one - other)];
        const chunks = starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
        expect(isText(...chunks)).toBe(true);
      }),
    );
  });

  it("agrees with a decoder of the whole bytes", () => {
    const byte = fc.oneof(fc.constantFrom(0x41, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f), fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 8 }), fc.nat(8), (values, border) => {
        const bytes = Uint8Array.from(values);
        const isValid =
          Buffer.from(bytes).equals(Buffer.from(Buffer.from(bytes).toString("utf8"))) && !bytes.includes(0);
        expect(isText(bytes.subarray(0, border), bytes.subarray(border))).toBe(isValid);
      }),
    );
  });

  it.each([
    ["nothing", []],
    ["a byte order mark", BYTE_ORDER_MARK],
    ["a text with a byte order mark", [...BYTE_ORDER_MARK, 0x41]],
  ])("accepts %s", (_, bytes) => {
    expect(isText(Uint8Array.from(bytes))).toBe(true);
  });

  it.each([
    ["NUL", [0x41, 0]],
    ["Latin-1", [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]],
    ["UTF-16", [0xff, 0xfe, 0x41, 0]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
    ["a character in more bytes than it needs", [0xc1, 0x81]],
    ["half of a character at the end", [0x41, 0xc3]],
  ])("refuses %s", (_, bytes) => {
    expect(isText(Uint8Array.from(bytes))).toBe(false);
  });

  it("refuses a text that is valid only behind an invalid chunk", () => {
    expect(isText(Uint8Array.of(0xff), Buffer.from("text"))).toBe(false);
  });

  it("keeps its answer when it is read again", () => {
    const check = createTextCheck();
    check.push(Uint8Array.of(0xc3));
    expect([check.isText(), check.isText()]).toEqual([false, false]);
  });
});
