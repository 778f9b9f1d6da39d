import { randomUUID } from "node:crypto";
import { zipOf } from "./archives";

type Bytes = Uint8Array<ArrayBuffer>;

const CONTENT_TYPES = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  docm: "application/vnd.ms-word.document.macroEnabled.main+xml",
};

/** Returns a Word document, with or without macros. */
export const wordDocument = (type: keyof typeof CONTENT_TYPES = "docx"): Bytes =>
  zipOf({
    "[Content_Types].xml": `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${CONTENT_TYPES[type]}"/></Types>`,
    "word/document.xml": `<w:document><!-- ${randomUUID()} --></w:document>`,
  });

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Returns a picture of one pixel, followed by bytes that no other one has. */
export const png = (): Bytes => bytesOf(Buffer.concat([Buffer.from(PNG, "base64"), Buffer.from(randomUUID())]));

export const bytesOf = (content: string | Buffer, encoding: BufferEncoding = "utf8"): Bytes =>
  Uint8Array.from(typeof content === "string" ? Buffer.from(content, encoding) : content);
