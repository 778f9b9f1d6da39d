import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";
import { definitionOf } from "../../records/kinds/registry";
import { linkListOf, type LinkList } from "../../records/kinds/relations";
import { schemaOf } from "../../records/values/schemas";
import { validate, validFields, pickEditable } from "../../records/values/validation";
import { inTransaction, type Context } from "../database/transaction";
import type { Connection, Transaction } from "../database/client";
import { AppError, invalid, isReferenceConflict } from "../errors/errors";
import { findRecord } from "./find-records";
import { recordChanges, type NewChange } from "./record-change";
import { authorize } from "../access/permissions";
import * as links from "./sql/link-records";
import { clearRedirect, mergedInto, mergedLinks } from "./sql/merged-records";
import * as store from "./sql/record-store";
import { unknownReferences, type Inactive } from "./sql/reference-list-rows";
import { linksFields } from "./sql/fragments";
import { etagOf, isCurrent } from "../web/etag";

// ───────────── Checking ─────────────

/** A validated save: the record's values, and the fields that change. */
type Checked = { values: AnyRow; fields: FieldChange[] };

/**
 * Returns the valid fields of a request body that differ from the stored record: only their
 * references need to be checked.
 */
function newReferences(definition: AnyDefinition, stored: AnyRow | null, body: AnyRow): AnyRow {
  const valid = Object.entries(validFields(definition, body));
  return Object.fromEntries(valid.filter(([name, value]) => stored?.[name] !== value));
}

/**
 * Validates a whole record: the stored values, overwritten by the values of a request body.
 * @throws AppError validation_failed with all mistakes at once
 */
async function checked(
  connection: Connection,
  definition: AnyDefinition,
  stored: AnyRow | null,
  body: AnyRow,
  inactive: Inactive = { carriedBy: stored },
): Promise<Checked> {
  const { values, errors } = validate(schemaOf(definition), { ...stored, ...body });
  const unknown = await unknownReferences(connection, definition, newReferences(definition, stored, body), inactive);
  if (errors || unknown) throw invalid({ ...errors, ...unknown });
  const fields = stored
    ? store.differences(definition, stored, values)
    : store.snapshotFields(definition, { old: null, new: values });
  return { values, fields };
}

/**
 * Creates a data_not_found error. If the record was merged, the error names the record that it was
 * merged into (contract §12).
 */
export async function notFoundOrMerged(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
): Promise<AppError> {
  const into = await mergedInto(connection, definition, id);
  return new AppError("data_not_found", into === null ? {} : { body: { merged_into: into } });
}

/**
 * Creates the error for a change of a record that does not exist. By the order of errors in
 * contract §1 it is validation_failed if the change is invalid for any record, otherwise
 * data_not_found.
 */
async function missingRecord(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
  changes: AnyRow,
): Promise<AppError> {
  const { errors } = validate(schemaOf(definition), changes);
  const named = Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(changes, name));
  const unknown = await unknownReferences(connection, definition, validFields(definition, changes), "accepted");
  const all = { ...Object.fromEntries(named), ...unknown };
  return Object.keys(all).length > 0 ? invalid(all) : notFoundOrMerged(connection, definition, id);
}

/**
 * Previews a save without writing.
 * @param id the record's key, or null for a new one
 * @returns the record's own fields (without links) that would change
 * @throws AppError validation_failed, data_not_found, forbidden: like the save itself
 */
export async function checkRecord(
  { actor, connection }: Context,
  definition: AnyDefinition,
  id: number | null,
  body: AnyRow,
  inactive?: Inactive,
): Promise<FieldChange[]> {
  authorize(actor, "write", definition.name);
  const named = pickEditable(definition, body);
  const stored = id === null ? null : await store.storedRecord(connection, definition, id);
  if (id !== null && !stored) throw await missingRecord(connection, definition, id, named);
  return (await checked(connection, definition, stored?.values ?? null, named, inactive)).fields;
}

// ───────────── Writing ─────────────

/**
 * Runs a transaction that changes records of a kind.
 * @throws AppError forbidden when the actor may not write this kind
 */
export async function inWriteTransaction<Result>(
  context: Context,
  kind: string,
  work: (unit: Context<Transaction>) => Promise<Result>,
): Promise<Result> {
  authorize(context.actor, "write", kind);
  return inTransaction(context, work);
}

/** Options of a change: the version that it expects, and the earlier change that it reverts. */
export type ChangeOptions = {
  /** The request's `If-Match`; undefined without one (contract §8). */
  ifMatch?: string;
  /** Id of the change that this one reverts. */
  reverts?: number;
};

type SaveOptions = ChangeOptions & {
  /**
   * The inactive reference entries that the record may use; by default those that it already uses.
   */
  inactive?: Inactive;
};

type DeleteOptions = ChangeOptions & {
  /**
   * The record's links, to be stored in the history with the deletion. Given by a merge, which has
   * already moved them to another record.
   */
  takenAlong?: readonly links.LinkedRecord[];
};

/** A record after a change: its key and version. */
export type Saved = { id: number; version: number };

/**
 * Enforces optimistic locking.
 * @throws AppError edit_conflict with the current record when `If-Match` names another version
 */
export async function refuseOutdated(
  context: Context,
  definition: AnyDefinition,
  { id, version }: Saved,
  ifMatch?: string,
) {
  if (ifMatch === undefined || isCurrent(ifMatch, version)) return;
  const now = await findRecord(context, definition, id);
  throw new AppError("edit_conflict", { body: { data: now?.data }, headers: { etag: etagOf(version) } });
}

/** Returns the fields by which history entries identify a record. */
export const changeHeader = (definition: AnyDefinition, { id, version }: Saved, values: AnyRow) => ({
  kind: definition.apiPath,
  id,
  // Always in German: the history must not depend on the language of the actor.
  label: definition.label(values, "de"),
  version,
});

/**
 * Replaces the link lists that a request body contains; omitted link lists stay as they are
 * (contract §3).
 * @returns the changes to record in the history
 */
async function saveLinks(
  transaction: Transaction,
  definition: AnyDefinition,
  saved: Saved,
  values: AnyRow,
  body: AnyRow,
) {
  const changes: NewChange[] = [];
  for (const [name, { storage }] of linksFields(definition)) {
    const ids = Object.hasOwn(body, name) ? values[name] : undefined;
    if (!Array.isArray(ids)) continue;
    const linkList = linkListOf(definition.name, storage.list);
    const change = changeHeader(definition, saved, values);
    changes.push(...asChanges(change, await links.replaceLinks(transaction, linkList, saved.id, ids)));
  }
  return changes;
}

const asChanges = (change: ReturnType<typeof changeHeader>, made: Awaited<ReturnType<typeof links.replaceLinks>>) =>
  made.map(({ added, ...related }): NewChange => ({ ...change, action: added ? "link" : "unlink", related }));

/**
 * Replaces all links in one link list of a record.
 * @throws AppError data_not_found when the record, or one of the records to link, does not exist
 */
export function replaceLinked(context: Context, linkList: LinkList, id: number, ids: readonly number[]): Promise<void> {
  return inWriteTransaction(context, linkList.own.kind, async (unit) => {
    const definition = definitionOf(linkList.own.kind);
    const stored = await store.storedRecord(unit.connection, definition, id);
    if (!stored) throw new AppError("data_not_found");
    const change = changeHeader(definition, { id, version: stored.version }, stored.values);
    await recordChanges(unit, asChanges(change, await links.replaceLinks(unit.connection, linkList, id, ids)));
  });
}

/**
 * Creates a record, or updates the fields that a body contains: omitted fields keep their values,
 * and the whole record must be valid (contract §3). A save without changes does not increment the
 * version and writes no history (contract §8).
 * @param id the record's key, or null for a new one
 * @throws AppError validation_failed, data_not_found, edit_conflict, forbidden
 */
export async function saveRecord(
  context: Context,
  definition: AnyDefinition,
  id: number | null,
  body: AnyRow,
  options: SaveOptions = {},
): Promise<Saved> {
  const named = pickEditable(definition, body);
  const { reverts } = options;
  // A revert restores old values even if their entries are inactive by now.
  const inactive = reverts === undefined ? options.inactive : "accepted";
  return inWriteTransaction(context, definition.name, async (unit) => {
    const { connection } = unit;
    if (id === null) {
      const { values, fields } = await checked(connection, definition, null, named, inactive);
      const saved = { id: await store.insertRecord(connection, definition, values), version: 1 };
      const linked = await saveLinks(connection, definition, saved, values, named);
      await recordChanges(unit, [{ ...changeHeader(definition, saved, values), action: "create", fields }, ...linked]);
      return saved;
    }
    const stored = await store.lockedRecord(connection, definition, id);
    if (!stored) throw await missingRecord(connection, definition, id, named);
    const isAsked = Object.keys(named).length > 0;
    const change = isAsked ? await checked(connection, definition, stored.values, named, inactive) : null;
    await refuseOutdated(unit, definition, { id, version: stored.version }, options.ifMatch);
    if (!change) return { id, version: stored.version };
    const { values, fields } = change;
    const isChanged = fields.length > 0;
    const saved = { id, version: isChanged ? stored.version + 1 : stored.version };
    const linked = await saveLinks(connection, definition, saved, values, named);
    const own = { ...changeHeader(definition, saved, values), action: "update" as const, fields, reverts };
    await Promise.all([
      isChanged && store.updateRecord(connection, definition, id, fields),
      recordChanges(unit, isChanged ? [own, ...linked] : linked),
    ]);
    return saved;
  });
}

/**
 * Deletes a record with its links, unless its definition forbids deleting linked records (contract
 * §3). The database's foreign keys decide, so that a concurrently created link cannot slip through.
 * @throws AppError data_not_found, edit_conflict, forbidden, or the error code in the definition's
 * `inUse`
 */
export function deleteRecord(
  context: Context,
  definition: AnyDefinition,
  id: number,
  { ifMatch, reverts, ...options }: DeleteOptions = {},
): Promise<void> {
  return inWriteTransaction(context, definition.name, async (unit) => {
    const { connection } = unit;
    const stored = await store.lockedRecord(connection, definition, id);
    if (!stored) throw await notFoundOrMerged(connection, definition, id);
    const { version, values } = stored;
    await refuseOutdated(unit, definition, { id, version }, ifMatch);
    await links.lockLinks(connection, definition.name, id);
    const takenAlong = options.takenAlong ?? (await links.linkedRecords(connection, definition.name, id));
    await store.removeRecord(connection, definition, id).catch((error: unknown) => {
      throw definition.inUse && isReferenceConflict(error) ? new AppError(definition.inUse) : error;
    });
    const fields = store.snapshotFields(definition, { old: values, new: null });
    const change = changeHeader(definition, { id, version }, values);
    await recordChanges(unit, [{ ...change, action: "delete", fields, links: takenAlong, reverts }]);
  });
}

/** A deleted record as stored in the history. */
export type DeletedRecord = Saved & { values: AnyRow; links: readonly links.LinkedRecord[] };

/**
 * Restores a deleted record under its former key, with its links. Skips links to records that no
 * longer exist; a link to a merged record goes to the record that it was merged into. Continues the
 * version number, so that no client mistakes the record for an earlier state of it.
 * @returns the links that could not be restored
 * @throws AppError not_revertible when the record exists, or when its values are no longer valid,
 * for example because a reference entry that it uses was deleted
 */
export function restoreRecord(
  context: Context,
  definition: AnyDefinition,
  record: DeletedRecord,
  { reverts }: ChangeOptions,
): Promise<links.LinkedRecord[]> {
  return inWriteTransaction(context, definition.name, async (unit) => {
    const { connection } = unit;
    const { values, errors } = validate(schemaOf(definition), record.values);
    const refers = values && (await unknownReferences(connection, definition, values, "accepted"));
    if (errors || refers || (await store.lockRecord(connection, definition, record.id))) {
      throw new AppError("not_revertible");
    }
    const saved = { id: record.id, version: record.version + 1 };
    await store.insertRecord(connection, definition, values, saved);
    await clearRedirect(connection, definition, saved.id);
    const made = await links.restoreLinks(connection, definition.name, saved.id, record.links);
    const gone = record.links.filter((link) => !made.includes(link));
    const merged = await mergedLinks(connection, gone);
    made.push(...(await links.restoreLinks(connection, definition.name, saved.id, [...merged.values()])));
    const fields = store.snapshotFields(definition, { old: null, new: values });
    const change = changeHeader(definition, saved, values);
    await recordChanges(unit, [{ ...change, action: "create", fields, links: made, reverts }]);
    return gone.filter((link) => !merged.has(link));
  });
}
