import { answeredValues, type AnyDefinition, type AnyRow } from "../../records/kinds/define";
import { definitionOf } from "../../records/kinds/registry";
import type { LinkList } from "../../records/kinds/relations";
import type { Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { readLong } from "../records/find-records";
import { linkedRows } from "../records/sql/list-records";
import { storedRecord, storedRecords } from "../records/sql/record-store";
import { changesOfSince, changesSince, type StoredChange } from "./stored-changes";
import { getAt } from "../errors/invariant";

/** A record's values before a change, from those after it; null where there was no record, or one that was erased. */
function before(values: AnyRow | null, { action, fields, is_erased }: StoredChange): AnyRow | null {
  if (action === "create") return null;
  if (is_erased) return values;
  const old = Object.fromEntries(fields.map((field) => [field.name, field.old]));
  if (action === "delete") return old;
  return action === "update" && values ? { ...values, ...old } : values;
}

/** Records as they stood at a moment: as they are now, with everything since undone in thought. */
async function recordsAt(connection: Connection, definition: AnyDefinition, ids: readonly number[], moment: Date) {
  // One after the other: a change between the two is undone in vain, which does no harm; missing it would.
  const now = await storedRecords(connection, definition, ids);
  const changes = await changesSince(connection, definition.apiPath, ids, moment);
  const values = new Map(ids.map((id) => [id, now.get(id)?.values ?? null]));
  for (const change of changes) values.set(change.id, before(values.get(change.id) ?? null, change));
  return values;
}

/** The keys that a link list held before a change, from those after it. */
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
  // The other end came or went, and the link with it.
  const next = new Set(linked);
  const isMeant =
    change.kind === otherKind && ofRelation.some((link) => link.kind === definition.apiPath && link.id === id);
  if (isMeant && change.action === "delete") next.add(change.id);
  if (isMeant && change.action === "create") next.delete(change.id);
  return next;
}

const collator = new Intl.Collator("de");

/** What a link list showed at a moment, in its kind's default order. */
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
 * Reads a record with its link lists as they stood at a moment (contract §8), as a search with its limits. Changes from
 * before the history began are unknown: until then the record is as it was when the history began.
 * @returns null where it did not exist
 * @throws AppError too_many_requests, error_api
 */
export const findRecordAt = (
  context: Context,
  definition: AnyDefinition,
  id: number,
  moment: Date,
): Promise<AnyRow | null> => readLong(context, (connection) => recordAt(connection, definition, id, moment));

/** Runs one statement after the other, so that a place in the queue of searches is one connection. */
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
  // Read last, as in `recordsAt`.
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
  // Links that are a field of another name than their list, such as a person's `institution`.
  const linkFields = Object.entries(fields).flatMap(([name, { storage }]) => {
    const index = storage.in === "links" ? tabs.findIndex(({ list }) => list === storage.list) : -1;
    return index < 0 ? [] : [[name, [...getAt(linkedThen, index)].sort((a, b) => a - b)]];
  });
  return { [key]: id, ...answeredValues(definition, values), ...Object.fromEntries(linkFields), ...linkLists };
}
