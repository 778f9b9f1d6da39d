import type { AnyDefinition } from "../kinds/define";
import { filterPair } from "./filter-parameters";
import type { FieldFilter } from "./filters";

/**
 * Returns the path of the entries that a list's filters offer. They contain all reference entries,
 * but only those linked records that the filters name.
 */
export function filterChoicesPath({ apiPath }: Pick<AnyDefinition, "apiPath">, where: readonly FieldFilter[]): string {
  const named = new URLSearchParams(where.filter(({ operator }) => operator === "any").map(filterPair));
  return `/api/${apiPath}/filter_choices?${named}`;
}
