import type { AnyDefinition } from "@/lib/model/kinds/define";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { FILE_TEXT_MIN_LENGTH } from "@/lib/model/limits";
import type { Locale } from "@/lib/model/messages/i18n";
import type { Connection, Transaction } from "../database/client";
import { join, sql, type SqlQuery } from "../database/sql";
import { identifier, isOneOf, labelOf } from "./fragments";
import type { LinkedRecord } from "./linked-records";
import { contains, containsCollapsed } from "./text-search";

/* What records and the search need of files: their labels and words, and those that are deleted and restored
   together with their records (contract §18). */

/** The table of files `f` with their current versions `v`. */
export const CURRENT_FILES = sql`files f JOIN file_versions v
  ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL`;

/** How long the deletion of a file, or the removal of a version, can be undone, in days. */
const KEPT_DAYS = 30;

/** The moment since when deleted files and removed versions are kept. */
export const KEPT_SINCE = sql`now() - make_interval(days => ${KEPT_DAYS}::int)`;

/** Selects the label of file `f` with version `v`. */
export const FILE_LABEL = sql`coalesce(nullif(f.bezeichnung, ''), v.name)`;

/** Selects the label of the record of file `f`; null if the record does not exist. */
export const recordLabel = (locale: Locale) =>
  sql`CASE f.kind ${join(
    allDefinitions.map((definition) => {
      const { apiPath, table, key } = definition;
      return sql`WHEN ${apiPath} THEN (SELECT ${labelOf(definition, locale)} FROM ${identifier(table)} r WHERE r.${identifier(key)} = f.record_id)`;
    }),
    " ",
  )} END`;

/** Builds a condition: file `f` has one of these visibilities. */
export const isVisibleFile = (visibilities: readonly FileVisibility[]): SqlQuery =>
  sql`f.sichtbar = ANY(${visibilities}::text[])`;

/**
 * Builds a condition: the name or description of file `f` with version `v` contains a word. Each has a
 * trigram index, which finds the files of which a version has it.
 */
export function isFileNamed(word: string): SqlQuery {
  const folded = (text: SqlQuery) => sql`fold_text(${text})`;
  const isIn = (text: SqlQuery) => contains(folded(text), sql`fold_umlauts(${folded(text)})`, word);
  return sql`(f.datei_id IN (
      SELECT named.datei_id FROM file_versions named WHERE ${isIn(sql`named.name`)}
      UNION ALL SELECT described.datei_id FROM files described WHERE ${isIn(sql`described.bezeichnung`)})
    AND (${isIn(sql`v.name`)} OR ${isIn(sql`f.bezeichnung`)}))`;
}

/** Returns whether texts are searched for a word; shorter ones are in too many. */
export const isSearchedInTexts = (word: string): boolean => Array.from(word).length >= FILE_TEXT_MIN_LENGTH;

/**
 * Builds a condition: the name, description or text of file `f` with version `v` contains a word (contract
 * §18).
 */
export function hasFileWord(word: string): SqlQuery {
  if (!isSearchedInTexts(word)) return isFileNamed(word);
  return sql`(${isFileNamed(word)} OR v.content_id IN (
    SELECT c.content_id FROM file_contents c WHERE ${hasTextWord(containsCollapsed(sql`w.word`, word))}))`;
}

/** Builds a condition: the text of content `c` has a word `w` that meets a condition. */
export const hasTextWord = (isWanted: SqlQuery): SqlQuery =>
  sql`c.word_ids && ARRAY(SELECT w.word_id FROM file_words w WHERE ${isWanted})`;

/**
 * Builds a condition: change `c` does not concern a file, or concerns one with one of these
 * visibilities. The file's current visibility applies to all its changes, even after its deletion
 * (contract §18).
 */
export const isVisibleFileChange = (visibilities: readonly FileVisibility[]): SqlQuery =>
  visibilities.length === FILE_VISIBILITIES.length
    ? sql`TRUE`
    : sql`(c.kind <> ${FILE_KIND} OR EXISTS (SELECT FROM files f WHERE f.datei_id = c.id AND f.sichtbar = ANY(${visibilities}::text[])))`;

/** Whether a link in the history is a file of a deleted or restored record. */
export const isFileLink = ({ relation }: Pick<LinkedRecord, "relation">): boolean => relation === FILE_KIND;

/** Returns the files of records as links of their deletion, by the records' keys. */
export async function fileLinksOf(
  connection: Connection,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<Map<number, LinkedRecord[]>> {
  const links = new Map<number, LinkedRecord[]>();
  if (ids.length === 0) return links;
  const rows = await connection.$queryRaw<{ record_id: number; id: number; label: string }[]>`
    SELECT f.record_id, f.datei_id AS id, ${FILE_LABEL} AS label FROM ${CURRENT_FILES}
    WHERE f.kind = ${apiPath} AND f.record_id ${isOneOf(ids)} AND f.deleted_at IS NULL ORDER BY f.datei_id`;
  for (const { record_id, id, label } of rows) {
    const ofRecord = links.get(record_id) ?? [];
    ofRecord.push({ relation: FILE_KIND, kind: FILE_KIND, id, label });
    links.set(record_id, ofRecord);
  }
  return links;
}

/** Returns which of the deleted files can still be restored. */
export async function restorableFiles(connection: Connection, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.$queryRaw<{ datei_id: number }[]>`
    SELECT f.datei_id FROM ${CURRENT_FILES} WHERE f.datei_id ${isOneOf(ids)} AND f.deleted_at > ${KEPT_SINCE}`;
  return new Set(rows.map(({ datei_id }) => datei_id));
}

/** Restores deleted files. */
export async function restoreFiles(transaction: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await transaction.$executeRaw`UPDATE files SET deleted_at = NULL WHERE datei_id ${isOneOf(ids)}`;
}
