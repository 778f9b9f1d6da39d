import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { FieldChange } from "@/lib/model/answers/shapes";
import {
  addedEntriesSchema,
  addedEntrySchema,
  changedEntrySchema,
  newEntrySchema,
  pickEditableEntry,
  type EntryValues,
} from "../reference-entry";
import {
  entryGroups,
  entryProperties,
  isProtected,
  nameColumns,
  referenceLists,
  shippedCode,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import { usesOf } from "@/lib/model/reference-lists/reference-uses";
import { validate } from "@/lib/model/values/validation";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { recordChanges } from "@/lib/store/records/change-log";
import { authorize } from "@/lib/base/access/permissions";
import { countProposing } from "@/lib/store/sql/open-proposals";
import * as store from "./entries-sql";

/* All changes of reference list entries go through this module (contract §9). */

/** A reference list entry with the number of its uses. */
export type Entry = store.StoredEntry & { used: number; isProtected: boolean };

const asEntry = (list: EntryListName, stored: store.StoredEntry): Entry => ({
  ...stored,
  used: stored.uses.reduce((sum, { count }) => sum + count, 0),
  isProtected: isProtected(list, stored.id),
});

/** Returns the entries of a list in display order. @throws AppError forbidden */
export async function listReferenceEntries({ actor, connection }: Context, list: EntryListName): Promise<Entry[]> {
  authorize(actor, "read", "referenceLists");
  return (await store.storedReferenceEntries(connection, list)).map((entry) => asEntry(list, entry));
}

/** Returns the number of entries of each list. */
export const countEntries = ({ connection }: Context) => store.entryCounts(connection);

/** Id of the change that an operation reverts, if any. */
type Reverting = { reverts?: number };

/**
 * Runs a transaction that changes a list. A lock serializes the changes of one list.
 * @param timeoutMs transaction timeout in milliseconds
 * @throws AppError forbidden when the actor may not change reference lists
 */
export function inListTransaction<Result>(
  context: Context,
  list: EntryListName,
  work: (unit: Context<Transaction>, entries: Entry[]) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> {
  return inTransaction(
    context,
    async (unit) => {
      authorize(unit.actor, "write", "referenceLists");
      await store.lockList(unit.connection, list);
      const entries = await listReferenceEntries(unit, list);
      // Deleted entries leave gaps: renumbers the positions from 1.
      await store.writePlaces(unit.connection, list, entries);
      return work(unit, entries);
    },
    timeoutMs,
  );
}

/** Returns the entry with this key. @throws AppError data_not_found */
export function entryAmong(entries: readonly Entry[], id: number): Entry {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) throw new AppError("data_not_found");
  return entry;
}

/** Runs a write; for a revert, passes the reverted change to the triggers that write the history. */
async function withRevertedChange<Result>(
  { connection }: Context<Transaction>,
  reverts: number | undefined,
  write: () => Promise<Result>,
) {
  if (reverts === undefined) return write();
  await store.setRevertedChange(connection, reverts);
  const result = await write();
  await store.setRevertedChange(connection, null);
  return result;
}

/** @throws AppError validation_failed when another entry of the list or group has such a name */
async function refuseTakenNames({ connection }: Context, list: EntryListName, entry: store.NamedEntry) {
  const taken = await store.conflictingNames(connection, list, [entry]);
  if (taken.length > 0) throw invalid(Object.fromEntries(taken.map(({ column }) => [column, ["exists_already"]])));
}

/** Returns the group that an entry is to have; null if the entries of the list have none. */
function groupIn(list: EntryListName, values: AnyRow): unknown {
  const groups = entryGroups(list);
  return groups ? values[groups.column] : null;
}

/**
 * Returns the positions of the entries of a list or group, with one entry moved to a position.
 * Positions count from 1; a position beyond the end means the end.
 */
function placed(entries: readonly Entry[], { id, group }: { id: number; group: unknown }, place: number) {
  const others = entries.filter((entry) => entry.group === group && entry.id !== id).map((entry) => entry.id);
  return others.toSpliced(place - 1, 0, id).map((each, index) => ({ id: each, place: index + 1 }));
}

/** Inserts an entry at its position. A restored entry gets its former key, any other a new key. */
async function addEntry(
  unit: Context<Transaction>,
  list: EntryListName,
  entries: readonly Entry[],
  { position, ...values }: EntryValues,
  { reverts }: Reverting = {},
): Promise<number> {
  const { connection } = unit;
  const group = groupIn(list, values);
  await refuseTakenNames(unit, list, { id: null, group, names: values });
  const id = await withRevertedChange(unit, reverts, () => store.insertEntry(connection, list, values));
  if (position !== undefined) await store.writePlaces(connection, list, placed(entries, { id, group }, position));
  return id;
}

/**
 * Adds an entry to a list.
 * @returns the entry's key
 * @throws AppError validation_failed, reference_protected, forbidden
 */
export function createEntry(context: Context, list: EntryListName, body: AnyRow): Promise<number> {
  return inListTransaction(context, list, (unit, entries) => {
    refuseShipped(list);
    const { values, errors } = validate(newEntrySchema(list), pickEditableEntry(list, body));
    if (errors) throw invalid(errors);
    return addEntry(unit, list, entries, values);
  });
}

/** Returns the name of a field of one of several new entries in errors; `field` is empty for the entry itself. */
const fieldOfAdded = (index: number, field: string) =>
  field === "" ? `entries.${index}` : `entries.${index}.${field}`;

/** Validates several new entries. @throws AppError validation_failed with the errors of all */
function validEntries(list: EntryListName, body: AnyRow): AnyRow[] {
  const { values, errors } = validate(addedEntriesSchema(z.unknown()), body);
  if (errors) throw invalid(errors);
  const schema = addedEntrySchema(list);
  const checked = values.entries.map((entry) => validate(schema, entry));
  const ofEntries = checked.flatMap((one, index) =>
    Object.entries(one.errors ?? {}).map(([field, codes]) => [fieldOfAdded(index, field), codes] as const),
  );
  if (ofEntries.length > 0) throw invalid(Object.fromEntries(ofEntries));
  return checked.flatMap(({ values: entry }) => (entry ? [entry] : []));
}

/**
 * Adds several entries to a list, or none. They are one batch of the history, so that they can be
 * reverted together.
 * @returns the entries' keys, and the id of the batch
 * @throws AppError validation_failed, reference_protected, forbidden
 */
export function createEntries(
  context: Context,
  list: EntryListName,
  body: AnyRow,
): Promise<{ ids: number[]; batch: string }> {
  const batch = context.batch ?? randomUUID();
  return inListTransaction({ ...context, batch }, list, async (unit) => {
    refuseShipped(list);
    const values = validEntries(list, body);
    const named = values.map((entry) => ({ id: null, group: groupIn(list, entry), names: entry }));
    const taken = await store.conflictingNames(unit.connection, list, named);
    if (taken.length > 0)
      throw invalid(
        Object.fromEntries(taken.map(({ index, column }) => [fieldOfAdded(index, column), ["exists_already"]])),
      );
    return { ids: await store.insertEntries(unit.connection, list, values), batch };
  });
}

/** Returns the names, flags and choices in `values` that differ from those of the entry. */
function differences(list: EntryListName, entry: Entry, values: EntryValues): AnyRow {
  const stored: AnyRow = { ...entry.names, ...entry.flags, ...entry.choices };
  const named = [...nameColumns(list), ...entryProperties(list)].filter(
    (name) => values[name] !== undefined && values[name] !== stored[name],
  );
  return Object.fromEntries(named.map((name) => [name, values[name]]));
}

/**
 * Moves an entry. The history records the move for this entry only, not for the entries that make
 * room for it.
 */
async function moveEntry(
  unit: Context<Transaction>,
  list: EntryListName,
  entries: readonly Entry[],
  { id, label, place }: { id: number; label: string; place: number },
  { reverts }: Reverting,
) {
  const entry = entryAmong(entries, id);
  const old = entry.place;
  const newPlace = Math.min(place, entries.filter(({ group }) => group === entry.group).length);
  await store.writePlaces(unit.connection, list, placed(entries, entry, newPlace));
  if (newPlace === old) return;
  const fields = [{ name: "position", old, new: newPlace }];
  await recordChanges(unit, [{ action: "update", kind: list, id, label, version: null, fields, reverts }]);
}

/** Returns the errors of an update that names another group or code than the entry's own (contract §§13, 16). */
function fixedErrors(list: EntryListName, entry: Entry | undefined, body: AnyRow): FieldErrors {
  if (!entry) return {};
  const [group, code] = [entryGroups(list)?.column, shippedCode(list)];
  const isOther = (column: string, own: unknown) => body[column] !== undefined && body[column] !== own;
  return {
    ...(group !== undefined &&
      typeof body[group] === "string" &&
      isOther(group, entry.group) && { [group]: ["fixed"] }),
    ...(code !== undefined && isOther(code, entry.code) && { [code]: ["fixed"] }),
  };
}

/** @throws AppError reference_protected for a list whose entries are those of a standard */
export function refuseShipped(list: EntryListName): void {
  if (shippedCode(list) !== undefined) throw new AppError("reference_protected");
}

/**
 * Changes names, flags, choices and position of an entry; omitted fields stay as they are.
 * @throws AppError validation_failed, data_not_found, reference_protected, forbidden; role_taken when
 * links break the uniqueness that the entry is to get
 */
export function changeEntry(
  context: Context,
  list: EntryListName,
  id: number,
  body: AnyRow,
  { reverts }: Reverting = {},
): Promise<void> {
  return inListTransaction(context, list, async (unit, entries) => {
    const { values, errors } = validate(changedEntrySchema(list), pickEditableEntry(list, body));
    const found = entries.find((entry) => entry.id === id);
    const allErrors = { ...fixedErrors(list, found, body), ...errors };
    if (!values || Object.keys(allErrors).length > 0) throw invalid(allErrors);
    const entry = entryAmong(entries, id);
    const changed = differences(list, entry, values);
    await refuseTakenNames(unit, list, { id, group: entry.group, names: changed });
    if (changed.active === false && entry.isProtected) throw new AppError("reference_protected");
    if (Object.keys(changed).length > 0) {
      await withRevertedChange(unit, reverts, () => store.updateEntry(unit.connection, list, id, changed));
    }
    if (values.position === undefined) return;
    const [germanName = ""] = nameColumns(list);
    const label = String({ ...entry.names, ...changed }[germanName]);
    await moveEntry(unit, list, entries, { id, label, place: values.position }, { reverts });
  });
}

/** @throws AppError reference_protected when rules of the application depend on the entry */
export function refuseProtected({ isProtected: isProtectedEntry }: Entry): void {
  if (isProtectedEntry) throw new AppError("reference_protected");
}

/** Deletes an entry that is no longer used. */
export const dropEntry = (unit: Context<Transaction>, list: EntryListName, id: number, { reverts }: Reverting = {}) =>
  withRevertedChange(unit, reverts, () => store.removeEntry(unit.connection, list, id));

/**
 * Deletes an unused entry.
 * @throws AppError data_not_found, reference_protected, reference_in_use with the number of records and open
 * proposals, forbidden
 */
export function deleteEntry(context: Context, list: EntryListName, id: number, options: Reverting = {}): Promise<void> {
  return inListTransaction(context, list, async (unit, entries) => {
    refuseProtected(entryAmong(entries, id));
    // The lock prevents records from starting to use the entry, so that the following count is
    // final.
    await store.lockEntry(unit.connection, list, id);
    const { used: stored } = entryAmong(await listReferenceEntries(unit, list), id);
    const recordUses = usesOf(list).filter((use) => use.link === undefined);
    const used = stored + (await countProposing(unit.connection, recordUses, id));
    if (used > 0) throw new AppError("reference_in_use", { body: { used } });
    await dropEntry(unit, list, id, options);
  });
}

const valuesBefore = (fields: readonly FieldChange[]) => Object.fromEntries(fields.map(({ name, old }) => [name, old]));

/**
 * Restores a deleted entry under its former key, at its former position.
 * @throws AppError not_revertible when the entry exists; validation_failed when another entry has
 * taken its name
 */
export function restoreEntry(
  context: Context,
  list: EntryListName,
  { id, fields }: { id: number; fields: readonly FieldChange[] },
  options: Reverting,
): Promise<void> {
  return inListTransaction(context, list, async (unit, entries) => {
    const { values } = validate(newEntrySchema(list), valuesBefore(fields));
    if (!values || entries.some((entry) => entry.id === id)) throw new AppError("not_revertible");
    await addEntry(unit, list, entries, { ...values, [referenceLists[list].key]: id }, options);
  });
}

/**
 * Restores the values that an entry had before a change.
 * @param force restores them even if the values have changed again since
 * @throws AppError changed_since with the fields that have changed again; data_not_found when the
 * entry no longer exists
 */
export function revertEntry(
  context: Context,
  list: EntryListName,
  { id, fields }: { id: number; fields: readonly FieldChange[] },
  { force, reverts }: { force: boolean; reverts: number },
): Promise<void> {
  return inListTransaction(context, list, async (unit, entries) => {
    const entry = entryAmong(entries, id);
    const now: AnyRow = { ...entry.names, ...entry.flags, ...entry.choices, position: entry.place };
    const changed = fields.filter((field) => now[field.name] !== field.new).map(({ name }) => name);
    if (changed.length > 0 && !force) throw new AppError("changed_since", { body: { fields: changed } });
    await changeEntry(unit, list, id, valuesBefore(fields), { reverts });
  });
}
