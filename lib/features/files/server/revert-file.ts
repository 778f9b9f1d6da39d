import { FILE_FIELDS, validateFileValues } from "../file-values";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { FieldChange } from "@/lib/model/answers/shapes";
import type { ChangeAction } from "@/lib/model/change";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { AppError } from "@/lib/base/errors/errors";
import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { recordChanges } from "@/lib/store/records/change-log";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { CURRENT_FILES, KEPT_SINCE, recordLabel, restorableFiles } from "@/lib/store/sql/record-files";
import { lockProposalsOfFile } from "@/lib/store/sql/open-proposals";
import { lockRecords } from "@/lib/store/sql/write-records";
import { fileChange, fileDifferences, RECORD_FIELD, recordedValues } from "./file-changes";
import { doesFileKindExist } from "./file-kinds-sql";
import {
  lockFiles,
  moveFiles,
  removedVersions,
  setCurrentVersion,
  setFilesDeleted,
  setVersionRemoved,
  storedFiles,
  updateFileValues,
  versionsOf,
  type StoredFile,
} from "./files-sql";
import { orderReading } from "./order-reading";
import { definitionOfFile } from "./find-files";

/** A change of a file, as far as its revert needs it. */
type RevertedChange = { change_id: number; id: number; action: ChangeAction; fields: readonly FieldChange[] };

const notRevertible = () => new AppError("not_revertible");

const fieldNamed = (fields: readonly FieldChange[], name: string) => fields.find((field) => field.name === name);

/** Locks a file, deleted or not, and its record against being deleted. */
async function lockStored(unit: Context<Transaction>, datei_id: number): Promise<StoredFile & { hasRecord: boolean }> {
  const { connection, actor } = unit;
  const read = () => storedFiles(connection, [datei_id], HISTORY_LOCALE);
  const [before] = await read();
  if (!before) throw notRevertible();
  const definition = definitionOfFile(before);
  authorize(actor, "write", definition.name);
  await lockProposalsOfFile(connection, datei_id);
  const hasRecord = (await lockRecords(connection, definition, [before.id], "delete")) > 0;
  if (hasRecord) await lockFiles(connection, [datei_id]);
  const [file] = await read();
  if (!file) throw notRevertible();
  // A merge, or its revert, has moved the file while this waited.
  return file.id === before.id ? { ...file, hasRecord } : lockStored(unit, datei_id);
}

/** Returns the values of a file with its old ones. @throws AppError changed_since with the fields, not_revertible */
async function oldValues(
  { connection, actor }: Context,
  file: StoredFile,
  fields: readonly FieldChange[],
  force: boolean,
) {
  const changed = fields.filter(({ name }) => FILE_FIELDS.some((each) => each === name));
  const current = recordedValues(file);
  const since = changed.filter((field) => current[field.name] !== field.new).map(({ name }) => name);
  if (since.length > 0 && !force) throw new AppError("changed_since", { body: { fields: since } });
  const old: AnyRow = Object.fromEntries(changed.map((field) => [field.name, field.old]));
  const { values } = validateFileValues(file, old);
  if (!values) throw notRevertible();
  // A merge may have moved files that the actor does not see; no revert may hide one.
  if (values.sichtbar !== file.sichtbar && !visibilitiesOf(actor).includes(values.sichtbar)) throw notRevertible();
  if (!(await doesFileKindExist(connection, values.dateiart))) throw notRevertible();
  return values;
}

/**
 * Removes the version that a change has added, or brings back the one that a revert has removed, if
 * the file has got no other version since.
 */
async function revertVersion({ connection }: Context<Transaction>, file: StoredFile, fields: readonly FieldChange[]) {
  const number = fieldNamed(fields, "fassung");
  if (!number) return;
  const [old, added] = [Number(number.old), Number(number.new)];
  const digest = fieldNamed(fields, "sha256");
  if (file.fassung !== added || (digest && file.sha256 !== digest.new)) throw notRevertible();
  const name = String(fieldNamed(fields, "name")?.old ?? file.name);
  const [version] =
    old < added
      ? await versionsOf(connection, file.datei_id, added)
      : await removedVersions(connection, file.datei_id, { fassung: old, sha256: String(digest?.old), name });
  if (!version) throw notRevertible();
  await setVersionRemoved(connection, version.version_id, old < added);
  await setCurrentVersion(connection, file.datei_id, old);
}

/** Moves a file back to the record that it belonged to before a merge. */
async function revertMove({ connection }: Context<Transaction>, file: StoredFile, fields: readonly FieldChange[]) {
  const move = fieldNamed(fields, RECORD_FIELD);
  if (!move) return;
  const before = Number(move.old);
  const definition = definitionOfFile(file);
  if (file.id !== move.new || (await lockRecords(connection, definition, [before], "delete")) === 0)
    throw notRevertible();
  await moveFiles(connection, [file.datei_id], before);
}

/**
 * Reverts a change of a file by its opposite, which is recorded as a change of its own (contract §18).
 * @param force restores old values even where they have changed since; versions must be the newest
 * @throws AppError not_revertible, changed_since with the fields, forbidden
 */
export async function revertFileChange(
  unit: Context<Transaction>,
  change: RevertedChange,
  force: boolean,
): Promise<void> {
  const { connection } = unit;
  const { change_id: reverts, id, action, fields } = change;
  const file = await lockStored(unit, id);
  await orderReading(connection);
  if (action === "delete") {
    const isRestorable = (await restorableFiles(connection, [id])).has(id);
    if (!isRestorable || !file.hasRecord) throw notRevertible();
    await setFilesDeleted(connection, [id], false);
    const [restored = file] = await storedFiles(connection, [id], HISTORY_LOCALE);
    return recordChanges(unit, [
      fileChange("create", restored, fileDifferences(null, recordedValues(restored)), reverts),
    ]);
  }
  if (file.deleted_at) throw notRevertible();
  if (action === "create") {
    await setFilesDeleted(connection, [id], true);
    return recordChanges(unit, [fileChange("delete", file, fileDifferences(recordedValues(file), null), reverts)]);
  }
  // What `force` cannot revert is refused before values that have changed since.
  await revertVersion(unit, file, fields);
  await revertMove(unit, file, fields);
  await updateFileValues(connection, id, await oldValues(unit, file, fields, force));
  const [after] = await storedFiles(connection, [id], HISTORY_LOCALE);
  if (!after) throw notRevertible();
  const moved = after.id === file.id ? [] : [{ name: RECORD_FIELD, old: file.id, new: after.id }];
  const differences = [...fileDifferences(recordedValues(file), recordedValues(after)), ...moved];
  await recordChanges(unit, [fileChange("update", after, differences, reverts)]);
}

type FileState = { kind: string; record_id: number; fassung: number; isDeleted: boolean; isKept: boolean };

type RecordName = Pick<FileState, "kind" | "record_id">;
const recordName = ({ kind, record_id }: RecordName) => `${kind}/${record_id}`;

/** Returns the names of those records that exist. */
async function existingRecords(connection: Connection, records: readonly RecordName[]): Promise<Set<string>> {
  const [kinds, ids] = [records.map(({ kind }) => kind), records.map(({ record_id }) => record_id)];
  const rows = await connection.$queryRaw<RecordName[]>`
    SELECT f.kind, f.record_id FROM unnest(${kinds}::text[], ${ids}::int[]) AS f (kind, record_id) WHERE ${recordLabel(HISTORY_LOCALE)} IS NOT NULL`;
  return new Set(rows.map(recordName));
}

const versionName = (datei_id: number, fassung: unknown, sha256: unknown) => `${datei_id}/${fassung}/${sha256}`;

/** Returns the names of the removed versions of files that can still come back. */
async function keptVersions(connection: Connection, ids: readonly number[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.$queryRaw<{ datei_id: number; fassung: number; sha256: string }[]>`
    SELECT v.datei_id, v.fassung, c.sha256 FROM file_versions v JOIN file_contents c ON c.content_id = v.content_id
    WHERE v.datei_id = ANY(${ids}::int[]) AND v.removed_at > ${KEPT_SINCE}`;
  return new Set(rows.map(({ datei_id, fassung, sha256 }) => versionName(datei_id, fassung, sha256)));
}

/** Whether a change is the revert of a new version, which its own revert brings back. */
const isRemovalOfVersion = ({ fields }: Pick<RevertedChange, "fields">) => {
  const number = fieldNamed(fields, "fassung");
  return number !== undefined && Number(number.old) > Number(number.new);
};

/** Returns the ids of those changes of files that can be reverted in the current state (contract §8). */
export async function revertibleFileChanges(
  connection: Connection,
  changes: readonly RevertedChange[],
): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  const ids = [...new Set(changes.map(({ id }) => id))];
  const rows = await connection.$queryRaw<(FileState & { datei_id: number })[]>`
    SELECT f.datei_id, f.kind, f.record_id, f.fassung, f.deleted_at IS NOT NULL AS "isDeleted",
      f.deleted_at > ${KEPT_SINCE} AS "isKept"
    FROM ${CURRENT_FILES} WHERE f.datei_id = ANY(${ids}::int[])`;
  const states = new Map(rows.map(({ datei_id, ...state }) => [datei_id, state]));
  /** The record to which a file belonged before a merge. */
  const recordBefore = ({ id, fields }: RevertedChange): RecordName | null => {
    const [file, move] = [states.get(id), fieldNamed(fields, RECORD_FIELD)];
    return file && move ? { kind: file.kind, record_id: Number(move.old) } : null;
  };
  const records = await existingRecords(connection, [
    ...rows,
    ...changes.flatMap((change) => recordBefore(change) ?? []),
  ]);
  const updates = changes.filter(({ action }) => action === "update");
  const versions = await keptVersions(
    connection,
    updates.filter(isRemovalOfVersion).map(({ id }) => id),
  );
  const isRevertible = (change: RevertedChange): boolean => {
    const { id, action, fields } = change;
    const file = states.get(id);
    if (!file || !records.has(recordName(file))) return false;
    if (action === "delete") return file.isKept;
    if (file.isDeleted || action === "create") return !file.isDeleted;
    const [number, move, before] = [
      fieldNamed(fields, "fassung"),
      fieldNamed(fields, RECORD_FIELD),
      recordBefore(change),
    ];
    if (move && before && !(move.new === file.record_id && records.has(recordName(before)))) return false;
    if (!number) return true;
    const isKept = versions.has(versionName(id, number.old, fieldNamed(fields, "sha256")?.old));
    return number.new === file.fassung && (!isRemovalOfVersion(change) || isKept);
  };
  return new Set(changes.filter(isRevertible).map(({ change_id }) => change_id));
}
