import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { comparedField, filterFieldsOf, type FilterField } from "@/lib/model/lists/filters";
import { linkedFilterFieldsOf } from "@/lib/model/lists/linked-filters";

/**
 * Replaces an entry of a reference list in the filters of a saved list query.
 * @returns the query; null if it does not name the entry
 */
export function replaceInQuery(
  definition: AnyDefinition,
  query: string,
  list: ReferenceListName,
  { id, by }: { id: number; by: number },
): string | null {
  const parameters = new URLSearchParams(query);
  const isOfList = (filterField: FilterField) => {
    const compared = comparedField(filterField);
    return compared.by === "field" && compared.field.reference === list;
  };
  let hasEntry = false;
  for (const { name } of [...filterFieldsOf(definition), ...linkedFilterFieldsOf(definition)].filter(isOfList)) {
    const parameter = filterParameter(name, "in");
    const ids = parameters.getAll(parameter).flatMap((text) => text.split(","));
    if (!ids.includes(String(id))) continue;
    hasEntry = true;
    parameters.set(parameter, [...new Set(ids.map((text) => (text === String(id) ? String(by) : text)))].join(","));
  }
  return hasEntry ? String(parameters) : null;
}
