import { escapeXml, packZip } from "./pack-zip";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const paragraph = (line: string) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`;

/** Returns a small Word document whose body has this XML. */
export const docxOf = (body: string): Promise<Uint8Array<ArrayBuffer>> =>
  packZip({
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${HEAD}<w:document xmlns:w="${MAIN}"><w:body>${body}</w:body></w:document>`,
  });

/** Returns a small Word document with a paragraph for each line. */
export const agreementDocx = (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  docxOf(text.split("\n").map(paragraph).join(""));
