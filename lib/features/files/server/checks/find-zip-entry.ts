import type { PieceReader } from "./piece-reader";

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = Buffer.from("PK\x05\x06", "latin1");
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const ZIP64_FIELD = 1;
/** Marks a value that is stored in ZIP64's fields instead. Some programs write it in small documents. */
const IN_ZIP64 = 0xffff_ffff;
const LOCAL_HEADER_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
const MAX_COMMENT_BYTES = 65_535;
/** Far more than the content types of any document, packed. */
const MAX_PACKED_BYTES = 1_048_576;

/** An entry of a zip archive, still packed. */
export type PackedEntry = { name: string; method: number; packed: Uint8Array };

const readUInt64 = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

/**
 * Finds the first entry with one of the names by the archive's directory, which also lists entries
 * without a size in their own header.
 * @throws Error for a malformed archive
 */
export async function findZipEntry(reader: PieceReader, names: readonly string[]): Promise<PackedEntry | undefined> {
  const { offset, end } = await readDirectoryRange(reader);
  for (let at = offset; at + ENTRY_BYTES <= end;) {
    const entry = await reader.readExactly(at, ENTRY_BYTES);
    if (entry.readUInt32LE(0) !== DIRECTORY_ENTRY) return undefined;
    const [nameBytes, extraBytes] = [entry.readUInt16LE(28), entry.readUInt16LE(30)];
    // Most names have another length, and need not be read.
    if (names.some(({ length }) => length === nameBytes)) {
      const name = (await reader.readExactly(at + ENTRY_BYTES, nameBytes)).toString("latin1");
      if (names.includes(name)) {
        const extra = await reader.readExactly(at + ENTRY_BYTES + nameBytes, extraBytes);
        return { name, method: entry.readUInt16LE(10), packed: await readPacked(reader, entry, extra) };
      }
    }
    at += ENTRY_BYTES + nameBytes + extraBytes + entry.readUInt16LE(32);
  }
  return undefined;
}

async function readDirectoryRange(reader: PieceReader): Promise<{ offset: number; end: number }> {
  const tailBytes = Math.min(reader.size, LOCATOR_BYTES + END_BYTES + MAX_COMMENT_BYTES);
  const tail = await reader.readExactly(reader.size - tailBytes, tailBytes);
  const at = tail.lastIndexOf(END_OF_DIRECTORY);
  if (at < 0) throw new RangeError("A zip archive without an end record");
  let [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if ((bytes === IN_ZIP64 || offset === IN_ZIP64) && tail.readUInt32LE(at - LOCATOR_BYTES) === ZIP64_LOCATOR) {
    const record = await reader.readExactly(readUInt64(tail, at - LOCATOR_BYTES + 8), ZIP64_END_BYTES);
    if (record.readUInt32LE(0) === ZIP64_END) [bytes, offset] = [readUInt64(record, 40), readUInt64(record, 48)];
  }
  return { offset, end: offset + bytes };
}

async function readPacked(reader: PieceReader, entry: Buffer, extra: Buffer): Promise<Uint8Array> {
  const { packedBytes, offset } = readEntryFields(entry, extra);
  if (packedBytes > MAX_PACKED_BYTES) throw new RangeError("A zip entry that is too long");
  const header = await reader.readExactly(offset, LOCAL_HEADER_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new RangeError("A zip entry without a header");
  // The extra fields here may be longer or shorter than those in the directory.
  const start = offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  return reader.readExactly(start, packedBytes);
}

function readEntryFields(entry: Buffer, extra: Buffer): { packedBytes: number; offset: number } {
  const values = [entry.readUInt32LE(24), entry.readUInt32LE(20), entry.readUInt32LE(42)];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue;
    // The field has only those of the three values that are marked in the entry.
    let valueAt = at + 4;
    for (const [index, value] of values.entries()) {
      if (value !== IN_ZIP64) continue;
      values[index] = readUInt64(extra, valueAt);
      valueAt += 8;
    }
    break;
  }
  const [, packedBytes = 0, offset = 0] = values;
  return { packedBytes, offset };
}

/** Returns a zip archive that consists of this entry. It has no directory, which file-type does not need. */
export function archiveOf({ name, method, packed }: PackedEntry): Uint8Array {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name, "latin1"), packed]);
}
