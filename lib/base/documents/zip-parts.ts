import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const MAX_ENTRIES = 10_000;
const STORED = 0;
/**
 * Marks a value that is stored in a ZIP64 record instead. Only archives of gigabytes need that, and
 * uploads have at most 20 MB.
 */
const IN_ZIP64 = 0xffff_ffff;
/** Flag of an entry whose sizes come after its packed data, in a data descriptor. */
const SIZES_BEHIND = 0x0008;

/** A part of a zip archive, still packed. */
export type ZipPart = { name: string; method: number; content: Buffer };

/**
 * Lists the parts of a zip archive. Rejects ambiguous archives, which another unpacker might read
 * differently.
 * @throws RangeError for an invalid or ambiguous archive
 */
export function zipParts(bytes: Uint8Array): ZipPart[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new RangeError("A zip archive without an end record");
  const count = zip.readUInt16LE(end + 10);
  const [size, offset] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  if (count === 0 || count > MAX_ENTRIES || size === IN_ZIP64 || offset === IN_ZIP64)
    throw new RangeError("The zip directory is empty, too long, or in ZIP64 format");
  const parts: ZipPart[] = [];
  for (let at = offset; parts.length < count;) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError("Invalid zip directory entry");
    const [flags, packedSize, local] = [zip.readUInt16LE(at + 8), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    if (packedSize === 0 && flags & SIZES_BEHIND)
      throw new RangeError("A zip entry with its size in a data descriptor");
    const contentStart = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, nameEnd);
    parts.push({
      name,
      method: zip.readUInt16LE(at + 10),
      content: zip.subarray(contentStart, contentStart + packedSize),
    });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

/** Unpacks a part as a stream, ignoring the size stated in the archive. */
export function unpacked({ method, content }: ZipPart): AsyncIterable<Buffer> {
  if (method === STORED) return Readable.from([content]) as AsyncIterable<Buffer>;
  const inflate = createInflateRaw();
  inflate.end(content);
  return inflate as AsyncIterable<Buffer>;
}
