import type { Field } from "@/lib/model/fields/field";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "../database/transaction";
import { findOptions } from "../records/find-records";

/** Returns an option as answers contain it: without its group and flags. */
const plain = ({ id, label, inactive }: Option): Option => ({ id, label, ...(inactive && { inactive }) });

/**
 * Returns the entries that fields can have, by the names of the fields: all of their reference list,
 * or those of one group. Fields without a reference list are left out.
 */
export async function findFieldOptions(
  context: Context,
  fields: readonly (readonly [name: string, field: Field])[],
): Promise<Record<string, Option[]>> {
  const lists = new Set(fields.flatMap(([, { reference }]) => reference ?? []));
  const options = await findOptions(context, [...lists]);
  const offered = fields.flatMap(([name, { reference, group }]) => {
    if (!reference) return [];
    const offeredOnes = (options[reference] ?? []).filter((option) => group === undefined || option.group === group);
    return [[name, offeredOnes.map(plain)] as const];
  });
  return Object.fromEntries(offered);
}
