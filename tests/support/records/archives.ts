import { deflateRawSync } from "node:zlib";

/**
 * False metadata for a zip archive: `count`, `size` and `offset` in the end-of-central-directory
 * record; `flags` and `unpackedSize` in each file's local header and directory entry; `packedSize` in its
 * directory entry only.
 */
export type FalseMetadata = {
  count?: number;
  size?: number;
  offset?: number;
  flags?: number;
  packedSize?: number;
  unpackedSize?: number;
};

/** Returns a zip archive of the parts. `falseMetadata` replaces correct values. */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  falseMetadata: FalseMetadata = {},
): Uint8Array<ArrayBuffer> {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(falseMetadata.flags ?? 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(falseMetadata.unpackedSize ?? Buffer.byteLength(content), 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    fields.writeUInt32LE(falseMetadata.packedSize ?? packed.length, 14);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    locals.push(local);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), fields, directoryFields, Buffer.from(name)]));
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(falseMetadata.count ?? entries.length, 8);
  end.writeUInt16LE(falseMetadata.count ?? entries.length, 10);
  end.writeUInt32LE(falseMetadata.size ?? directory.length, 12);
  end.writeUInt32LE(falseMetadata.offset ?? offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const relationshipsXml = (...parts: [string, string][]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${parts
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/**
 * Returns an XLSX workbook with one sheet that contains the given row XML, which may be XML that no
 * spreadsheet program writes.
 * @param texts the shared strings, to which cells of type `s` refer by index
 */
export const workbookOf = (rows: string, texts: readonly string[] = []): Uint8Array<ArrayBuffer> =>
  zipOf({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"/>`,
    "_rels/.rels": relationshipsXml(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationshipsXml(
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
    ),
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  });

/** Returns the XML of a cell with an inline text. */
export const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
