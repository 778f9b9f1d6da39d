import type { FileRow, FileVersionRow, FoundFile } from "../file-answers";
import type { FilesQuery } from "../files-query";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { visibilitiesOf, type FileVisibility } from "@/lib/model/files/file-visibility";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { AppError } from "@/lib/base/errors/errors";
import { expectDefined } from "@/lib/base/errors/invariant";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { notFoundOrMerged, readLong } from "@/lib/store/records/find-records";
import { recordLabels } from "@/lib/store/sql/list-records";
import { findPassages } from "./find-passages";
import { filesOfRecord, listedFiles, storedFiles, versionsOf, type StoredFile, type StoredVersion } from "./files-sql";

/** Converts a stored file to its API form. */
export const asFileRow = ({ content_id: _, deleted_at: _deleted, created_at, ...file }: StoredFile): FileRow => ({
  ...file,
  created_at: created_at.toISOString(),
});

/** Returns the definition of the kind of record to which a file belongs. */
export const definitionOfFile = ({ kind }: Pick<StoredFile, "kind">): AnyDefinition =>
  expectDefined(definitionOfPath(kind), "the kind of a file's record");

/** Whether an actor sees a file, which its present visibility decides. */
export const seesFile = (context: Pick<Context, "actor">, { sichtbar }: { sichtbar: FileVisibility }): boolean =>
  visibilitiesOf(context.actor).includes(sichtbar);

/**
 * Reads a file.
 * @throws AppError data_not_found when it does not exist or the actor does not see it
 */
export async function getFile(context: Context, datei_id: number): Promise<StoredFile> {
  const [file] = await storedFiles(context.connection, [datei_id], context.locale);
  if (!file || file.deleted_at || !seesFile(context, file)) throw new AppError("data_not_found");
  return file;
}

/**
 * Checks that a record exists.
 * @throws AppError data_not_found; of a merged record with the one that it was merged into
 */
export async function checkRecordExists(connection: Connection, definition: AnyDefinition, id: number): Promise<void> {
  const [found] = await recordLabels(connection, definition, [id], "de");
  if (!found) throw await notFoundOrMerged(connection, definition, id);
}

/** Returns the files of a record that the actor sees, newest first. */
export async function findRecordFiles(context: Context, { apiPath }: AnyDefinition, id: number): Promise<FileRow[]> {
  const { connection, actor, locale } = context;
  const files = await filesOfRecord(connection, { kind: apiPath, id }, visibilitiesOf(actor), locale);
  return files.map(asFileRow);
}

/** Like `findRecordFiles`. @throws AppError data_not_found when the record does not exist */
export async function listRecordFiles(context: Context, definition: AnyDefinition, id: number): Promise<FileRow[]> {
  await checkRecordExists(context.connection, definition, id);
  return findRecordFiles(context, definition, id);
}

/** Returns one page of all files that the actor sees, with where a filter found them, and their total number. */
export function listFiles(context: Context, query: FilesQuery): Promise<{ rows: FoundFile[]; total: number }> {
  const { actor, locale } = context;
  return readLong(context, async (connection) => {
    const { rows, total } = await listedFiles(connection, query, visibilitiesOf(actor), locale);
    if (query.filter === "") return { rows: rows.map(asFileRow), total };
    const contents = rows.map(({ content_id }) => content_id);
    const passages = await findPassages(connection, contents, query.filter);
    const found = rows.map((row) => ({ ...asFileRow(row), fundstelle: passages.get(row.content_id) ?? null }));
    return { rows: found, total };
  });
}

/** Returns the versions of a file, newest first. @throws AppError data_not_found */
export async function listVersions(context: Context, datei_id: number): Promise<FileVersionRow[]> {
  await getFile(context, datei_id);
  const versions = await versionsOf(context.connection, datei_id);
  return versions.map(({ version_id: _, content_id: _content, created_at, ...version }) => ({
    ...version,
    created_at: created_at.toISOString(),
  }));
}

/** Returns a version of a file; the current one without a number. @throws AppError data_not_found */
export async function getVersion(
  context: Context,
  datei_id: number,
  fassung?: number,
): Promise<{ file: StoredFile; version: StoredVersion }> {
  const file = await getFile(context, datei_id);
  const [version] = await versionsOf(context.connection, datei_id, fassung ?? file.fassung);
  if (!version) throw new AppError("data_not_found");
  return { file, version };
}
