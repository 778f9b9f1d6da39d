import { escapeXml, packZip } from "@/prisma/demo/agreements/pack-zip";

const ODT = "application/vnd.oasis.opendocument.text";
const NAMES = "urn:oasis:names:tc:opendocument:xmlns";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** Returns a small OpenDocument text whose body has this XML. */
export const odtOf = (body: string): Promise<Uint8Array<ArrayBuffer>> =>
  packZip({
    mimetype: ODT,
    "META-INF/manifest.xml": `${HEAD}<manifest:manifest xmlns:manifest="${NAMES}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    "content.xml": `${HEAD}<office:document-content xmlns:office="${NAMES}:office:1.0" xmlns:text="${NAMES}:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });

/** A line with its blanks, which OpenDocument would otherwise join. */
const paragraph = (line: string) =>
  `<text:p>${escapeXml(line).replace(/ {2,}/g, (blanks) => `<text:s text:c="${blanks.length}"/>`)}</text:p>`;

/** Returns a small OpenDocument text with a paragraph for each line. */
export const agreementOdt = (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  odtOf(text.split("\n").map(paragraph).join(""));
