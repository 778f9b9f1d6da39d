import type { Connection, Transaction } from "../database/client";
import { AppError } from "@/lib/base/errors/errors";

/*
 * The bytes of files (contract §18): in PostgreSQL, so that backups, recovery and replicas have them,
 * equal ones once, in chunks, so that no process and no transaction holds a whole file.
 */

/** The size of a chunk in bytes; the last one of a content may be shorter. */
export const CHUNK_BYTES = 262_144;

/** Begins a content that is being uploaded. @returns its key */
export async function beginContent(connection: Connection): Promise<number> {
  const [row] = await connection.$queryRaw<[{ content_id: number }]>`
    INSERT INTO file_contents DEFAULT VALUES RETURNING content_id`;
  return row.content_id;
}

/** Writes a chunk of a content that is being uploaded; positions count from 0. */
export async function writeChunk(
  connection: Connection,
  content_id: number,
  position: number,
  data: Uint8Array,
): Promise<void> {
  await connection.$executeRaw`
    INSERT INTO file_chunks (content_id, position, data) VALUES (${content_id}, ${position}, ${data})`;
}

/** Locks all contents against being completed and dropped, until the transaction ends. */
export async function lockContents(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('file contents'), 0)`;
}

/**
 * Completes an upload: its chunks become the content with this digest or, where that is stored already,
 * are dropped. The contents must be locked.
 * @returns the key of the content
 * @throws AppError error_api when chunks are missing, because a failover has lost them
 */
export async function completeContent(
  transaction: Transaction,
  content_id: number,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<number> {
  const [stored] = await transaction.$queryRaw<{ content_id: number }[]>`
    SELECT content_id FROM file_contents WHERE sha256 = ${sha256}`;
  if (stored) {
    await dropUpload(transaction, content_id);
    return stored.content_id;
  }
  const completed = await transaction.$executeRaw`
    UPDATE file_contents c SET sha256 = ${sha256}, bytes = ${bytes}
    WHERE c.content_id = ${content_id} AND ${bytes} =
      (SELECT coalesce(sum(octet_length(data)), 0) FROM file_chunks k WHERE k.content_id = c.content_id)`;
  if (completed === 0) throw new AppError("error_api");
  return content_id;
}

/** Drops the chunks of an upload; does nothing once it is complete. */
export async function dropUpload(connection: Connection, content_id: number): Promise<void> {
  await connection.$executeRaw`DELETE FROM file_contents WHERE content_id = ${content_id} AND sha256 IS NULL`;
}

/**
 * Reads bytes of a content that lie in one chunk.
 * @param offset the position of the first byte, from 0
 * @param maxBytes the number of bytes; fewer are returned at the end of a chunk
 * @throws AppError error_api when the chunk is missing
 */
export async function readBytesAt(
  connection: Connection,
  content_id: number,
  offset: number,
  maxBytes: number,
): Promise<Buffer> {
  const [position, start] = [Math.floor(offset / CHUNK_BYTES), offset % CHUNK_BYTES];
  // As base64: the driver decodes every column as UTF-8, also in the binary format.
  const [row] = await connection.$queryRaw<{ part: string }[]>`
    SELECT encode(substring(data FROM ${start + 1}::int FOR ${maxBytes}::int), 'base64') AS part
    FROM file_chunks WHERE content_id = ${content_id} AND position = ${position}`;
  if (!row) throw new AppError("error_api");
  return Buffer.from(row.part, "base64");
}

/** Returns the number of complete contents, and how many bytes they have. */
export async function storedContents(connection: Connection): Promise<{ contents: number; bytes: number }> {
  const [stored] = await connection.$queryRaw<[{ contents: number; bytes: number }]>`
    SELECT count(*)::int AS contents, coalesce(sum(bytes), 0)::float8 AS bytes FROM file_contents WHERE sha256 IS NOT NULL`;
  return stored;
}

/** Returns how many bytes the complete contents have. */
export const storedBytes = async (connection: Connection): Promise<number> => (await storedContents(connection)).bytes;

/** How long an abandoned upload is stored, in minutes; no upload takes that long. */
const UPLOAD_MINUTES = 60;

/**
 * Turns the contents without versions into abandoned uploads, which are then dropped without a lock.
 * The contents must be locked.
 */
export async function releaseUnusedContents(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`
    UPDATE file_contents c SET sha256 = NULL, created_at = to_timestamp(0)
    WHERE c.sha256 IS NOT NULL AND NOT EXISTS (SELECT FROM file_versions v WHERE v.content_id = c.content_id)`;
}

/**
 * Drops one abandoned upload or released content; several at once could exceed the statement timeout.
 * @returns the number of dropped contents, 0 or 1
 */
export function dropAbandonedUpload(connection: Connection): Promise<number> {
  return connection.$executeRaw`
    DELETE FROM file_contents WHERE sha256 IS NULL AND content_id IN (
      SELECT content_id FROM file_contents
      WHERE sha256 IS NULL AND created_at < now() - make_interval(mins => ${UPLOAD_MINUTES}::int) LIMIT 1)`;
}
