import { isEntryList, referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, definitionOfPath } from "@/lib/model/kinds/registry";
import { relationSidesOf, type RelationSides } from "@/lib/model/kinds/relations";
import type { Connection } from "@/lib/store/database/client";
import { join, sql } from "@/lib/store/database/sql";
import { identifier } from "@/lib/store/sql/fragments";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { revertibleFileChanges } from "@/lib/features/files/server/revert-file";
import type { StoredChange } from "./stored-changes";

/**
 * Returns the relation of a link change, seen from the change's record; undefined when the relation
 * no longer exists.
 */
export function sidesOf({ kind, relation, related_kind }: StoredChange): RelationSides | undefined {
  const definition = definitionOfPath(kind);
  if (!definition) return undefined;
  return relationSidesOf(definition.name).find(
    (sides) => sides.relation.name === relation && definitionOf(sides.other.kind).apiPath === related_kind,
  );
}

/** Returns the table and key column of a kind in the history: of records or reference entries. */
const placeOf = (kind: string): { table: string; key: string } | undefined =>
  isEntryList(kind) ? referenceLists[kind] : definitionOfPath(kind);

/** Whether a change concerns a file. */
export const isFileChange = ({ kind }: Pick<StoredChange, "kind">): boolean => kind === FILE_KIND;

/** Whether a change concerns a record itself, and not one of its links. */
export const isRecordChange = ({ relation }: Pick<StoredChange, "relation">): boolean => relation === null;

const recordName = (kind: string, id: number) => `${kind}/${id}`;
const linkName = (relation: string, own: string, id: number, otherId: number) => `${relation}/${own}/${id}/${otherId}`;

/**
 * Reads which of the records and links that the changes concern exist now, in at most two
 * statements.
 */
async function findExisting(connection: Connection, changes: readonly StoredChange[]) {
  const idsByKind = new Map<string, Set<number>>();
  const addId = (kind: string | null, id: number | null) => {
    if (kind !== null && id !== null) idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(id));
  };
  for (const { kind, id, related_kind, related_id } of changes) {
    addId(kind, id);
    addId(related_kind, related_id);
  }
  const records = [...idsByKind].flatMap(([kind, ids]) => {
    const place = placeOf(kind);
    if (!place) return [];
    const key = identifier(place.key);
    return sql`SELECT ${kind}::text AS kind, ${key} AS id FROM ${identifier(place.table)} WHERE ${key} = ANY(${[...ids]}::int[])`;
  });
  const links = changes.flatMap((change) => {
    const sides = sidesOf(change);
    if (!sides || change.related_id === null) return [];
    const { relation, own, other } = sides;
    return sql`SELECT ${linkName(relation.name, own.column, change.id, change.related_id)}::text AS name
      FROM ${identifier(relation.table)}
      WHERE ${identifier(own.column)} = ${change.id} AND ${identifier(other.column)} = ${change.related_id}`;
  });
  const [existing, linked] = await Promise.all([
    records.length > 0 ? connection.$queryRaw<{ kind: string; id: number }[]>`${join(records, " UNION ALL ")}` : [],
    links.length > 0 ? connection.$queryRaw<{ name: string }[]>`${join(links, " UNION ALL ")}` : [],
  ]);
  return {
    records: new Set(existing.map(({ kind, id }) => recordName(kind, id))),
    links: new Set(linked.map(({ name }) => name)),
  };
}

/** Returns the ids of the changes that can be reverted in the current state (contract §8). */
export async function revertibleAmong(connection: Connection, all: readonly StoredChange[]): Promise<Set<number>> {
  const isOpen = ({ is_reverted, is_erased }: StoredChange) => !is_reverted && !is_erased;
  const files = await revertibleFileChanges(connection, all.filter(isFileChange).filter(isOpen));
  const changes = all.filter((change) => !isFileChange(change));
  const { records, links } = await findExisting(connection, changes);
  const isRevertible = (change: StoredChange) => {
    const { action, kind, id, related_kind, related_id, is_reverted, is_erased, is_confirmation } = change;
    if (is_reverted || is_erased || is_confirmation || !placeOf(kind)) return false;
    const exists = records.has(recordName(kind, id));
    if (action === "delete") return !exists;
    if (isRecordChange(change)) return exists;
    const sides = sidesOf(change);
    if (!sides || related_kind === null || related_id === null) return false;
    const isLinked = links.has(linkName(sides.relation.name, sides.own.column, id, related_id));
    if (action !== "unlink") return isLinked;
    return exists && !isLinked && records.has(recordName(related_kind, related_id));
  };
  return new Set([...files, ...changes.filter(isRevertible).map(({ change_id }) => change_id)]);
}
