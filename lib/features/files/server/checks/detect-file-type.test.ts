import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import type { FileMime } from "../../file-types";
import { hasPromisedType, mimeOfEnding } from "./detect-file-type";
import type { ByteSource } from "./piece-reader";

const MB = 1_048_576;
const TYPES = "[Content_Types].xml";
const mime = (ending: string): FileMime => mimeOfEnding(`Vertrag.${ending}`) ?? expect.fail(ending);

type Entry = { name: string; content: string | Buffer; isStored?: boolean; isStreamed?: boolean };
type ZipOptions = { forceZip64Format?: boolean };

/** Packs a zip archive. Streamed entries have their sizes in a data descriptor behind their data. */
function zip(entries: Iterable<Entry>, { forceZip64Format = false }: ZipOptions = {}): Promise<Buffer> {
  const file = new ZipFile();
  for (const { name, content, isStored = false, isStreamed = false } of entries) {
    const bytes = Buffer.from(content);
    const options = { compress: !isStored, forceZip64Format };
    if (isStreamed) file.addReadStream(Readable.from([bytes]), name, options);
    else file.addBuffer(bytes, name, options);
  }
  file.end({ forceZip64Format, comment: "" });
  return buffer(file.outputStream);
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const MAIN_TYPES = {
  docx: `${OFFICE}.wordprocessingml.document.main+xml`,
  dotx: `${OFFICE}.wordprocessingml.template.main+xml`,
  docm: "application/vnd.ms-word.document.macroEnabled.main+xml",
  xlsx: `${OFFICE}.spreadsheetml.sheet.main+xml`,
  xlsm: "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
  pptx: `${OFFICE}.presentationml.presentation.main+xml`,
};

const contentTypes = (type: keyof typeof MAIN_TYPES, padding = ""): Entry => ({
  name: TYPES,
  content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/>${padding}<Override PartName="/word/document.xml" ContentType="${MAIN_TYPES[type]}"/></Types>`,
});
const document: Entry = { name: "word/document.xml", content: "<w:document/>".repeat(100) };
const sheet = (number: number): Entry => ({ name: `xl/worksheets/sheet${number}.xml`, content: "<worksheet/>" });
const picture = (bytes: number, number = 1): Entry => ({
  name: `word/media/image${number}.png`,
  content: randomBytes(bytes),
});
const streamed = (entry: Entry): Entry => ({ ...entry, isStreamed: true });
const odt = (type = "application/vnd.oasis.opendocument.text"): Entry[] => [
  { name: "mimetype", content: type, isStored: true },
  { name: "content.xml", content: "<office:document-content/>" },
  { name: "META-INF/manifest.xml", content: "<manifest:manifest/>" },
];
const numbered = (count: number, entry: (number: number) => Entry) =>
  Array.from({ length: count }, (_, index) => entry(index + 1));

/** Returns a zip archive with an entry without content, many times. */
function emptyEntries(count: number): Buffer {
  const local = Buffer.alloc(31, "PK\x03\x04".padEnd(26, "\0") + "\x01".padEnd(4, "\0") + "a", "latin1");
  const listed = Buffer.alloc(47, "PK\x01\x02".padEnd(28, "\0") + "\x01".padEnd(18, "\0") + "a", "latin1");
  const end = Buffer.alloc(22, "PK\x05\x06".padEnd(22, "\0"), "latin1");
  end.writeUInt32LE(count * listed.length, 12);
  end.writeUInt32LE(count * local.length, 16);
  return Buffer.concat([Buffer.alloc(count * local.length, local), Buffer.alloc(count * listed.length, listed), end]);
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** The animation control chunk of an APNG, in front of its first image data. */
const APNG = Buffer.concat([
  PNG.subarray(0, 33),
  Buffer.from("\0\0\0\x08acTL\0\0\0\x01\0\0\0\0\0\0\0\0", "latin1"),
  PNG.subarray(33),
]);
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb", "hex");
const PDF = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\n", "latin1");
const EXE = Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), Buffer.alloc(200)]);

/** A source that counts its reads. */
function sourceOf(bytes: Uint8Array) {
  const source = {
    size: bytes.length,
    reads: 0,
    maxLength: 0,
    read: (offset: number, length: number) => {
      source.reads += 1;
      source.maxLength = Math.max(source.maxLength, length);
      return Promise.resolve(bytes.subarray(offset, offset + length));
    },
  } satisfies ByteSource & Record<string, unknown>;
  return source;
}
const isOf = (ending: string, bytes: Uint8Array) => hasPromisedType(sourceOf(bytes), mime(ending));

describe("mimeOfEnding", () => {
  it.each([
    ["Vertrag.pdf", "application/pdf"],
    ["Vertrag.2024.PDF", "application/pdf"],
    ["Foto.jpg", "image/jpeg"],
    ["Foto.JPEG", "image/jpeg"],
    ["Liste.csv", "text/plain"],
    ["README.md", "text/plain"],
    [".pdf", "application/pdf"],
  ])("reads the type of %s", (name, type) => {
    expect(mimeOfEnding(name)).toBe(type);
  });

  it.each([
    "Vertrag",
    "",
    "pdf",
    "Vertrag.",
    "Vertrag.pdf.exe",
    "Vertrag.docm",
    "Vertrag.pdf ",
    "x.constructor",
    "x.doc",
  ])("knows no type of %j", (name) => {
    expect(mimeOfEnding(name)).toBeNull();
  });
});

describe("hasPromisedType", () => {
  it.each([
    ["a docx of Word", "docx", () => zip([contentTypes("docx"), document])],
    [
      "a docx of LibreOffice, whose types come last",
      "docx",
      () => zip([document, picture(3 * MB), contentTypes("docx")]),
    ],
    ["a streamed docx", "docx", () => zip([contentTypes("docx"), document].map(streamed))],
    [
      "a streamed docx, whose types come after a large picture",
      "docx",
      () => zip([document, picture(3 * MB), contentTypes("docx")].map(streamed)),
    ],
    [
      "a docx with more pictures than are scanned",
      "docx",
      () => zip([...numbered(120, (n) => picture(70_000, n)), contentTypes("docx")]),
    ],
    ["a docx in ZIP64 format", "docx", () => zip([document, contentTypes("docx")], { forceZip64Format: true })],
    [
      "a streamed docx in ZIP64 format",
      "docx",
      () => zip([document, contentTypes("docx")].map(streamed), { forceZip64Format: true }),
    ],
    ["an xlsx", "xlsx", () => zip([contentTypes("xlsx"), sheet(1)])],
    [
      "an xlsx with 1,500 parts before its types",
      "xlsx",
      () => zip([...numbered(1_500, sheet), contentTypes("xlsx", "<Override/>".repeat(1_500))]),
    ],
    ["an odt", "odt", () => zip(odt())],
    ["an odt with its type at the end", "odt", () => zip([picture(2 * MB), ...odt()].map(streamed))],
    ["a PDF", "pdf", () => PDF],
    ["a PNG", "png", () => PNG],
    ["an animated PNG", "png", () => APNG],
    ["a JPEG", "jpg", () => JPEG],
    ["a JPEG with its long ending", "jpeg", () => JPEG],
    ["a text", "txt", () => Buffer.from("Vertrag")],
    ["a text that begins like a bitmap", "txt", () => Buffer.from("BMBF fördert")],
    ["a text that begins like a program", "md", () => Buffer.from("MZ")],
    ["a text that begins with a byte order mark", "csv", () => Buffer.from("\ufeffName;Ort")],
    ["a text that is no text", "txt", () => EXE],
    [
      "a damaged docx that names its type",
      "docx",
      async () => (await zip([contentTypes("docx"), document])).subarray(0, -60),
    ],
  ])("accepts %s", async (_, ending, bytesOf) => {
    expect(await isOf(ending, await bytesOf())).toBe(true);
  });

  it.each([
    ["nothing", "pdf", () => Buffer.alloc(0)],
    ["one byte", "pdf", () => Buffer.from("%")],
    ["a program as PDF", "pdf", () => EXE],
    ["a page as PDF", "pdf", () => Buffer.from("<!doctype html><script>alert(1)</script>%PDF-1.7")],
    ["a text as PDF", "pdf", () => Buffer.from("Vertrag")],
    ["a PDF as text", "txt", () => PDF],
    ["a PDF as docx", "docx", () => PDF],
    ["a PNG as JPEG", "jpg", () => PNG],
    ["a docx as xlsx", "xlsx", () => zip([contentTypes("docx"), document])],
    ["a docx as text", "txt", () => zip([contentTypes("docx"), document])],
    ["a docx with macros", "docx", () => zip([contentTypes("docm"), document])],
    [
      "a docx with macros, whose types are in the directory only",
      "docx",
      () => zip([picture(2 * MB), contentTypes("docm")].map(streamed)),
    ],
    ["a template", "docx", () => zip([contentTypes("dotx"), document])],
    ["a workbook with macros", "xlsx", () => zip([contentTypes("xlsm"), sheet(1)])],
    ["a presentation", "docx", () => zip([contentTypes("pptx"), document])],
    ["a template of LibreOffice", "odt", () => zip(odt("application/vnd.oasis.opendocument.text-template"))],
    ["a zip archive", "docx", () => zip([{ name: "a.txt", content: "text" }])],
    ["an empty zip archive", "docx", () => zip([])],
    ["a zip archive with a folder like Word's", "docx", () => zip([document])],
    [
      "a docx that is cut before its types",
      "docx",
      async () => (await zip([picture(MB), contentTypes("docx")])).subarray(0, MB),
    ],
    ["types that unpack to 20 MB", "docx", () => zip([contentTypes("docx", " ".repeat(20 * MB))])],
    [
      "types in the directory that unpack to 20 MB",
      "docx",
      () => zip([picture(2 * MB), contentTypes("docx", " ".repeat(20 * MB))].map(streamed)),
    ],
    ["a gzip archive", "pdf", () => gzipSync(PDF)],
  ])("refuses %s", async (_, ending, bytesOf) => {
    expect(await isOf(ending, await bytesOf())).toBe(false);
  });

  it("reads nothing but the beginning of a gzip archive, also behind a byte order mark", async () => {
    const archive = gzipSync(randomBytes(2 * MB));
    for (const bytes of [archive, Buffer.concat([Buffer.from("\ufeff"), archive])]) {
      const source = sourceOf(bytes);
      expect(await hasPromisedType(source, mime("pdf"))).toBe(false);
      expect(source.reads).toBe(1);
    }
  });

  it("reads at most 64 KB at a time, and a bounded number of times", async () => {
    const archives = [await zip(numbered(200, (n) => picture(70_000, n))), emptyEntries(100_000)];
    for (const bytes of archives) {
      const source = sourceOf(bytes);
      expect(await hasPromisedType(source, mime("docx"))).toBe(false);
      expect(source.reads).toBeLessThanOrEqual(128);
      expect(source.maxLength).toBeLessThanOrEqual(65_536);
    }
  });

  it("lets timers run while it reads a long directory", async () => {
    const bytes = emptyEntries(100_000);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await isOf("docx", bytes);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  it.each([0, 1])("passes on the failure of read %i of the source", async (failing) => {
    const source = sourceOf(await zip([document, picture(3 * MB), contentTypes("docx")].map(streamed)));
    const failure = new Error("database gone");
    const read = (offset: number, length: number) =>
      source.reads === failing ? Promise.reject(failure) : source.read(offset, length);
    await expect(hasPromisedType({ size: source.size, read }, mime("docx"))).rejects.toBe(failure);
  });

  it("answers for any content", async () => {
    const documents = await Promise.all([
      zip([contentTypes("docx"), document]),
      zip([document, contentTypes("xlsx")].map(streamed), { forceZip64Format: true }),
      zip(odt()),
      APNG,
      PDF,
    ]);
    const damages = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), damages, fc.nat(2_000), async (whole, changes, cut) => {
        const bytes = Buffer.from(whole).subarray(0, Math.max(0, whole.length - (cut % 3 ? 0 : cut)));
        for (const [at, value] of changes) bytes[at % Math.max(1, bytes.length)] = value;
        expect(await isOf("docx", bytes)).toBeTypeOf("boolean");
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 500 }),
        fc.constantFrom("", "PK\x03\x04", "\x89PNG\r\n\x1a\n", "ID3"),
        async (tail, head) => {
          const bytes = Buffer.concat([Buffer.from(head, "latin1"), tail]);
          expect(await isOf("odt", bytes)).toBe(false);
        },
      ),
    );
  });
});
