import { managedValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { defaultLinkValues, type LinkList } from "@/lib/model/kinds/relations";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import { readLong } from "@/lib/store/records/find-records";
import { linksOf, namedLinkValues } from "@/lib/store/sql/links";
import { storedRecord, storedRecords } from "@/lib/store/sql/stored-records";
import { isRecordChange } from "./revertible";
import { changesOfSince, changesSince, type StoredChange } from "./stored-changes";
import { getAt } from "@/lib/model/pure/get-at";

/**
 * Returns a record's values before a change, given its values after the change; null if the record
 * did not exist before. An erased change, whose old values are unknown, leaves the values as they
 * are.
 */
function before(values: AnyRow | null, change: StoredChange): AnyRow | null {
  const { action, fields, is_erased } = change;
  if (!isRecordChange(change)) return values;
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

/** The links of a record in one list: the values of their fields, by the id of the other end. */
type Links = ReadonlyMap<number, AnyRow>;

const valuesBefore = ({ fields }: StoredChange): AnyRow =>
  Object.fromEntries(fields.map(({ name, old }) => [name, old]));

/** Returns the links in a link list before a change, given the links after the change. */
function linkedBefore(
  linked: Links,
  definition: AnyDefinition,
  id: number,
  list: LinkList,
  change: StoredChange,
): Links {
  const { relation, other } = list;
  const isOwn = change.kind === definition.apiPath && change.id === id;
  const otherKind = definitionOf(other.kind).apiPath;
  const ofRelation = (change.links ?? []).filter((link) => link.relation === relation.name);
  const empties = defaultLinkValues(relation);
  const next = new Map(linked);
  if (!isRecordChange(change)) {
    if (change.relation !== relation.name) return linked;
    const otherId = isOwn && change.related_kind === otherKind ? change.related_id : change.id;
    if (otherId === null) return linked;
    const now = next.get(otherId);
    if (change.action === "link") next.delete(otherId);
    else if (change.action === "unlink") next.set(otherId, { ...empties, ...valuesBefore(change) });
    else if (now && !change.is_erased) next.set(otherId, { ...now, ...valuesBefore(change) });
    return next;
  }
  if (isOwn) {
    if (change.action === "delete") return new Map(ofRelation.map((link) => [link.id, { ...empties, ...link.values }]));
    return change.action === "create" ? new Map() : linked;
  }
  // The record at the other end was created or deleted, together with the link.
  const own = ofRelation.find((link) => link.kind === definition.apiPath && link.id === id);
  if (change.kind !== otherKind || !own) return next;
  if (change.action === "delete") next.set(change.id, { ...empties, ...own.values });
  if (change.action === "create") next.delete(change.id);
  return next;
}

const collator = new Intl.Collator("de");

/** Reconstructs the rows of a link list at a moment, in the default order of the linked kind. */
async function rowsAt(
  connection: Connection,
  { relation, other }: LinkList,
  links: Links,
  moment: Date,
): Promise<AnyRow[]> {
  if (links.size === 0) return [];
  const child = definitionOf(other.kind);
  const values = await recordsAt(connection, child, [...links.keys()], moment);
  const named = await namedLinkValues(connection, relation, links);
  const rows = [...values].flatMap(([id, value]) => {
    if (!value) return [];
    const shownValues = child.linkFields.map((name) => [name, name === child.key ? id : value[name]]);
    return [{ ...Object.fromEntries(shownValues), ...named.get(id) } as AnyRow];
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
  const lists: Links[] = [];
  for (const tab of tabs) lists.push((await linksOf(connection, tab, [id])).get(id) ?? new Map());
  // The changes are read last, for the same reason as in `recordsAt`.
  const changes = await changesOfSince(connection, apiPath, id, moment);
  const own = changes.filter((change) => change.kind === apiPath && change.id === id);
  const values = own.reduce(before, stored?.values ?? null);
  if (!values) return null;
  const pastLinks = tabs.map((tab, index) =>
    changes.reduce((linked, change) => linkedBefore(linked, definition, id, tab, change), getAt(lists, index)),
  );
  const rows: AnyRow[][] = [];
  for (const [index, tab] of tabs.entries()) {
    rows.push(await rowsAt(connection, tab, getAt(pastLinks, index), moment));
  }
  const linkLists = Object.fromEntries(tabs.map(({ list }, index) => [list, getAt(rows, index)]));
  // Links fields that are named differently from their link list, such as a person's `institution`.
  const linkFields = Object.entries(fields).flatMap(([name, { storage }]) => {
    const index = storage.in === "links" ? tabs.findIndex(({ list }) => list === storage.list) : -1;
    return index < 0 ? [] : [[name, [...getAt(pastLinks, index).keys()].sort((a, b) => a - b)]];
  });
  // The history of a deleted record has no empty managed fields.
  return {
    [key]: id,
    ...values,
    ...managedValues(definition, values),
    ...Object.fromEntries(linkFields),
    ...linkLists,
  };
}
