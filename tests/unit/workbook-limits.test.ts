import { describe, expect, it } from "vitest";
import { checkWorkbookLimits, TokenMeter } from "@/lib/features/imports/server/parsing/xlsx/workbook-limits";
import { zipOf, type FalseMetadata } from "../support/records/archives";

const MIB = 1_048_576;
/** An XML body of many short elements. */
const xml = (bytes: number) => Buffer.alloc(bytes, "<a></a>\n");

describe("checkWorkbookLimits", () => {
  it.each([
    ["the content types", "[Content_Types].xml", 1],
    ["relationships", "xl/_rels/workbook.xml.rels", 1],
    ["the workbook", "xl/workbook.xml", 1],
    ["styles", "xl/styles.xml", 4],
    ["a sheet", "xl/worksheets/sheet1.xml", 64],
    ["a picture", "xl/media/image1.png", 64],
  ])("limits the unpacked size of %s, whatever size the archive declares", async (_what, name, mib) => {
    await expect(checkWorkbookLimits(zipOf({ [name]: xml(mib * MIB) }))).resolves.toBeUndefined();
    const larger = zipOf({ [name]: xml(mib * MIB + 1) }, { unpackedSize: 1_000 });
    await expect(checkWorkbookLimits(larger)).rejects.toThrow("unpacked_size");
  });

  it("limits the total size of strings and sheets", async () => {
    const half = { "xl/sharedStrings.xml": xml(32 * MIB), "xl/worksheets/sheet1.xml": xml(32 * MIB) };
    await expect(checkWorkbookLimits(zipOf(half))).resolves.toBeUndefined();
    const more = zipOf({ ...half, "xl/worksheets/sheet2.xml": "x" });
    await expect(checkWorkbookLimits(more)).rejects.toThrow("unpacked_size");
  });

  it.each([
    ["size of the central directory", { size: 0xffff_ffff }],
    ["number of its parts", { count: 0 }],
    ["offset of the central directory", { offset: 0xffff_ffff }],
    ["size of a part", { flags: 8, packedSize: 0 }],
  ])("refuses an archive that declares the %s elsewhere", async (_what, falseMetadata: FalseMetadata) => {
    await expect(checkWorkbookLimits(zipOf({ "a.xml": "x" }, falseMetadata))).rejects.toThrow(RangeError);
  });

  it("refuses an archive of more than 10,000 parts", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`p${at}`, ""]));
    await expect(checkWorkbookLimits(zipOf(many))).rejects.toThrow(RangeError);
  });
});

describe("TokenMeter", () => {
  const long = "x".repeat(50);
  const accepts = (document: string) => new TokenMeter().accepts(Buffer.from(document), 40);

  it.each([
    ["a text", `<a>${long}</a>`],
    ["a tag that never ends", "<".repeat(50)],
    ["a tag of many attributes", `<a ${'b="c" '.repeat(10)}/>`],
    ["a quoted value that holds the end of a tag", `<a b="${">".repeat(50)}"/>`],
    ["a single-quoted value", `<a b='${'">'.repeat(25)}'/>`],
    ["a comment that holds tags", `<!--${"<a>".repeat(20)}-->`],
    ["a CDATA section that holds tags", `<![CDATA[${"<a>".repeat(20)}]]>`],
    ["a processing instruction that holds tags", `<?x ${"<a>".repeat(20)}?>`],
  ])("refuses %s beyond the limit", (_what, document) => {
    expect(accepts(document)).toBe(false);
  });

  it("accepts any number of tokens within the limit", () => {
    const document = `<?xml version="1.0"?><!-- - -- > --><a b='">'>${"<c>text</c><![CDATA[ ]] > ]]>".repeat(100)}</a>`;
    expect(accepts(document)).toBe(true);
  });

  it("measures a token that is split across chunks", () => {
    const meter = new TokenMeter();
    const pieces = ["<!-", "- <a> -", "->", "x".repeat(30), "x".repeat(30)].map((text) => Buffer.from(text));
    expect(pieces.map((piece) => meter.accepts(piece, 40))).toEqual([true, true, true, true, false]);
  });
});
