import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** Packs the parts of an Office document; the type of an OpenDocument must not be compressed. */
export async function packZip(parts: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content), name, { compress: name !== "mimetype" });
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** Escapes a text for the content of an XML element. */
export const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
