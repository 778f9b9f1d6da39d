import type { AnyDefinition } from "@/lib/model/kinds/define";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import type { Connection, Transaction } from "../database/client";
import { sql, type SqlQuery } from "../database/sql";
import { isOneOf } from "./fragments";
import type { LinkedRecord } from "./linked-records";

/* The files that are deleted and restored together with their records (contract §18). */

/** The table of files `f` with their current versions `v`. */
export const CURRENT_FILES = sql`files f JOIN file_versions v
  ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL`;

/** How long the deletion of a file, or the removal of a version, can be undone, in days. */
const KEPT_DAYS = 30;

/** The moment since when deleted files and removed versions are kept. */
export const KEPT_SINCE = sql`now() - make_interval(days => ${KEPT_DAYS}::int)`;

/** Selects the label of file `f` with version `v`. */
const FILE_LABEL = sql`coalesce(nullif(f.bezeichnung, ''), v.name)`;

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
