import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Visitor } from "./client";

/** An upload that the app has acknowledged. */
export type AcknowledgedUpload = { datei_id: number; sha256: string };

/** The largest file by default (`FILE_MAX_MB`). */
const FILE_BYTES = 20 * 1_048_576;
const PIECE_BYTES = 262_144;
/** So that sending takes some six seconds, in which a fault can occur. */
const PAUSE_BETWEEN_PIECES_MS = 75;
const TIMEOUT_MS = 30_000;

/** Sends the form of an upload piece by piece. */
async function* formWith(bytes: Uint8Array, boundary: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="Vertrag.pdf"\r\n` +
      "Content-Type: application/pdf\r\n\r\n",
  );
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await pause(PAUSE_BETWEEN_PIECES_MS);
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/**
 * Uploads a file of random bytes to a member.
 * @returns the upload, or null if it was refused; then the app may have stored it or not
 */
export async function upload(visitor: Visitor, token: string, member: number): Promise<AcknowledgedUpload | null> {
  const header = Buffer.from("%PDF-1.7\n");
  const bytes = Buffer.concat([header, randomBytes(FILE_BYTES - header.length)]);
  const boundary = randomUUID();
  const { status, json } = await visitor.call("POST", `/api/members/${member}/files`, {
    pieces: () => formWith(bytes, boundary),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 201) return null;
  return { datei_id: Number(json.datei_id), sha256: createHash("sha256").update(bytes).digest("hex") };
}
