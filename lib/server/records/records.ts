import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";
import { definitionOf } from "../../records/kinds/registry";
import { linkListOf, type LinkList } from "../../records/kinds/relations";
import { schemaOf } from "../../records/values/schemas";
import { validate, validFields, withoutLoadedExtras } from "../../records/values/validation";
import { inTransaction, type Context } from "../database/transaction";
import type { Connection, Transaction } from "../database/client";
import { AppError, invalid, isReferenceConflict } from "../errors/errors";
import { findRecord } from "./find-records";
import { recordChanges, type NewChange } from "./record-change";
import { demand } from "../access/permissions";
import * as links from "./sql/link-records";
import { forgetMerge, mergedInto, mergedLinks } from "./sql/merged-records";
import * as store from "./sql/record-store";
import { unknownReferences, type Inactive } from "./sql/reference-lists";
import { linksFields } from "./sql/fragments";
import { etagOf, isCurrent } from "../web/etag";

// ───────────── Checking ─────────────

/** What a save would write, once nothing speaks against it. */
type Checked = { values: AnyRow; fields: FieldChange[] };

/** The parts of a body that are right in themselves and not what is stored already: what may name something unknown. */
function newReferences(definition: AnyDefinition, stored: AnyRow | null, body: AnyRow): AnyRow {
  const valid = Object.entries(validFields(definition, body));
  return Object.fromEntries(valid.filter(([name, value]) => stored?.[name] !== value));
}

/**
 * Checks a whole record: what is stored, with what a body changes about it.
 * @throws AppError validation_failed with every mistake at once
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
    : store.everyField(definition, { old: null, new: values });
  return { values, fields };
}

/** That there is no such record, and into which one it was merged, if it was (contract §12). */
export async function recordGone(connection: Connection, definition: AnyDefinition, id: number): Promise<AppError> {
  const into = await mergedInto(connection, definition, id);
  return new AppError("data_not_found", into === null ? {} : { body: { merged_into: into } });
}

/**
 * Refuses a change of a record that does not exist: for what is wrong with it whatever the record, otherwise
 * because of the record, in the order of contract §1.
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
  return Object.keys(all).length > 0 ? invalid(all) : recordGone(connection, definition, id);
}

/**
 * A preview of a save, which writes nothing.
 * @param id the record's key, or null for a new one
 * @returns the fields of its own that would change
 * @throws AppError validation_failed, data_not_found: what the save would be refused for
 */
export async function checkRecord(
  { actor, connection }: Context,
  definition: AnyDefinition,
  id: number | null,
  body: AnyRow,
  inactive?: Inactive,
): Promise<FieldChange[]> {
  demand(actor, "write", definition.name);
  const named = withoutLoadedExtras(definition, body);
  const stored = id === null ? null : await store.storedRecord(connection, definition, id);
  if (id !== null && !stored) throw await missingRecord(connection, definition, id, named);
  return (await checked(connection, definition, stored?.values ?? null, named, inactive)).fields;
}

// ───────────── Writing ─────────────

/**
 * A unit of work that changes records of a kind.
 * @throws AppError forbidden, unless who acts may do so
 */
export async function changing<Result>(
  context: Context,
  kind: string,
  work: (unit: Context<Transaction>) => Promise<Result>,
): Promise<Result> {
  demand(context.actor, "write", kind);
  return inTransaction(context, work);
}

/** What a change may have to obey, and what it is part of. */
export type ChangeOptions = {
  /** The request's `If-Match`; undefined where there is none (contract §8). */
  ifMatch?: string;
  /** The change that this one undoes. */
  reverts?: number;
};

/** What a save may be told besides. */
type SaveOptions = ChangeOptions & {
  /** Which inactive entries it may name: those that the record carries, unless told otherwise. */
  inactive?: Inactive;
};

/** What a delete may be told besides. */
type DeleteOptions = ChangeOptions & {
  /** The links that the history is told of, where they have moved to another record already. */
  takenAlong?: readonly links.LinkedRecord[];
};

/** A record after a change: its key and version. */
export type Saved = { id: number; version: number };

/** @throws AppError edit_conflict with the record as it is now, unless the caller has seen its current version */
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

/** A record as the history names it. */
export const changeOf = (definition: AnyDefinition, { id, version }: Saved, values: AnyRow) => ({
  kind: definition.apiPath,
  id,
  // One language for all: what the history says must not depend on who acted.
  label: definition.label(values, "de"),
  version,
});

/** Makes the links that a body names; what it leaves out stays as it is (contract §3). */
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
    const change = changeOf(definition, saved, values);
    changes.push(...asChanges(change, await links.replaceLinks(transaction, linkList, saved.id, ids)));
  }
  return changes;
}

const asChanges = (change: ReturnType<typeof changeOf>, made: Awaited<ReturnType<typeof links.replaceLinks>>) =>
  made.map(({ added, ...related }): NewChange => ({ ...change, action: added ? "link" : "unlink", related }));

/**
 * Makes exactly these the records that a link list shows.
 * @throws AppError data_not_found when one of them, or the record itself, does not exist
 */
export function replaceLinked(context: Context, linkList: LinkList, id: number, ids: readonly number[]): Promise<void> {
  return changing(context, linkList.own.kind, async (unit) => {
    const definition = definitionOf(linkList.own.kind);
    const stored = await store.storedRecord(unit.connection, definition, id);
    if (!stored) throw new AppError("data_not_found");
    const change = changeOf(definition, { id, version: stored.version }, stored.values);
    await recordChanges(unit, asChanges(change, await links.replaceLinks(unit.connection, linkList, id, ids)));
  });
}

/**
 * Creates a record, or changes the fields that a body names: the rest keeps its values, and the whole must be valid
 * (contract §3). What changes nothing raises no version and writes no history (contract §8).
 * @param id the record's key, or null for a new one
 * @throws AppError validation_failed, data_not_found, edit_conflict
 */
export async function saveRecord(
  context: Context,
  definition: AnyDefinition,
  id: number | null,
  body: AnyRow,
  options: SaveOptions = {},
): Promise<Saved> {
  const named = withoutLoadedExtras(definition, body);
  const { reverts } = options;
  // What is undone comes back as it was.
  const inactive = reverts === undefined ? options.inactive : "accepted";
  return changing(context, definition.name, async (unit) => {
    const { connection } = unit;
    if (id === null) {
      const { values, fields } = await checked(connection, definition, null, named, inactive);
      const saved = { id: await store.insertRecord(connection, definition, values), version: 1 };
      const linked = await saveLinks(connection, definition, saved, values, named);
      await recordChanges(unit, [{ ...changeOf(definition, saved, values), action: "create", fields }, ...linked]);
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
    const own = { ...changeOf(definition, saved, values), action: "update" as const, fields, reverts };
    await Promise.all([
      isChanged && store.updateRecord(connection, definition, id, fields),
      recordChanges(unit, isChanged ? [own, ...linked] : linked),
    ]);
    return saved;
  });
}

/**
 * Deletes a record with its links, unless the definition says that links of others forbid it (contract §3). The
 * database's foreign keys decide, so that a link made in the same moment cannot slip through.
 * @throws AppError data_not_found, edit_conflict, or the definition's own refusal
 */
export function deleteRecord(
  context: Context,
  definition: AnyDefinition,
  id: number,
  { ifMatch, reverts, ...options }: DeleteOptions = {},
): Promise<void> {
  return changing(context, definition.name, async (unit) => {
    const { connection } = unit;
    const stored = await store.lockedRecord(connection, definition, id);
    if (!stored) throw await recordGone(connection, definition, id);
    const { version, values } = stored;
    await refuseOutdated(unit, definition, { id, version }, ifMatch);
    await links.lockLinks(connection, definition.name, id);
    const takenAlong = options.takenAlong ?? (await links.linkedRecords(connection, definition.name, id));
    await store.removeRecord(connection, definition, id).catch((error: unknown) => {
      throw definition.inUse && isReferenceConflict(error) ? new AppError(definition.inUse) : error;
    });
    const fields = store.everyField(definition, { old: values, new: null });
    const change = changeOf(definition, { id, version }, values);
    await recordChanges(unit, [{ ...change, action: "delete", fields, links: takenAlong, reverts }]);
  });
}

/** A record that was deleted, as the history kept it. */
export type DeletedRecord = Saved & { values: AnyRow; links: readonly links.LinkedRecord[] };

/**
 * Brings a deleted record back under its key, with its links but for those whose other end is gone. Its version goes on
 * where it ended, so that nobody who saw an earlier state takes this one for it.
 * @returns the links that could not be made
 * @throws AppError not_revertible when it is there, or something that it refers to is not
 */
export function restoreRecord(
  context: Context,
  definition: AnyDefinition,
  record: DeletedRecord,
  { reverts }: ChangeOptions,
): Promise<links.LinkedRecord[]> {
  return changing(context, definition.name, async (unit) => {
    const { connection } = unit;
    const { values, errors } = validate(schemaOf(definition), record.values);
    const refers = values && (await unknownReferences(connection, definition, values, "accepted"));
    if (errors || refers || (await store.lockRecord(connection, definition, record.id))) {
      throw new AppError("not_revertible");
    }
    const saved = { id: record.id, version: record.version + 1 };
    await store.insertRecord(connection, definition, values, saved);
    await forgetMerge(connection, definition, saved.id);
    const made = await links.restoreLinks(connection, definition.name, saved.id, record.links);
    const gone = record.links.filter((link) => !made.includes(link));
    const merged = await mergedLinks(connection, gone);
    made.push(...(await links.restoreLinks(connection, definition.name, saved.id, [...merged.values()])));
    const fields = store.everyField(definition, { old: null, new: values });
    const change = changeOf(definition, saved, values);
    await recordChanges(unit, [{ ...change, action: "create", fields, links: made, reverts }]);
    return gone.filter((link) => !merged.has(link));
  });
}
