import { randomUUID } from "node:crypto";
import type { NamedRecord } from "../history-answers";
import { isRecordKind } from "../history-query";
import { isEntryList, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { ROUND_KIND } from "@/lib/model/change";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { AppError, toAppError, type ErrorCode } from "@/lib/base/errors/errors";
import { getAt } from "@/lib/model/pure/get-at";
import { isAllowed } from "@/lib/base/access/permissions";
import { deleteEntry, restoreEntry, revertEntry } from "@/lib/features/reference-lists/server/entries";
import { isRoleConflict } from "@/lib/store/records/retried-transaction";
import { hasLaterMerge, isMerged, lockMerges } from "@/lib/store/sql/merged-records";
import { lockMovedProposals } from "@/lib/store/sql/open-proposals";
import { revertRun, runsOf } from "./revert-run";
import { isFileLink, restorableFiles } from "@/lib/store/sql/record-files";
import { currentFiles, hiddenFiles } from "@/lib/features/files/server/hidden-files";
import { revertFileChange } from "@/lib/features/files/server/revert-file";
import { historyScope } from "./history";
import { isFileChange, isRecordChange, revertibleAmong } from "./revertible";
import { lockedChanges, visibleAmong, type StoredChange } from "./stored-changes";
import { pushAll } from "@/lib/model/pure/long-lists";

/** The other ends of links that were not restored, and files that were deleted too long ago. */
type Skipped = NamedRecord[];

/** Error codes of the opposite change that are reported as `not_revertible`. */
const NOT_REVERTIBLE: readonly ErrorCode[] = ["validation_failed", "data_not_found", "already_exists", "role_taken"];

function asNotRevertible(error: unknown): never {
  throw NOT_REVERTIBLE.includes(toAppError(error).code) ? new AppError("not_revertible") : error;
}

/** Reports a unique role that the database refuses at the end of the transaction. */
function asLostRole(error: unknown): never {
  throw isRoleConflict(error) ? new AppError("not_revertible") : error;
}

/** Reverts a change of a reference entry (contract §9). */
async function revertOfList(unit: Context<Transaction>, list: EntryListName, change: StoredChange, force: boolean) {
  const { action, id, change_id: reverts } = change;
  if (action === "delete") await restoreEntry(unit, list, change, { reverts });
  else if (action === "create") await deleteEntry(unit, list, id, { reverts });
  else await revertEntry(unit, list, change, { force, reverts });
}

/**
 * Locks what restoring a merged record changes besides records: merges, and the proposals that
 * return to it. Is done before any record is locked.
 * @returns whether the deletion is that of a merge
 */
async function lockMerge({ connection }: Context<Transaction>, deletion: StoredChange): Promise<boolean> {
  const definition = definitionOfPath(deletion.kind);
  if (!definition || !(await isMerged(connection, deletion))) return false;
  await lockMerges(connection);
  await lockMovedProposals(connection, definition, [deletion.id]);
  return true;
}

/** Reverts the changes of a run. @returns the other ends of links that could not be restored */
async function revert(unit: Context<Transaction>, run: readonly StoredChange[], force: boolean): Promise<Skipped> {
  const change = getAt(run, 0);
  const isIrreversible = (one: StoredChange) => one.is_reverted || one.is_erased || one.is_confirmation;
  if (run.some(isIrreversible)) throw new AppError("not_revertible");
  if (isEntryList(change.kind)) {
    await revertOfList(unit, change.kind, change, force);
    return [];
  }
  if (isFileChange(change)) {
    await revertFileChange(unit, change, force);
    return [];
  }
  const definition = definitionOfPath(change.kind);
  if (!definition) throw new AppError("not_revertible");
  const lost = await revertRun(unit, definition, run, force);
  return [
    ...namesOf(lost.filter((link) => !isFileLink(link))),
    ...(await namesOfVisible(unit, lost.filter(isFileLink))),
  ];
}

const namesOf = (all: readonly NamedRecord[]): Skipped => all.map(({ kind, id, label }) => ({ kind, id, label }));

/** Names those of some files that the actor sees. */
async function namesOfVisible(unit: Context<Transaction>, files: readonly NamedRecord[]): Promise<Skipped> {
  const hidden = await hiddenFiles(
    unit,
    files.map(({ id }) => id),
  );
  return namesOf(files.filter(({ id }) => !hidden.has(id)));
}

/**
 * Reverts one change (contract §8).
 * @param force restores an update's old values even where the fields have changed since
 * @returns the record that was changed, and the links that could not be restored
 * @throws AppError data_not_found, changed_since with the fields, not_revertible, or an error that
 * prevents a deletion
 */
export function revertChange(
  context: Context,
  change_id: number,
  force: boolean,
): Promise<{ kind: string; id: number; skipped: Skipped }> {
  return inTransaction(context, async (unit) => {
    const [change] = await lockedChanges(unit.connection, { change_id });
    // A change that the actor may not see is reported as missing.
    const isOfList =
      change !== undefined && isEntryList(change.kind) && isAllowed(unit.actor, "write", "referenceLists");
    const isOfRound = change?.kind === ROUND_KIND;
    if (!change || !(isRecordKind(change.kind) || isFileChange(change) || isOfRound || isOfList))
      throw new AppError("data_not_found");
    const visible = await visibleAmong(unit.connection, [change], historyScope(unit));
    if (visible.length === 0) throw new AppError("data_not_found");
    if (change.action === "delete") await lockMerge(unit, change);
    const skipped = await revert(unit, [change], force).catch(asNotRevertible);
    return { kind: change.kind, id: change.id, skipped };
  }).catch(asLostRole);
}

/** Timeout in milliseconds; reverting a whole import takes long. */
const BATCH_TIMEOUT_MS = 120_000;

/**
 * Returns the changes of a batch that have been neither reverted nor erased, and are no confirmations,
 * and the files that were deleted too long ago to be restored. For a merge, leaves out links that have
 * been removed since, so that they do not prevent restoring both records, and locks it.
 * @throws AppError not_revertible when a later merge prevents reverting this one
 */
async function changesToRevert(unit: Context<Transaction>, batch: string, changes: readonly StoredChange[]) {
  const all = changes.filter((change) => !change.is_reverted && !change.is_erased && !change.is_confirmation);
  const deletions = all.filter((change) => change.action === "delete" && !isFileChange(change));
  const [deletion] = deletions;
  const isMerge = deletion && deletions.length === 1 && (await lockMerge(unit, deletion));
  const { open: files, lost } = await openFileChanges(unit, all.filter(isFileChange));
  const open = all.filter((change) => !isFileChange(change) || files.includes(change));
  if (!isMerge) return { open, lost };
  if (await hasLaterMerge(unit.connection, batch)) throw new AppError("not_revertible");
  const links = open.filter((change) => !isRecordChange(change));
  const revertible = await revertibleAmong(unit.connection, links);
  // The record that was merged comes back last: until then, the other one has its unique roles.
  const others = open.filter(
    (change) =>
      change !== deletion && !isFileChange(change) && (isRecordChange(change) || revertible.has(change.change_id)),
  );
  // Files go back to the record that is there again.
  return { open: [...others, deletion, ...files], lost };
}

/**
 * Divides the changes of files in a batch: those that can still be reverted, and deletions that are too
 * old for it. Leaves out other changes of files that were deleted since. So neither prevents the revert
 * of the batch.
 */
async function openFileChanges({ connection }: Context, changes: readonly StoredChange[]) {
  const ids = changes.map(({ id }) => id);
  const [current, restorable] = [await currentFiles(connection, ids), await restorableFiles(connection, ids)];
  const isDeletion = ({ action }: StoredChange) => action === "delete";
  return {
    open: changes.filter((change) => (isDeletion(change) ? restorable : current).has(change.id)),
    lost: changes.filter((change) => isDeletion(change) && !restorable.has(change.id)),
  };
}

/**
 * Reverts all changes of a batch in one transaction, newest first, or none of them. Changes that
 * were reverted or erased before, and confirmations, are skipped. The reverts form a new batch.
 * @throws AppError like `revertChange`
 */
export function revertBatch(
  context: Context,
  batch: string,
  force: boolean,
): Promise<{ changes: number; skipped: Skipped }> {
  return inTransaction(
    { ...context, batch: randomUUID() },
    async (unit) => {
      const changes = await lockedChanges(unit.connection, { batch });
      const visible = await visibleAmong(unit.connection, changes, historyScope(unit));
      if (visible.length === 0) throw new AppError("data_not_found");
      const { open, lost } = await changesToRevert(unit, batch, changes);
      if (open.length === 0) throw new AppError("not_revertible");
      const skipped = await namesOfVisible(unit, lost);
      for (const run of runsOf(open)) pushAll(skipped, await revert(unit, run, force).catch(asNotRevertible));
      await recheckPermission(unit, "write", "history");
      return { changes: open.filter((change) => visible.includes(change)).length, skipped };
    },
    BATCH_TIMEOUT_MS,
  ).catch(asLostRole);
}
