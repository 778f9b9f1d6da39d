import pg from "pg";
import { checkFileContents } from "@/scripts/backup/check-file-contents";
import type { Acknowledged } from "./load";
import type { Nodes } from "./nodes";
import type { AcknowledgedUpload } from "./upload";

/** The numbers of lost and of partial writes among the acknowledged ones. */
export type Losses = { lost: number; partial: number };

/**
 * Counts lost acknowledged writes, and partial writes: records without their lists or their
 * history.
 */
export async function findLosses({ query }: Nodes, acknowledged: readonly Acknowledged[]): Promise<Losses> {
  const ids = acknowledged.map(({ id }) => id);
  const names = acknowledged.map(({ name }) => name);
  const [lost] = await query<{ count: number }>(
    `SELECT count(*)::int FROM unnest($1::int[], $2::text[]) AS acknowledged (id, name)
     WHERE NOT EXISTS (SELECT FROM members m WHERE m.ph_id = acknowledged.id AND m.nachname = acknowledged.name)`,
    [ids, names],
  );
  const [partial] = await query<{ count: number }>(
    `SELECT (SELECT count(*) FROM members m WHERE m.nachname LIKE 'Last%x' AND (
         NOT EXISTS (SELECT FROM member_facilities f WHERE f.ph_id = m.ph_id)
         OR NOT EXISTS (SELECT FROM member_statuses s WHERE s.ph_id = m.ph_id)
         OR (SELECT count(*) FROM changes c WHERE c.kind = 'members' AND c.id = m.ph_id AND c.action = 'create') <> 1))::int
       + (SELECT count(*) FROM changes c WHERE c.kind = 'members' AND c.action = 'create' AND c.label LIKE '%Last%x%'
         AND NOT EXISTS (SELECT FROM members m WHERE m.ph_id = c.id))::int AS count`,
  );
  return { lost: lost?.count ?? -1, partial: partial?.count ?? -1 };
}

/**
 * Counts lost acknowledged uploads, and partial ones, whether acknowledged or not: files without a
 * complete content, complete contents without a file, and contents that lack chunks.
 */
export async function findUploadLosses({ query }: Nodes, uploads: readonly AcknowledgedUpload[]): Promise<Losses> {
  const [lost] = await query<{ count: number }>(
    `SELECT count(*)::int FROM unnest($1::int[], $2::text[]) AS acknowledged (id, sha256)
     WHERE NOT EXISTS (SELECT FROM file_versions v JOIN file_contents c USING (content_id)
       WHERE v.datei_id = acknowledged.id AND c.sha256 = acknowledged.sha256)`,
    [uploads.map(({ datei_id }) => datei_id), uploads.map(({ sha256 }) => sha256)],
  );
  const [partial] = await query<{ count: number }>(
    `SELECT (SELECT count(*) FROM files f WHERE NOT EXISTS
         (SELECT FROM file_versions v JOIN file_contents c USING (content_id)
          WHERE v.datei_id = f.datei_id AND v.fassung = f.fassung AND c.sha256 IS NOT NULL))::int
       + (SELECT count(*) FROM file_contents c WHERE c.sha256 IS NOT NULL AND (
         NOT EXISTS (SELECT FROM file_versions v WHERE v.content_id = c.content_id)
         OR c.bytes <> (SELECT coalesce(sum(octet_length(data)), 0) FROM file_chunks k WHERE k.content_id = c.content_id)))::int
       + (SELECT count(*) FROM files f WHERE (SELECT count(*) FROM changes c
         WHERE c.kind = 'files' AND c.id = f.datei_id AND c.action = 'create') <> 1)::int AS count`,
  );
  return { lost: lost?.count ?? -1, partial: partial?.count ?? -1 };
}

/** Compares the bytes of all files with their digests. @returns a line about each that differs */
export async function findDamagedFiles({ leader, url }: Nodes): Promise<string[]> {
  const node = await leader();
  if (!node) throw new Error("There is no leader");
  const client = new pg.Client(url(node, "postgres", "cooperation"));
  await client.connect();
  try {
    return (await checkFileContents(client)).damaged;
  } finally {
    await client.end();
  }
}
