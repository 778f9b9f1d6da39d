import type { ContractReadings } from "@/lib/features/contracts/reading/read-contract";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { CURRENT_FILES } from "@/lib/store/sql/record-files";
import { READ_MIMES, type ReadDocument } from "./read-document";

/** The number of attempts after which a content that no process has survived counts as unreadable. */
const MAX_ATTEMPTS = 3;

/** Of a longer word, the search knows only the beginning. */
const WORD_MAX_LENGTH = 200;

/** A content whose text is to be read. */
export type UnreadContent = { content_id: number; mime: string; bytes: number };

/** Marks the contents of current versions that have no text, and those that no process has survived. */
export async function markWithoutText(connection: Connection): Promise<void> {
  await connection.$executeRaw`
    UPDATE file_contents c SET gelesen = CASE WHEN v.mime = ANY(${READ_MIMES}::text[]) THEN 'nein' ELSE 'kein_text' END
    FROM file_versions v
    WHERE v.content_id = c.content_id AND c.gelesen = 'offen' AND c.sha256 IS NOT NULL
      AND (v.mime <> ALL(${READ_MIMES}::text[]) OR c.attempts >= ${MAX_ATTEMPTS})`;
}

/**
 * Finds the content of a current version whose text is to be read: the one with the fewest attempts.
 * @param tried contents that are left out
 */
export async function nextUnread(connection: Connection, tried: readonly number[]): Promise<UnreadContent | undefined> {
  const [content] = await connection.$queryRaw<UnreadContent[]>`
    SELECT c.content_id, v.mime, c.bytes FROM ${CURRENT_FILES} JOIN file_contents c ON c.content_id = v.content_id
    WHERE c.gelesen = 'offen' AND f.deleted_at IS NULL AND v.mime = ANY(${READ_MIMES}::text[])
      AND c.content_id <> ALL(${tried}::int[])
    ORDER BY c.attempts, c.content_id LIMIT 1`;
  return content;
}

/** Counts an attempt, before it begins: the server might not survive it either. */
export async function beginAttempt(connection: Connection, content_id: number): Promise<void> {
  await connection.$executeRaw`UPDATE file_contents SET attempts = attempts + 1 WHERE content_id = ${content_id}`;
}

/** Stores what was read of a content. The contents must be locked. */
export async function storeReading(
  transaction: Transaction,
  content_id: number,
  { gelesen, seiten, passages, readings }: ReadDocument,
): Promise<void> {
  await transaction.$executeRaw`DELETE FROM file_passages WHERE content_id = ${content_id}`;
  const stored = await transaction.$executeRaw`
    UPDATE file_contents SET gelesen = ${gelesen}, seiten = ${seiten}::int,
      readings = ${JSON.stringify(readings)}::jsonb WHERE content_id = ${content_id} AND sha256 IS NOT NULL`;
  if (stored === 0) return;
  const [pages, texts] = [passages.map(({ page }) => page), passages.map(({ text }) => text)];
  await transaction.$executeRaw`
    INSERT INTO file_passages (content_id, position, page, text, folded)
    SELECT ${content_id}, position, page, text, fold_umlauts(fold_text(text))
    FROM unnest(${pages}::int[], ${texts}::text[]) WITH ORDINALITY AS passages(page, text, position)`;
  await transaction.$executeRaw`
    WITH used AS MATERIALIZED (
      SELECT DISTINCT left(word, ${WORD_MAX_LENGTH}::int) AS word
      FROM file_passages p, regexp_split_to_table(p.folded, '\\s+') AS word WHERE p.content_id = ${content_id}),
    known AS (SELECT w.word_id FROM file_words w JOIN used ON used.word = w.word),
    added AS (INSERT INTO file_words (word) SELECT word FROM used ON CONFLICT DO NOTHING RETURNING word_id)
    UPDATE file_contents SET word_ids = ARRAY(SELECT word_id FROM known UNION ALL SELECT word_id FROM added)
    WHERE content_id = ${content_id}`;
}

/** Marks all contents as not read, and all files as without proposals. @returns the number of contents */
export async function markAllUnread(connection: Connection): Promise<number> {
  await connection.$executeRaw`UPDATE files SET proposed_from = NULL WHERE proposed_from IS NOT NULL`;
  return connection.$executeRaw`UPDATE file_contents SET gelesen = 'offen', attempts = 0 WHERE sha256 IS NOT NULL`;
}

/** A file whose readings are not proposals yet. */
export type FileToPropose = {
  datei_id: number;
  kind: string;
  id: number;
  fassung: number;
  name: string;
  mime: string;
  content_id: number;
  readings: ContractReadings;
};

const filesToPropose = sql`
  SELECT f.datei_id, f.kind, f.record_id AS id, f.fassung, v.name, v.mime, v.content_id, coalesce(c.readings, '{}') AS readings
  FROM ${CURRENT_FILES} JOIN file_contents c ON c.content_id = v.content_id JOIN dateiarten d ON d.dateiart_id = f.dateiart
  WHERE f.kind = 'projects' AND f.deleted_at IS NULL AND d.schlaegt_vor AND c.gelesen <> 'offen'
    AND f.proposed_from IS DISTINCT FROM v.content_id`;

/** Finds files whose readings are not proposals yet. */
export const findFilesToPropose = (connection: Connection, limit: number): Promise<FileToPropose[]> =>
  connection.$queryRaw<FileToPropose[]>`${filesToPropose} ORDER BY f.datei_id LIMIT ${limit}`;

/** Reads such a file again once it is locked; undefined if it is none any more. */
export async function fileToPropose(transaction: Transaction, datei_id: number): Promise<FileToPropose | undefined> {
  const [file] = await transaction.$queryRaw<FileToPropose[]>`${filesToPropose} AND f.datei_id = ${datei_id}`;
  return file;
}

/** Notes that the readings of a file's content are proposals. */
export async function setProposed(transaction: Transaction, { datei_id, content_id }: FileToPropose): Promise<void> {
  await transaction.$executeRaw`UPDATE files SET proposed_from = ${content_id} WHERE datei_id = ${datei_id}`;
}
