import type { AnyDefinition } from "@/lib/model/kinds/define";
import { isSeenByAsMany, visibilitiesOf } from "@/lib/model/files/file-visibility";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { recordChanges } from "@/lib/store/records/change-log";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { fileChange, fileDifferences, RECORD_FIELD, recordedValues } from "./file-changes";
import { filesOfRecord, lockFiles, moveFiles, setFilesDeleted, storedFiles, type StoredFile } from "./files-sql";
import { seesFile } from "./find-files";

type MergedIds = { keep: number; drop: number };

/**
 * The files of the kept record, and those of the dropped one: those that move, and those whose bytes the
 * kept record has.
 */
type MergedFiles = { kept: StoredFile[]; moved: StoredFile[]; joined: StoredFile[] };

async function mergedFiles(
  connection: Connection,
  { apiPath }: AnyDefinition,
  { keep, drop }: MergedIds,
): Promise<MergedFiles> {
  const filesOf = (id: number) =>
    filesOfRecord(connection, { kind: apiPath, id }, visibilitiesOf(null), HISTORY_LOCALE);
  const [kept, dropped] = [await filesOf(keep), await filesOf(drop)];
  // A file that fewer people see does not replace the one that more people see.
  const isJoined = (file: StoredFile) =>
    kept.some(({ sha256, sichtbar }) => sha256 === file.sha256 && isSeenByAsMany(sichtbar, file.sichtbar));
  return { kept, moved: dropped.filter((file) => !isJoined(file)), joined: dropped.filter(isJoined) };
}

/**
 * Returns the files that a merge moves and joins, and those of the kept record, as far as the actor sees
 * them.
 */
export async function listMergedFiles(
  context: Context,
  definition: AnyDefinition,
  ids: MergedIds,
): Promise<MergedFiles> {
  const { kept, moved, joined } = await mergedFiles(context.connection, definition, ids);
  const seen = (files: readonly StoredFile[]) => files.filter((file) => seesFile(context, file));
  return { kept: seen(kept), moved: seen(moved), joined: seen(joined) };
}

/**
 * Gives the files of a merged record to the kept one; of two with the same bytes, the kept record's
 * stays (contract §18), unless that one is seen by fewer people. Both records must be locked.
 */
export async function mergeFiles(unit: Context<Transaction>, definition: AnyDefinition, ids: MergedIds): Promise<void> {
  const { connection } = unit;
  const { moved, joined } = await mergedFiles(connection, definition, ids);
  const keys = (files: readonly StoredFile[]) => files.map(({ datei_id }) => datei_id);
  if (moved.length + joined.length === 0) return;
  await lockFiles(connection, keys([...moved, ...joined]));
  await setFilesDeleted(connection, keys(joined), true);
  await moveFiles(connection, keys(moved), ids.keep);
  const after = await storedFiles(connection, keys(moved), HISTORY_LOCALE);
  await recordChanges(unit, [
    ...joined.map((file) => fileChange("delete", file, fileDifferences(recordedValues(file), null))),
    ...after.map((file) => fileChange("update", file, [{ name: RECORD_FIELD, old: ids.drop, new: ids.keep }])),
  ]);
}
