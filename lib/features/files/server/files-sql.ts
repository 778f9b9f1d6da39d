import type { FileRow, FileVersionRow } from "../file-answers";
import type { FileValues } from "../file-values";
import type { FilesQuery } from "../files-query";
import type { Locale } from "@/lib/model/messages/i18n";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import { searchWords } from "@/lib/model/pure/search-words";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { empty, join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import { identifier } from "@/lib/store/sql/fragments";
import { CURRENT_FILES, hasFileWord, isVisibleFile, KEPT_SINCE, recordLabel } from "@/lib/store/sql/record-files";

type Visibilities = readonly FileVisibility[];

/** A file as it is stored, with its current version; deleted files have `deleted_at`. */
export type StoredFile = Omit<FileRow, "created_at"> & {
  created_at: Date;
  content_id: number;
  deleted_at: Date | null;
};

const dayText = (column: string) => sql`to_char(f.${identifier(column)}, 'YYYY-MM-DD') AS ${identifier(column)}`;

const creatorOf = (alias: "v" | "first") => sql`(SELECT json_build_object('id', u.id, 'name', u.name) FROM users u
  WHERE u.id = ${raw(alias)}.created_by)`;

/** Selects files `f` with their current versions `v`, contents `c` and first versions. */
const fileRows = (locale: Locale, page: SqlQuery) => sql`
  SELECT f.datei_id, f.kind, f.record_id AS id, coalesce(${recordLabel(locale)}, '') AS label, f.dateiart, f.bezeichnung,
    f.fassung, v.name, v.mime, c.bytes, c.sha256, ${dayText("unterzeichnet_am")}, ${dayText("gueltig_ab")}, ${dayText("gueltig_bis")},
    f.sichtbar, c.seiten, c.gelesen, first.created_at, ${creatorOf("first")} AS created_by, v.content_id, f.deleted_at
  FROM ${CURRENT_FILES} JOIN file_contents c ON c.content_id = v.content_id
  JOIN file_versions first ON first.datei_id = f.datei_id AND first.fassung = 1 AND first.removed_at IS NULL
  ${page}`;

/** Reads files by their ids, also deleted ones. */
export function storedFiles(connection: Connection, ids: readonly number[], locale: Locale): Promise<StoredFile[]> {
  return connection.$queryRaw<StoredFile[]>`
    ${fileRows(locale, sql`WHERE f.datei_id = ANY(${ids}::int[]) ORDER BY f.datei_id`)}`;
}

/** Reads the files of a record, newest first. */
export function filesOfRecord(
  connection: Connection,
  record: { kind: string; id: number },
  visibilities: Visibilities,
  locale: Locale,
): Promise<StoredFile[]> {
  return connection.$queryRaw<StoredFile[]>`
    ${fileRows(
      locale,
      sql`WHERE f.kind = ${record.kind} AND f.record_id = ${record.id} AND f.deleted_at IS NULL AND ${isVisibleFile(visibilities)}
      ORDER BY f.datei_id DESC`,
    )}`;
}

/** The columns by which lists sort; the key breaks ties (contract §2). */
const SORT_COLUMNS: Readonly<Record<FilesQuery["sort"]["field"], SqlQuery>> = {
  created_at: sql`f.datei_id`,
  name: sql`v.name`,
  gueltig_bis: sql`f.gueltig_bis`,
  bytes: sql`c.bytes`,
};

function conditionsOf({ filter, kind, id, dateiart, sichtbar, validUntil }: FilesQuery, visibilities: Visibilities) {
  const { from, to, empty: isEmpty } = validUntil;
  return join(
    [
      sql`f.deleted_at IS NULL`,
      isVisibleFile(visibilities),
      ...(kind === undefined ? [] : [sql`f.kind = ${kind}`]),
      ...(id === undefined ? [] : [sql`f.record_id = ${id}`]),
      ...(dateiart === undefined ? [] : [sql`f.dateiart = ANY(${dateiart}::int[])`]),
      ...(sichtbar === undefined ? [] : [isVisibleFile(sichtbar)]),
      ...(from === undefined ? [] : [sql`f.gueltig_bis >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`f.gueltig_bis <= ${to}::date`]),
      ...(isEmpty === undefined ? [] : [isEmpty ? sql`f.gueltig_bis IS NULL` : sql`f.gueltig_bis IS NOT NULL`]),
      ...searchWords(filter).map(hasFileWord),
    ],
    " AND ",
  );
}

/** Reads one page of files, and their total number. */
export async function listedFiles(
  connection: Connection,
  query: FilesQuery,
  visibilities: Visibilities,
  locale: Locale,
): Promise<{ rows: StoredFile[]; total: number }> {
  const { sort, pageNo, pageSize } = query;
  const where = sql`WHERE ${conditionsOf(query, visibilities)}`;
  const order = raw(sort.order);
  const [[{ total }], rows] = await Promise.all([
    connection.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM ${CURRENT_FILES} ${where}`,
    connection.$queryRaw<StoredFile[]>`
      ${fileRows(
        locale,
        sql`${where} ORDER BY ${SORT_COLUMNS[sort.field]} ${order} NULLS LAST, f.datei_id ASC
        LIMIT ${pageSize} OFFSET ${BigInt(pageNo) * BigInt(pageSize)}::bigint`,
      )}`,
  ]);
  return { rows, total };
}

/** A version as it is stored. */
export type StoredVersion = Omit<FileVersionRow, "created_at"> & {
  version_id: number;
  content_id: number;
  created_at: Date;
};

const versionRows = (condition: SqlQuery) => sql`
  SELECT v.version_id, v.fassung, v.name, v.mime, c.bytes, c.sha256, v.content_id, v.created_at, ${creatorOf("v")} AS created_by
  FROM file_versions v JOIN file_contents c ON c.content_id = v.content_id WHERE ${condition} ORDER BY v.fassung DESC, v.version_id DESC`;

/**
 * Reads the versions of a file, newest first, without those that were reverted.
 * @param fassung the number of the only version to read; by default all are read
 */
export function versionsOf(connection: Connection, datei_id: number, fassung?: number): Promise<StoredVersion[]> {
  const isRequested = fassung === undefined ? empty : sql`AND v.fassung = ${fassung}`;
  return connection.$queryRaw<StoredVersion[]>`
    ${versionRows(sql`v.datei_id = ${datei_id} AND v.removed_at IS NULL ${isRequested}`)}`;
}

/** Reads the reverted versions of a file with a number, content and name that can still come back, the newest first. */
export function removedVersions(
  connection: Connection,
  datei_id: number,
  { fassung, sha256, name }: { fassung: number; sha256: string; name: string },
): Promise<StoredVersion[]> {
  return connection.$queryRaw<StoredVersion[]>`
    ${versionRows(
      sql`v.datei_id = ${datei_id} AND v.fassung = ${fassung} AND c.sha256 = ${sha256} AND v.name = ${name}
        AND v.removed_at > ${KEPT_SINCE}`,
    )}`;
}

/** Locks files until the transaction ends. */
export async function lockFiles(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.$executeRaw`SELECT 1 FROM files WHERE datei_id = ANY(${ids}::int[]) ORDER BY datei_id FOR UPDATE`;
}

/** Inserts a file without versions. @returns its key */
export async function insertFile(
  transaction: Transaction,
  record: { kind: string; id: number },
  values: FileValues,
): Promise<number> {
  const { dateiart, bezeichnung, unterzeichnet_am, gueltig_ab, gueltig_bis, sichtbar } = values;
  const [row] = await transaction.$queryRaw<[{ datei_id: number }]>`
    INSERT INTO files (kind, record_id, dateiart, bezeichnung, unterzeichnet_am, gueltig_ab, gueltig_bis, sichtbar)
    VALUES (${record.kind}, ${record.id}, ${dateiart}, ${bezeichnung}, ${unterzeichnet_am}::date, ${gueltig_ab}::date,
      ${gueltig_bis}::date, ${sichtbar}) RETURNING datei_id`;
  return row.datei_id;
}

/** Writes the values that users change. */
export async function updateFileValues(transaction: Transaction, datei_id: number, values: FileValues): Promise<void> {
  const { dateiart, bezeichnung, unterzeichnet_am, gueltig_ab, gueltig_bis, sichtbar } = values;
  await transaction.$executeRaw`
    UPDATE files SET dateiart = ${dateiart}, bezeichnung = ${bezeichnung}, unterzeichnet_am = ${unterzeichnet_am}::date,
      gueltig_ab = ${gueltig_ab}::date, gueltig_bis = ${gueltig_bis}::date, sichtbar = ${sichtbar}
    WHERE datei_id = ${datei_id}`;
}

/** Inserts a version, and makes it the current one. */
export async function insertVersion(
  transaction: Transaction,
  datei_id: number,
  version: { fassung: number; name: string; mime: string; content_id: number; created_by: number | null },
): Promise<void> {
  const { fassung, name, mime, content_id, created_by } = version;
  await transaction.$executeRaw`
    INSERT INTO file_versions (datei_id, fassung, name, mime, content_id, created_by)
    VALUES (${datei_id}, ${fassung}, ${name}, ${mime}, ${content_id}, ${created_by}::int)`;
  await setCurrentVersion(transaction, datei_id, fassung);
}

/** Makes a version the current one. */
export async function setCurrentVersion(transaction: Transaction, datei_id: number, fassung: number): Promise<void> {
  await transaction.$executeRaw`UPDATE files SET fassung = ${fassung} WHERE datei_id = ${datei_id}`;
}

/** Removes a version, as a revert does, or brings it back. */
export async function setVersionRemoved(transaction: Transaction, version_id: number, isRemoved: boolean) {
  await transaction.$executeRaw`
    UPDATE file_versions SET removed_at = CASE WHEN ${isRemoved} THEN now() END WHERE version_id = ${version_id}`;
}

/** Deletes files, or restores them. */
export async function setFilesDeleted(transaction: Transaction, ids: readonly number[], isDeleted: boolean) {
  await transaction.$executeRaw`
    UPDATE files SET deleted_at = CASE WHEN ${isDeleted} THEN now() END WHERE datei_id = ANY(${ids}::int[])`;
}

/** Moves files to another record of their kind. */
export async function moveFiles(transaction: Transaction, ids: readonly number[], record_id: number): Promise<void> {
  await transaction.$executeRaw`UPDATE files SET record_id = ${record_id} WHERE datei_id = ANY(${ids}::int[])`;
}
