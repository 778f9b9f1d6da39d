import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text";

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const decode = (...bytes: number[]) => decodeText(Uint8Array.from(bytes));
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
};

describe("decodeText", () => {
  it.each([
    ["an empty file", ""],
    ["ASCII", "Name;Ort"],
    ["UTF-8", "Köln – 北京 😀"],
  ])("decodes %s as UTF-8", (_case, text) => {
    expect(decode(...utf8(text))).toEqual({ text, encoding: "utf-8" });
  });

  it("removes the byte order mark of UTF-8, but no later one", () => {
    expect(decode(...utf8("\uFEFFKöln\uFEFF")).text).toBe("Köln\uFEFF");
    expect(decode(...utf8("\uFEFFKöln"), 0xff).text).toBe("Köln\udcff");
  });

  it.each([true, false])("decodes UTF-16 by its byte order mark (big-endian: %s)", (isBigEndian) => {
    const text = "Universität Köln;北京 😀\r\n";
    expect(decodeText(utf16(text, isBigEndian))).toEqual({ text, encoding: "utf-16" });
    expect(decodeText(utf16(text, isBigEndian), "windows-1252")).toEqual({ text, encoding: "utf-16" });
  });

  it.each([true, false])("reads an odd last byte of UTF-16 as undecodable (big-endian: %s)", (isBigEndian) => {
    const { text } = decodeText(Uint8Array.from([...utf16("Köln", isBigEndian), 0x41]));
    expect(text.toWellFormed()).toBe("Köln\uFFFD");
  });

  it("never completes a UTF-16 surrogate pair that the file's end truncates", () => {
    const cut = utf16("a😀", false).subarray(0, -1);
    expect(decodeText(cut).text.toWellFormed()).toBe("a\uFFFD\uFFFD");
  });

  it("leaves the bytes of the file unchanged", () => {
    const bytes = utf16("Köln", true);
    const copy = Uint8Array.from(bytes);
    decodeText(bytes);
    expect(Uint8Array.from(bytes)).toEqual(copy);
  });

  it.each([
    ["a stray continuation", [0x80], "\udc80"],
    ["a lead without continuation", [0xc3, 0x41], "\udcc3A"],
    ["a cut sequence", [0xe2, 0x82, 0x41], "\udce2\udc82A"],
    ["an overlong sequence", [0xc0, 0xaf, 0xe0, 0x80, 0xaf], "\udcc0\udcaf\udce0\udc80\udcaf"],
    ["an encoded surrogate", [0xed, 0xa0, 0x80], "\udced\udca0\udc80"],
    ["a code point beyond Unicode", [0xf4, 0x90, 0x80, 0x80], "\udcf4\udc90\udc80\udc80"],
    ["bytes that never occur", [0xf8, 0xff], "\udcf8\udcff"],
    ["a cut sequence at the end", [0xf0, 0x9f, 0x98], "\udcf0\udc9f\udc98"],
  ])("reads each byte of %s as a lone surrogate", (_case, bytes, text) => {
    const valid = "ä€😀ß\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}";
    expect(decode(...utf8(valid), ...bytes)).toEqual({ text: `${valid}${text}`, encoding: "utf-8" });
  });

  it("decodes UTF-8 if valid sequences are at least as many as other bytes from 0x80 on", () => {
    expect(decode(...utf8("ä Z"), 0xfc, ...utf8("rich"))).toEqual({ text: "ä Z\udcfcrich", encoding: "utf-8" });
    expect(decode(...utf8("ö Z"), 0xfc, ...utf8("rich Stra"), 0xdf, ...utf8("e")).encoding).toBe("windows-1252");
  });

  it("decodes in the chosen encoding", () => {
    const text = Uint8Array.from(utf8("Köln"));
    expect(decodeText(text, "windows-1252")).toEqual({ text: "KÃ¶ln", encoding: "windows-1252" });
    expect(decodeText(Uint8Array.of(0x4b, 0xf6), "utf-8")).toEqual({ text: "K\udcf6", encoding: "utf-8" });
    expect(decodeText(Uint8Array.from(utf8("\uFEFFKöln")), "utf-8").text).toBe("Köln");
  });

  it("decodes in the chosen encoding in spite of the byte order mark of UTF-8, and removes the mark", () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0xf6), "windows-1252").text).toBe("ö");
  });

  it.each([
    ["windows-1252", "€Ÿ\udc81"],
    ["iso-8859-15", "\u0080\u009f\u0081"],
    ["windows-1250", "€ź\udc81"],
    ["macintosh", "ÄüÅ"],
    ["ibm850", "Çƒü"],
  ] as const)("decodes %s", (encoding, text) => {
    expect(decodeText(Uint8Array.of(0x80, 0x9f, 0x81), encoding)).toEqual({ text, encoding });
  });

  it("decodes the euro sign of macintosh, and its apple as undecodable", () => {
    expect(decodeText(Uint8Array.of(0xdb, 0xf0), "macintosh").text).toBe("€\udcf0");
  });
});
