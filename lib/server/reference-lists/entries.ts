import type { AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";
import {
  changedEntrySchema,
  newEntrySchema,
  withoutLoadedEntryExtras,
  type EntryValues,
} from "../../records/reference-lists/reference-entry";
import {
  entryFlags,
  isProtected,
  nameColumns,
  referenceLists,
  type EntryListName,
} from "../../records/reference-lists/reference-lists";
import { validate } from "../../records/values/validation";
import { inTransaction, type Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { AppError, invalid } from "../errors/errors";
import { recordChanges } from "../records/record-change";
import { demand } from "../access/permissions";
import * as store from "./entries-sql";

/* The one door to the entries of reference lists for all that changes them (contract §9). */

/** An entry with what carries it. */
export type Entry = store.StoredEntry & { used: number; isProtected: boolean };

const asEntry = (list: EntryListName, stored: store.StoredEntry): Entry => ({
  ...stored,
  used: stored.uses.reduce((sum, { count }) => sum + count, 0),
  isProtected: isProtected(list, stored.id),
});

/** The entries of a list in its order. @throws AppError forbidden */
export async function listEntries({ actor, connection }: Context, list: EntryListName): Promise<Entry[]> {
  demand(actor, "read", "referenceLists");
  return (await store.storedEntries(connection, list)).map((entry) => asEntry(list, entry));
}

/** How many entries each list has. */
export const countEntries = ({ connection }: Context) => store.entryCounts(connection);

/** What a change undoes, if it undoes one. */
type Reverting = { reverts?: number };

/**
 * A unit of work that changes a list, one at a time.
 * @throws AppError forbidden, unless who acts may do so
 */
export function changingList<Result>(
  context: Context,
  list: EntryListName,
  work: (unit: Context<Transaction>, entries: Entry[]) => Promise<Result>,
  patience?: number,
): Promise<Result> {
  return inTransaction(
    context,
    async (unit) => {
      demand(unit.actor, "write", "referenceLists");
      await store.lockList(unit.connection, list);
      const entries = await listEntries(unit, list);
      // Entries that somebody deleted have left gaps: from here on positions are places.
      await store.writeOrder(
        unit.connection,
        list,
        entries.map(({ id }) => id),
      );
      return work(unit, entries);
    },
    patience,
  );
}

/** @throws AppError data_not_found */
export function entryAmong(entries: readonly Entry[], id: number): Entry {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) throw new AppError("data_not_found");
  return entry;
}

/** Writes what an entry's own table tells, as part of an undoing if it is one. */
async function telling<Result>(
  { connection }: Context<Transaction>,
  reverts: number | undefined,
  write: () => Promise<Result>,
) {
  if (reverts === undefined) return write();
  await store.tellReverts(connection, reverts);
  const result = await write();
  await store.tellReverts(connection, null);
  return result;
}

/** @throws AppError validation_failed where another entry of the list has one of these names */
async function refuseTaken({ connection }: Context, list: EntryListName, own: number | null, names: AnyRow) {
  const taken = await store.takenNames(connection, list, own, names);
  if (taken.length > 0) throw invalid(Object.fromEntries(taken.map((name) => [name, ["exists_already"]])));
}

/** The keys in their order, with one of them at another place, from 1; a place past the end is the end. */
function placed(entries: readonly Entry[], id: number, place: number): number[] {
  const others = entries.map((entry) => entry.id).filter((other) => other !== id);
  return others.toSpliced(place - 1, 0, id);
}

/** Makes an entry that stands at its place, by a new key or the one that it had. */
async function addEntry(
  unit: Context<Transaction>,
  list: EntryListName,
  entries: readonly Entry[],
  { position, ...values }: EntryValues,
  { reverts }: Reverting = {},
): Promise<number> {
  const { connection } = unit;
  await refuseTaken(unit, list, null, values);
  const id = await telling(unit, reverts, () => store.insertEntry(connection, list, values));
  if (position !== undefined) await store.writeOrder(connection, list, placed(entries, id, position));
  return id;
}

/**
 * Adds an entry to a list.
 * @returns its key
 * @throws AppError validation_failed, forbidden
 */
export function createEntry(context: Context, list: EntryListName, body: AnyRow): Promise<number> {
  return changingList(context, list, (unit, entries) => {
    const { values, errors } = validate(newEntrySchema(list), withoutLoadedEntryExtras(list, body));
    if (errors) throw invalid(errors);
    return addEntry(unit, list, entries, values);
  });
}

/** What of an entry's names and flags a change makes different. */
function differences(list: EntryListName, entry: Entry, values: EntryValues): AnyRow {
  const stored: AnyRow = { ...entry.names, ...entry.flags };
  const named = [...nameColumns(list), ...entryFlags(list)].filter(
    (name) => values[name] !== undefined && values[name] !== stored[name],
  );
  return Object.fromEntries(named.map((name) => [name, values[name]]));
}

/** Puts an entry at a place. The history tells it of the entry that somebody moved, and not of those that made room. */
async function moveEntry(
  unit: Context<Transaction>,
  list: EntryListName,
  entries: readonly Entry[],
  { id, label, place }: { id: number; label: string; place: number },
  { reverts }: Reverting,
) {
  const old = entryAmong(entries, id).place;
  const wanted = Math.min(place, entries.length);
  await store.writeOrder(unit.connection, list, placed(entries, id, wanted));
  if (wanted === old) return;
  const fields = [{ name: "position", old, new: wanted }];
  await recordChanges(unit, [{ action: "update", kind: list, id, label, version: null, fields, reverts }]);
}

/**
 * Changes names, flags and place of an entry; what the body leaves out stays.
 * @throws AppError validation_failed, data_not_found, reference_protected, forbidden
 */
export function changeEntry(
  context: Context,
  list: EntryListName,
  id: number,
  body: AnyRow,
  { reverts }: Reverting = {},
): Promise<void> {
  return changingList(context, list, async (unit, entries) => {
    const { values, errors } = validate(changedEntrySchema(list), withoutLoadedEntryExtras(list, body));
    if (errors) throw invalid(errors);
    const entry = entryAmong(entries, id);
    const changed = differences(list, entry, values);
    await refuseTaken(unit, list, id, changed);
    if (changed.active === false && entry.isProtected) throw new AppError("reference_protected");
    if (Object.keys(changed).length > 0) {
      await telling(unit, reverts, () => store.updateEntry(unit.connection, list, id, changed));
    }
    if (values.position === undefined) return;
    const [germanName = ""] = nameColumns(list);
    const label = String({ ...entry.names, ...changed }[germanName]);
    await moveEntry(unit, list, entries, { id, label, place: values.position }, { reverts });
  });
}

/** @throws AppError reference_protected where rules of the product name the entry */
export function refuseProtected({ isProtected: isKept }: Entry): void {
  if (isKept) throw new AppError("reference_protected");
}

/** Deletes an entry that nothing carries any more. */
export const dropEntry = (unit: Context<Transaction>, list: EntryListName, id: number, { reverts }: Reverting = {}) =>
  telling(unit, reverts, () => store.removeEntry(unit.connection, list, id));

/**
 * Deletes an entry that no record carries.
 * @throws AppError data_not_found, reference_protected, reference_in_use with the number of records, forbidden
 */
export function deleteEntry(context: Context, list: EntryListName, id: number, options: Reverting = {}): Promise<void> {
  return changingList(context, list, async (unit, entries) => {
    refuseProtected(entryAmong(entries, id));
    // From here on no record can begin to carry it; what has begun to meanwhile is counted.
    await store.lockEntry(unit.connection, list, id);
    const { used } = entryAmong(await listEntries(unit, list), id);
    if (used > 0) throw new AppError("reference_in_use", { body: { used } });
    await dropEntry(unit, list, id, options);
  });
}

const valuesBefore = (fields: readonly FieldChange[]) => Object.fromEntries(fields.map(({ name, old }) => [name, old]));

/**
 * Brings a deleted entry back under its key, at its place.
 * @throws AppError not_revertible when it is there, or its name has been given away
 */
export function restoreEntry(
  context: Context,
  list: EntryListName,
  { id, fields }: { id: number; fields: readonly FieldChange[] },
  options: Reverting,
): Promise<void> {
  return changingList(context, list, async (unit, entries) => {
    const { values } = validate(newEntrySchema(list), valuesBefore(fields));
    if (!values || entries.some((entry) => entry.id === id)) throw new AppError("not_revertible");
    await addEntry(unit, list, entries, { ...values, [referenceLists[list].key]: id }, options);
  });
}

/**
 * Sets the old values of a change of an entry.
 * @param force also where they have changed since
 * @throws AppError changed_since with the fields, not_revertible when the entry is gone
 */
export function revertEntry(
  context: Context,
  list: EntryListName,
  { id, fields }: { id: number; fields: readonly FieldChange[] },
  { force, reverts }: { force: boolean; reverts: number },
): Promise<void> {
  return changingList(context, list, async (unit, entries) => {
    const entry = entryAmong(entries, id);
    const now: AnyRow = { ...entry.names, ...entry.flags, position: entry.place };
    const changed = fields.filter((field) => now[field.name] !== field.new).map(({ name }) => name);
    if (changed.length > 0 && !force) throw new AppError("changed_since", { body: { fields: changed } });
    await changeEntry(unit, list, id, valuesBefore(fields), { reverts });
  });
}
