import { describe, expect, it } from "vitest";
import { parseByteRange } from "./byte-range";

describe("parseByteRange", () => {
  it.each([
    ["bytes=0-4", { start: 0, end: 5 }],
    ["bytes=5-", { start: 5, end: 10 }],
    ["bytes=-3", { start: 7, end: 10 }],
    ["bytes=-30", { start: 0, end: 10 }],
    ["bytes=8-100", { start: 8, end: 10 }],
    ["Bytes=9-9", { start: 9, end: 10 }],
  ])("reads %s of ten bytes", (header, range) => {
    expect(parseByteRange(header, 10)).toEqual(range);
  });

  it.each(["bytes=10-", "bytes=10-12", "bytes=-0"])("finds no byte in %s of ten bytes", (header) => {
    expect(parseByteRange(header, 10)).toBe("unsatisfiable");
  });

  it.each([null, "", "bytes=0-1,3-4", "items=0-1", "bytes=5-2", "bytes=-", "bytes=a-b", `bytes=0-${"9".repeat(100)}`])(
    "takes %s as the whole",
    (header) => {
      expect(parseByteRange(header, 10)).toBeNull();
    },
  );
});
