import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { definitionOf } from "../../records/kinds/registry";
import type { LinkList } from "../../records/kinds/relations";
import type { Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { readLong } from "../records/find-records";
import { linkedRows } from "../records/sql/list-records";
import { storedRecord, storedRecords } from "../records/sql/stored-records";
import { changesOfSince, changesSince, type StoredChange } from "./stored-changes";
import { getAt } from "../errors/invariant";

/**
 * Returns a record's values before a change, given its values after the change; null if the record
 * did not exist before. An erased change, whose old values are unknown, leaves the values as they
 * are.
 */
function before(values: AnyRow | null, { action, fields, is_erased }: StoredChange): AnyRow | null {
  if (action === "create") return null;
  if (is_erased) return values;
  const old = Object.fromEntries(fields.map((field) => [field.name, field.old]));
  if (action === "delete") return old;
  return action === "update" && values ? { ...values, ...old } : values;
}

/**
 * Reconstructs the values of records at a moment: starts from the current values and reverses all
 * later changes.
 */
async function recordsAt(connection: Connection, definition: AnyDefinition, ids: readonly number[], moment: Date) {
  // Reads the values before the changes. A change that is made between the two reads is then
  // reversed without effect; in the other order it would be missed.
  const now = await storedRecords(connection, definition, ids);
  const changes = await changesSince(connection, definition.apiPath, ids, moment);
  const values = new Map(ids.map((id) => [id, now.get(id)?.values ?? null]));
  for (const change of changes) values.set(change.id, before(values.get(change.id) ?? null, change));
  return values;
}

/** Returns the ids in a link list before a change, given the ids after the change. */
function linkedBefore(
  linked: Set<number>,
  definition: AnyDefinition,
  id: number,
  list: LinkList,
  change: StoredChange,
) {
  const isOwn = change.kind === definition.apiPath && change.id === id;
  const otherKind = definitionOf(list.other.kind).apiPath;
  const ofRelation = (change.links ?? []).filter(({ relation }) => relation === list.relation.name);
  if (change.action === "link" || change.action === "unlink") {
    if (change.relation !== list.relation.name) return linked;
    const otherId = isOwn && change.related_kind === otherKind ? change.related_id : change.id;
    const next = new Set(linked);
    if (otherId !== null) next[change.action === "link" ? "delete" : "add"](otherId);
    return next;
  }
  if (isOwn) {
    if (change.action === "delete") return new Set(ofRelation.map((link) => link.id));
    return change.action === "create" ? new Set<number>() : linked;
  }
  // The record at the other end was created or deleted, together with the link.
  const next = new Set(linked);
  const isMeant =
    change.kind === otherKind && ofRelation.some((link) => link.kind === definition.apiPath && link.id === id);
  if (isMeant && change.action === "delete") next.add(change.id);
  if (isMeant && change.action === "create") next.delete(change.id);
  return next;
}

const collator = new Intl.Collator("de");

/** Reconstructs the rows of a link list at a moment, in the default order of the linked kind. */
async function rowsAt(
  connection: Connection,
  { other }: LinkList,
  ids: readonly number[],
  moment: Date,
): Promise<AnyRow[]> {
  if (ids.length === 0) return [];
  const child = definitionOf(other.kind);
  const values = await recordsAt(connection, child, ids, moment);
  const rows = [...values].flatMap(([id, value]) => {
    if (!value) return [];
    const shown = child.linkFields.map((name) => [name, name === child.key ? id : value[name]]);
    return [Object.fromEntries(shown) as AnyRow];
  });
  const text = ({ [child.defaultSort]: value }: AnyRow) => String(value ?? "");
  return rows.sort((a, b) => collator.compare(text(a), text(b)) || Number(a[child.key]) - Number(b[child.key]));
}

/**
 * Reconstructs a record with its aliases and link lists at a moment (contract §8). The limits for
 * searches apply. For a moment before the history began, returns the state at its beginning.
 * @returns null where the record did not exist
 * @throws AppError too_many_requests, error_api
 */
export const findRecordAt = (
  context: Context,
  definition: AnyDefinition,
  id: number,
  moment: Date,
): Promise<AnyRow | null> => readLong(context, (connection) => recordAt(connection, definition, id, moment));

/**
 * Reconstructs a record without limits. Runs its statements one after the other, so that a call
 * that occupies one slot of the limit uses only one connection.
 */
async function recordAt(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
  moment: Date,
): Promise<AnyRow | null> {
  const { tabs, apiPath, key, fields } = definition;
  const stored = await storedRecord(connection, definition, id);
  const lists: AnyRow[][] = [];
  for (const tab of tabs) lists.push(await linkedRows(connection, tab, id));
  // The changes are read last, for the same reason as in `recordsAt`.
  const changes = await changesOfSince(connection, apiPath, id, moment);
  const own = changes.filter((change) => change.kind === apiPath && change.id === id);
  const values = own.reduce(before, stored?.values ?? null);
  if (!values) return null;
  const linkedThen = tabs.map((tab, index) => {
    const childKey = definitionOf(tab.other.kind).key;
    const now = new Set(getAt(lists, index).map((row) => Number(row[childKey])));
    return changes.reduce((linked, change) => linkedBefore(linked, definition, id, tab, change), now);
  });
  const rows: AnyRow[][] = [];
  for (const [index, tab] of tabs.entries()) {
    rows.push(await rowsAt(connection, tab, [...getAt(linkedThen, index)], moment));
  }
  const linkLists = Object.fromEntries(tabs.map(({ list }, index) => [list, getAt(rows, index)]));
  // Links fields that are named differently from their link list, such as a person's `institution`.
  const linkFields = Object.entries(fields).flatMap(([name, { storage }]) => {
    const index = storage.in === "links" ? tabs.findIndex(({ list }) => list === storage.list) : -1;
    return index < 0 ? [] : [[name, [...getAt(linkedThen, index)].sort((a, b) => a - b)]];
  });
  return { [key]: id, ...values, ...Object.fromEntries(linkFields), ...linkLists };
}
