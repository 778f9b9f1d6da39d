import type { Field } from "../../records/fields/field";
import { entryGroups, type Option } from "../../records/reference-lists/reference-lists";
import type { Context } from "../database/transaction";
import { findOptions } from "./find-records";
import { groupsOfEntries } from "./sql/reference-list-rows";

/**
 * Returns the entries that fields can have, by the names of the fields: all of their reference list,
 * or those of one group. Fields without a reference list are left out.
 */
export async function findFieldOptions(
  context: Context,
  fields: readonly (readonly [name: string, field: Field])[],
): Promise<Record<string, readonly Option[]>> {
  const lists = [...new Set(fields.flatMap(([, { reference }]) => reference ?? []))];
  const grouped = lists.filter((list) => entryGroups(list));
  const [options, ...groups] = await Promise.all([
    findOptions(context, lists),
    ...grouped.map((list) => groupsOfEntries(context.connection, list)),
  ]);
  const offered = fields.flatMap(([name, { reference, group }]) => {
    if (!reference) return [];
    const groupOf = groups[grouped.indexOf(reference)];
    const isOffered = ({ id }: Option) => group === undefined || groupOf?.get(id) === group;
    return [[name, (options[reference] ?? []).filter(isOffered)] as const];
  });
  return Object.fromEntries(offered);
}
