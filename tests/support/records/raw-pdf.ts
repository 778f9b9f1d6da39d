import { constants, deflateRawSync, deflateSync } from "node:zlib";

/** An object of a PDF: its source or, of a stream, the source of its dictionary and its packed bytes. */
type PdfObject = string | { dictionary?: string; packed: Buffer };

/** Returns a stream of a text, packed with deflate. */
export const packedStream = (content: string, dictionary = ""): PdfObject => ({
  dictionary,
  packed: deflateSync(Buffer.from(content, "latin1")),
});

/**
 * Returns a stream that repeats a text, which is packed once: streams of gigabytes are made in no time.
 */
export function repeatedStream(content: string, times: number): PdfObject {
  const block = deflateRawSync(Buffer.from(content, "latin1"), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const [zlibHeader, lastBlock] = [Buffer.from([0x78, 0xda]), Buffer.from([0x03, 0x00])];
  // Without the checksum, which readers of PDFs ignore.
  return { packed: Buffer.concat([zlibHeader, ...Array<Buffer>(times).fill(block), lastBlock, Buffer.alloc(4)]) };
}

/**
 * Writes a PDF, which may be one that no program would write.
 * @param objects the objects from 1; the first one is the catalogue
 */
export function rawPdf(objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let offset = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    offset += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(offset);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === "string") add(Buffer.from(object, "latin1"));
    else {
      const { dictionary = "", packed } = object;
      add(Buffer.from(`<</Filter/FlateDecode/Length ${packed.length}${dictionary}>>stream\n`, "latin1"));
      add(packed);
      add(Buffer.from("\nendstream"));
    }
    add(Buffer.from("\nendobj\n"));
  }
  const start = offset;
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer<</Root 1 0 R/Size ${count}>>\nstartxref\n${start}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(parts));
}

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/** What a PDF of pages consists of; each page has the content and the font. */
type PagesPdf = {
  pages?: number;
  /** The content stream of the pages, whose font is `/F1`. */
  content: PdfObject;
  font?: string;
  /** Further entries of the catalogue. */
  catalogue?: string;
  /** Further objects, from number 5. */
  more?: readonly PdfObject[];
};

/** Returns a PDF of equal pages. */
export function pagesPdf({ pages = 1, content, font = HELVETICA, catalogue = "", more = [] }: PagesPdf) {
  const first = 5 + more.length;
  const kids = Array.from({ length: pages }, (_unused, index) => `${first + index} 0 R`).join(" ");
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>";
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`,
    content,
    font,
    ...more,
    ...Array<string>(pages).fill(page),
  ]);
}

/** Returns the content of a page that shows the text, in one line. */
export const shownText = (text: string) =>
  `BT /F1 10 Tf 50 700 Td (${text.replace(/[\\()]/g, String.raw`\$&`)}) Tj ET\n`;
