import { fileTypeFromBuffer, fileTypeFromTokenizer, type Detector } from "file-type/core";
import { ownValue } from "@/lib/model/pure/own-value";
import { FILE_MIMES, FILE_TYPES, TEXT_TYPE, type FileMime } from "../../file-types";
import { endingOf } from "./clean-file-name";
import { archiveOf, findZipEntry } from "./find-zip-entry";
import { PieceReader, PieceTokenizer, type ByteSource } from "./piece-reader";

/** Returns the type that a file name's extension stands for, or null if that type is not accepted. */
export const mimeOfEnding = (name: string): FileMime | null =>
  ownValue(FILE_TYPES, endingOf(name).toLowerCase()) ?? null;

/**
 * Pieces of 64 KB that may be read to scan a file, and again to read its directory. Scanning a document
 * with more pictures than that stops early, and its directory still finds the entry of its type.
 */
const MAX_READS = 64;
const ZIP = "application/zip";
/** The entries of office documents that name their type. */
const TYPE_ENTRIES = ["[Content_Types].xml", "mimetype"];

/** file-type unpacks gzip, also behind a byte order mark. No accepted type begins with either. */
const refusePacked: Detector = {
  id: "packed",
  detect: async (tokenizer) => {
    const head = new Uint8Array(3);
    await tokenizer.peekBuffer(head, { mayBeLess: true });
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    const hasByteOrderMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
    return isPacked || hasByteOrderMark ? { ext: "", mime: "application/octet-stream" } : undefined;
  },
};

/**
 * Returns whether a file's content has the type of its extension. For texts it checks only that the
 * content is no other accepted type; `createTextCheck` checks the rest. The type of a damaged file is
 * detected from its readable part.
 */
export async function hasPromisedType(source: ByteSource, promised: FileMime): Promise<boolean> {
  const found = await findMime(source);
  return promised === TEXT_TYPE ? !FILE_MIMES.some((mime) => mime === found) : found === promised;
}

async function findMime(source: ByteSource): Promise<string | undefined> {
  const scanned = await parse(source, (reader) =>
    fileTypeFromTokenizer(new PieceTokenizer(reader), { customDetectors: [refusePacked] }),
  );
  if (scanned?.mime === "image/apng") return FILE_TYPES[".png"];
  if (scanned?.mime !== ZIP) return scanned?.mime;
  // The scan of an archive ends after 1,024 entries, or 1 MB of entries without a size in their header.
  const named = await parse(source, async (reader) => {
    const entry = await findZipEntry(reader, TYPE_ENTRIES);
    return entry && fileTypeFromBuffer(archiveOf(entry));
  });
  return named?.mime;
}

/** Returns what a parser finds, or undefined for malformed content. Throws when the source fails. */
async function parse<Result>(
  source: ByteSource,
  parser: (reader: PieceReader) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const reader = new PieceReader(source, MAX_READS);
  const result = await parser(reader).catch(() => undefined);
  if (reader.failure) throw reader.failure.error;
  return result;
}
