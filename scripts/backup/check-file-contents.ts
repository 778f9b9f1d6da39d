import type pg from "pg";

/** How many contents of files were compared with their keys, and a line about each that differs. */
export type CheckedFiles = { contents: number; bytes: number; damaged: string[] };

/** The number of contents that one statement reads; PostgreSQL holds the bytes of one of them. */
const CONTENTS_AT_ONCE = 50;

/**
 * Selects contents with the digest and length of their chunks. An upload that is under way has no
 * digest yet, and no version.
 */
const CONTENTS = `
  SELECT c.content_id, c.bytes, c.sha256, k.bytes AS found_bytes, k.sha256 AS found_sha256
  FROM (
    SELECT content_id, bytes, coalesce(sha256, '') AS sha256 FROM public.file_contents c
    WHERE content_id > $1 AND (sha256 IS NOT NULL OR EXISTS
      (SELECT FROM public.file_versions v WHERE v.content_id = c.content_id))
    ORDER BY content_id LIMIT ${CONTENTS_AT_ONCE}
  ) AS c, LATERAL (
    SELECT coalesce(sum(octet_length(data)), 0)::int AS bytes,
      encode(sha256(coalesce(string_agg(data, '' ORDER BY position), '')), 'hex') AS sha256
    FROM public.file_chunks WHERE content_id = c.content_id
  ) AS k ORDER BY c.content_id`;
const FILES = `
  SELECT v.datei_id, v.fassung, v.name FROM public.file_versions v WHERE v.content_id = $1 ORDER BY v.datei_id, v.fassung`;

const HAS_FILES = "SELECT to_regclass('public.file_contents') IS NOT NULL AS found";

type Content = { content_id: number; bytes: number; sha256: string; found_bytes: number; found_sha256: string };
type FileOfContent = { datei_id: number; fassung: number; name: string };

function describe({ content_id, bytes, found_bytes }: Content, files: readonly FileOfContent[]): string {
  const difference = found_bytes === bytes ? "another SHA-256" : `${found_bytes} of ${bytes} bytes`;
  const named = files.map(({ datei_id, fassung, name }) => `file ${datei_id}, version ${fassung}, "${name}"`);
  return `content ${content_id} has ${difference} (${named.join("; ") || "of no file"})`;
}

/**
 * Compares the bytes of each file with the digest and the length that are its key: they were computed
 * from what was uploaded, so that a difference is damage from before the dump, too. A backup of a
 * version without files has none to compare.
 * @param signal stops between two statements
 */
export async function checkFileContents(client: pg.Client, signal?: AbortSignal): Promise<CheckedFiles> {
  const checked: CheckedFiles = { contents: 0, bytes: 0, damaged: [] };
  const { rows: tables } = await client.query<{ found: boolean }>(HAS_FILES);
  if (!tables[0]?.found) return checked;
  for (let last = 0, hasMore = true; hasMore;) {
    signal?.throwIfAborted();
    const { rows: contents } = await client.query<Content>(CONTENTS, [last]);
    for (const content of contents) {
      last = content.content_id;
      checked.contents += 1;
      checked.bytes += content.found_bytes;
      if (content.found_sha256 === content.sha256 && content.found_bytes === content.bytes) continue;
      const files = await client.query<FileOfContent>(FILES, [content.content_id]);
      checked.damaged.push(describe(content, files.rows));
    }
    hasMore = contents.length === CONTENTS_AT_ONCE;
  }
  return checked;
}
