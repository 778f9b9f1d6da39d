import { randomUUID } from "node:crypto";
import type { AnyDefinition } from "../../records/kinds/define";
import { type NamedRecord, isRecordKind } from "../../records/history/history-query";
import { isEntryList, type EntryListName } from "../../records/reference-lists/reference-lists";
import { definitionOfPath } from "../../records/kinds/registry";
import { recheckPermission } from "../auth/recheck-permission";
import { inTransaction, type Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { AppError, type ErrorCode, isAppError, isReferenceConflict } from "../errors/errors";
import { isAllowed } from "../access/permissions";
import { deleteEntry, restoreEntry, revertEntry } from "../reference-lists/entries";
import { linkRecords, unlinkRecords } from "../records/record-links";
import { deleteRecord, restoreRecord, saveRecord } from "../records/records";
import { hasLaterMerge, isMerged } from "../records/sql/merged-records";
import { lockedRecord, storedRecord } from "../records/sql/record-store";
import { changedSince, isHiddenNow } from "./revert-checks";
import { revertRun, runsOf } from "./revert-many";
import { revertibleAmong, sidesOf } from "./revertible";
import { lockedChanges, type StoredChange } from "./stored-changes";

/** The other ends of links that were not restored, because these records no longer exist. */
type Skipped = NamedRecord[];

/** Error codes of the opposite change that are reported as `not_revertible`. */
const NO_LONGER: readonly ErrorCode[] = ["validation_failed", "data_not_found", "already_exists"];

function asNotRevertible(error: unknown): never {
  const isLost = isAppError(error, ...NO_LONGER) || isReferenceConflict(error);
  throw isLost ? new AppError("not_revertible") : error;
}

async function revertUpdate(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  change: StoredChange,
  force: boolean,
) {
  const { id, fields, change_id: reverts } = change;
  const stored = await lockedRecord(unit.connection, definition, id);
  if (!stored) throw new AppError("not_revertible");
  const changed = changedSince(fields, stored.values);
  if (changed.length > 0 && !force) throw new AppError("changed_since", { body: { fields: changed } });
  await saveRecord(unit, definition, id, Object.fromEntries(fields.map(({ name, old }) => [name, old])), { reverts });
  const after = await storedRecord(unit.connection, definition, id);
  if (isHiddenNow(fields, after?.values)) throw new AppError("not_revertible");
}

async function revertDelete(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  change: StoredChange,
): Promise<Skipped> {
  const { id, fields, version, links, change_id: reverts } = change;
  const values = Object.fromEntries(fields.map(({ name, old }) => [name, old]));
  const record = { id, version: version ?? 1, values, links: links ?? [] };
  const skipped = await restoreRecord(unit, definition, record, { reverts });
  return skipped.map(({ kind, id: otherId, label }) => ({ kind, id: otherId, label }));
}

/** Reverts a change of a reference entry (contract §9). */
async function revertOfList(unit: Context<Transaction>, list: EntryListName, change: StoredChange, force: boolean) {
  const { action, id, change_id: reverts } = change;
  if (action === "delete") await restoreEntry(unit, list, change, { reverts });
  else if (action === "create") await deleteEntry(unit, list, id, { reverts });
  else await revertEntry(unit, list, change, { force, reverts });
}

/** Reverts one change by applying its opposite, which is recorded as a change of its own. */
async function revert(unit: Context<Transaction>, change: StoredChange, force: boolean): Promise<Skipped> {
  if (change.is_reverted || change.is_erased) throw new AppError("not_revertible");
  if (isEntryList(change.kind)) {
    await revertOfList(unit, change.kind, change, force);
    return [];
  }
  const definition = definitionOfPath(change.kind);
  if (!definition) throw new AppError("not_revertible");
  const { action, id, related_id, change_id: reverts } = change;
  if (action === "delete") return revertDelete(unit, definition, change);
  if (action === "update") await revertUpdate(unit, definition, change, force);
  else if (action === "create") await deleteRecord(unit, definition, id, { reverts });
  else {
    const linkList = sidesOf(change);
    if (!linkList || related_id === null) throw new AppError("not_revertible");
    const reverse = action === "link" ? unlinkRecords : linkRecords;
    await reverse(unit, { linkList, id, otherId: related_id }, { reverts });
  }
  return [];
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
    if (!change || !(isRecordKind(change.kind) || isOfList)) throw new AppError("data_not_found");
    const skipped = await revert(unit, change, force).catch(asNotRevertible);
    return { kind: change.kind, id: change.id, skipped };
  });
}

/** Timeout in milliseconds; reverting a whole import takes long. */
const BATCH_TIMEOUT_MS = 120_000;

/**
 * Returns the changes of a batch that have been neither reverted nor erased. For a merge, leaves
 * out added links that have been removed since, so that they do not prevent restoring both records.
 * @throws AppError not_revertible when a later merge prevents reverting this one
 */
async function stillToRevert({ connection }: Context<Transaction>, batch: string, changes: readonly StoredChange[]) {
  const open = changes.filter(({ is_reverted, is_erased }) => !is_reverted && !is_erased);
  const deletions = open.filter(({ action }) => action === "delete");
  const isMerge = deletions.length === 1 && (await isMerged(connection, deletions[0]));
  if (!isMerge) return open;
  if (await hasLaterMerge(connection, batch)) throw new AppError("not_revertible");
  const links = open.filter(({ action }) => action === "link");
  const there = await revertibleAmong(connection, links);
  return open.filter((change) => change.action !== "link" || there.has(change.change_id));
}

/**
 * Reverts all changes of a batch in one transaction, newest first, or none of them. Changes that
 * were reverted or erased before are skipped. The reverts form a new batch.
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
      if (changes.length === 0) throw new AppError("data_not_found");
      const open = await stillToRevert(unit, batch, changes);
      if (open.length === 0) throw new AppError("not_revertible");
      const skipped: Skipped = [];
      for (const run of runsOf(open)) {
        const [change, ...more] = run;
        if (more.length > 0) await revertRun(unit, run, force).catch(asNotRevertible);
        else if (change) skipped.push(...(await revert(unit, change, force).catch(asNotRevertible)));
      }
      await recheckPermission(unit, "write", "history");
      return { changes: open.length, skipped };
    },
    BATCH_TIMEOUT_MS,
  );
}
