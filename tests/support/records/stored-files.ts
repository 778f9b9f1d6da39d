import { createHash, randomUUID } from "node:crypto";
import type { Connection } from "@/lib/store/database/client";
import { SIGNED_CONTRACT } from "@/prisma/reference-data";

type StoredFile = { kind: string; record: number; dateiart?: number; bezeichnung?: string; name?: string };

/**
 * Writes a file with one version of one byte, past the app; by default a signed contract.
 * @returns its `datei_id`
 */
export async function createStoredFile(client: Connection, file: StoredFile): Promise<number> {
  const { kind, record, dateiart = SIGNED_CONTRACT, bezeichnung = "", name = "vertrag.pdf" } = file;
  const sha256 = createHash("sha256").update(randomUUID()).digest("hex");
  const [row] = await client.$queryRaw<[{ datei_id: number }]>`
    WITH content AS (INSERT INTO file_contents (sha256, bytes) VALUES (${sha256}, 1) RETURNING content_id),
      chunk AS (INSERT INTO file_chunks (content_id, position, data) SELECT content_id, 0, 'x' FROM content),
      file AS (INSERT INTO files (kind, record_id, dateiart, bezeichnung)
        VALUES (${kind}, ${record}, ${dateiart}, ${bezeichnung}) RETURNING datei_id)
    INSERT INTO file_versions (datei_id, fassung, name, mime, content_id)
    SELECT file.datei_id, 1, ${name}, 'application/pdf', content.content_id FROM file, content RETURNING datei_id`;
  return row.datei_id;
}

/** Deletes a file as the app does: its row stays for a while. */
export const deleteStoredFile = (client: Connection, id: number) =>
  client.$executeRaw`UPDATE files SET deleted_at = now() WHERE datei_id = ${id}`;
