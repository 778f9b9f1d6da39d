import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";

/** The description of a backup, which its file contains after the dump. */
export const manifestSchema = z.object({
  format: z.literal(4),
  /** The name of the backup's file, so that an old backup under a newer name is noticed. */
  file: z.string(),
  made_at: z.string(),
  app_version: z.string(),
  database: z.string(),
  postgres_version: z.string(),
  pg_dump_major: z.number(),
  migrations: z.array(z.string()),
  /** Hexadecimal, of the dump without the manifest. */
  sha256: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  sequences: z.record(z.string(), z.string()),
});
export type Manifest = Omit<z.infer<typeof manifestSchema>, "format">;

export type Bytes = AsyncGenerator<Uint8Array>;

/** Reads a file from byte `start` to byte `end`, both included. */
export async function* readBytes(file: string, start?: number, end?: number): Bytes {
  yield* createReadStream(file, { start, end }) as AsyncIterable<Buffer>;
}

/** A backup that was read completely and is intact. */
export type CheckedBackup = { manifest: Manifest; dump: () => Bytes };

/** Returns the SHA-256 of a stream in hexadecimal. */
export async function sha256Of(bytes: Bytes, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest("hex");
}
