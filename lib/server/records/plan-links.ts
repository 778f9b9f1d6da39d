import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { linkListOf, type RelationSides } from "../../records/kinds/relations";
import type { Connection } from "../database/client";
import { sideName, type LinkEdit, type RequestedEdit } from "./edit";
import { linksFields } from "./sql/fragments";
import { linkedIdsOf } from "./sql/linked-ids";

/**
 * Combines the links that an edit names with the fields of `set` that represent links. A field
 * names all links of its relation; further additions and removals apply to these.
 */
export function linkEditsOf(
  definition: AnyDefinition,
  { edit: { links = [] }, set }: RequestedEdit,
  values: AnyRow,
): LinkEdit[] {
  const named = linksFields(definition).flatMap(([name, { storage }]): LinkEdit[] => {
    const only = values[name];
    if (!Object.hasOwn(set, name) || !Array.isArray(only)) return [];
    const sides = linkListOf(definition.name, storage.list);
    const besides = links.filter((one) => sideName(one.sides) === sideName(sides));
    const [add, remove] = [besides.flatMap((one) => one.add ?? []), besides.flatMap((one) => one.remove ?? [])];
    return [{ sides, only: only as number[], add, remove }];
  });
  const isNamed = ({ sides }: LinkEdit) => named.some((one) => sideName(one.sides) === sideName(sides));
  return [...named, ...links.filter((one) => !isNamed(one))];
}

type LinkRequest = { id: number | null; links: readonly LinkEdit[] };

/** Reads the current links of records, as far as link edits depend on them: one statement a relation. */
export async function currentLinks(connection: Connection, requests: readonly LinkRequest[]) {
  const sought = new Map<string, { sides: RelationSides; ids: number[]; others: Set<number>; isWhole: boolean }>();
  for (const { id, links } of requests) {
    for (const { sides, only, add = [], remove = [], mustChange } of links) {
      if (id === null || mustChange) continue;
      const side = sought.get(sideName(sides)) ?? { sides, ids: [], others: new Set(), isWhole: false };
      side.ids.push(id);
      for (const other of [...add, ...remove]) side.others.add(other);
      side.isWhole ||= only !== undefined;
      sought.set(sideName(sides), side);
    }
  }
  const current = new Map<string, Map<number, number[]>>();
  for (const [name, { sides, ids, others, isWhole }] of sought) {
    current.set(name, await linkedIdsOf(connection, sides, ids, isWhole ? undefined : [...others]));
  }
  return (sides: RelationSides, id: number | null) => (id === null ? undefined : current.get(sideName(sides))?.get(id));
}

/** Returns the links to remove and to add, given the current ones. */
export function linkChange(
  { sides, only, add = [], remove = [], mustChange, reverts }: LinkEdit,
  current: readonly number[],
) {
  if (mustChange) return { sides, mustChange, reverts, gone: [...remove], added: [...add] };
  const before = new Set(current);
  const after = new Set([...(only ?? current), ...add]);
  for (const id of remove) after.delete(id);
  const gone = [...before].filter((id) => !after.has(id));
  return { sides, reverts, gone, added: [...after].filter((id) => !before.has(id)) };
}
