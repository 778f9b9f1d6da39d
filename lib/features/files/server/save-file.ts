import type { AnyRow, FieldErrors } from "@/lib/model/fields/field";
import { fileRow } from "../file-answers";
import { pickFileValues, validateFileValues, type FileValues } from "../file-values";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { authorize } from "@/lib/base/access/permissions";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { recordChanges } from "@/lib/store/records/change-log";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { lockProposalsOfFile } from "@/lib/store/sql/open-proposals";
import { lockRecords } from "@/lib/store/sql/write-records";
import { fileDifferences, fileChange, recordedValues } from "./file-changes";
import { isUsableFileKind } from "./file-kinds-sql";
import {
  insertFile,
  insertVersion,
  lockFiles,
  setFilesDeleted,
  storedFiles,
  updateFileValues,
  type StoredFile,
} from "./files-sql";
import { definitionOfFile, seesFile } from "./find-files";
import { orderReading } from "./order-reading";

/** Reads a file that exists, and that the actor sees. @throws AppError data_not_found */
async function visibleFile({ connection, actor }: Context, datei_id: number): Promise<StoredFile> {
  const [file] = await storedFiles(connection, [datei_id], HISTORY_LOCALE);
  if (!file || file.deleted_at || !seesFile({ actor }, file)) throw new AppError("data_not_found");
  return file;
}

/**
 * Locks a file that the actor may change, and then its record against being deleted.
 * @returns the file as it is once it is locked
 * @throws AppError data_not_found, forbidden
 */
export async function lockFile(unit: Context<Transaction>, datei_id: number): Promise<StoredFile> {
  const { connection, actor } = unit;
  const before = await visibleFile(unit, datei_id);
  const definition = definitionOfFile(before);
  authorize(actor, "write", definition.name);
  // Its proposals before its record, as accepting them does.
  await lockProposalsOfFile(connection, datei_id);
  const isLocked = (await lockRecords(connection, definition, [before.id], "delete")) > 0;
  if (isLocked) await lockFiles(connection, [datei_id]);
  const file = await visibleFile(unit, datei_id);
  // A merge, or its revert, has moved the file while this waited.
  if (file.id !== before.id) return lockFile(unit, datei_id);
  if (!isLocked) throw new AppError("data_not_found");
  return file;
}

/**
 * Validates the values that an actor gives a file.
 * @param stored the values that the file has, or a new file gets
 * @param changed the values that a request names
 * @param keptKind the kind of file that may be inactive, because the file has it
 * @throws AppError validation_failed
 */
export async function checkFileValues(
  { connection, actor }: Context,
  stored: FileValues,
  changed: AnyRow,
  keptKind?: number,
): Promise<FileValues> {
  const { values, errors } = validateFileValues(stored, changed);
  const all: FieldErrors = { ...errors };
  const { dateiart, sichtbar } = { ...stored, ...changed };
  const isKind = typeof dateiart === "number" && Number.isInteger(dateiart);
  if (!all.dateiart && isKind && dateiart !== keptKind && !(await isUsableFileKind(connection, dateiart)))
    all.dateiart = ["exists"];
  if (!all.sichtbar && !visibilitiesOf(actor).some((each) => each === sichtbar)) all.sichtbar = ["exists"];
  if (!values || Object.keys(all).length > 0) throw invalid(all);
  return values;
}

/** Reads a file that was just written. */
export async function writtenFile(connection: Transaction, datei_id: number): Promise<StoredFile> {
  const [file] = await storedFiles(connection, [datei_id], HISTORY_LOCALE);
  if (!file) throw new Error("A file that was just written is missing");
  return file;
}

/**
 * Adds a file to a record, whose values were checked and whose content is complete.
 * @returns the file's id
 */
export async function saveNewFile(
  unit: Context<Transaction>,
  record: { kind: string; id: number },
  values: FileValues,
  content: { name: string; mime: string; content_id: number },
): Promise<number> {
  const { connection, actor } = unit;
  const datei_id = await insertFile(connection, record, values);
  await insertVersion(connection, datei_id, { ...content, fassung: 1, created_by: actor?.id ?? null });
  await orderReading(connection);
  const file = await writtenFile(connection, datei_id);
  await recordChanges(unit, [fileChange("create", file, fileDifferences(null, recordedValues(file)))]);
  return datei_id;
}

/**
 * Refuses fields that files do not have: a mistyped `sichtbar` would leave a file visible to everyone.
 * @throws AppError validation_failed
 */
function refuseUnknownFields(sent: Iterable<string>): void {
  const names = [...sent].filter((name) => !Object.hasOwn(fileRow.shape, name));
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, ["unknown"]])));
}

/**
 * Changes the values of a file that a request names. Ignores what describes its bytes, and whatever else
 * a file that was read carries.
 * @throws AppError data_not_found, forbidden, validation_failed
 */
export async function updateFile(context: Context, datei_id: number, body: AnyRow): Promise<void> {
  refuseUnknownFields(Object.keys(body));
  return inTransaction(context, async (unit) => {
    const file = await lockFile(unit, datei_id);
    const values = await checkFileValues(unit, file, pickFileValues(body), file.dateiart);
    const after = { ...file, ...values };
    const fields = fileDifferences(recordedValues(file), recordedValues(after));
    if (fields.length === 0) return;
    await updateFileValues(unit.connection, datei_id, values);
    if (values.dateiart !== file.dateiart) await orderReading(unit.connection);
    await recordChanges(unit, [fileChange("update", after, fields)]);
  });
}

/** Deletes a file, which can be undone. @throws AppError data_not_found, forbidden */
export function deleteFile(context: Context, datei_id: number): Promise<void> {
  return inTransaction(context, async (unit) => {
    const file = await lockFile(unit, datei_id);
    await setFilesDeleted(unit.connection, [datei_id], true);
    await recordChanges(unit, [fileChange("delete", file, fileDifferences(recordedValues(file), null))]);
  });
}
