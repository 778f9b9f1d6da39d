import type { FieldFilter, FilteredDefinition } from "./filters";
import { parseFilters } from "./linked-filters";
import { parseListQuery, type ListDefinition, type ListQuery, type ParsedQuery } from "./list-query";

/** Parses the query of a list of records, including field filters (contract §10). */
export function parseKindQuery(
  definition: ListDefinition & FilteredDefinition,
  parameters: URLSearchParams,
): ParsedQuery {
  const list = parseListQuery(definition, parameters);
  const where = parseFilters(definition, parameters);
  const errors = { ...list.errors, ...where.errors };
  const query: ListQuery = { ...list.query, where: where.filters };
  const [link, ...more] = parameters.getAll("link");
  if (link !== undefined) {
    const hasOne = linkedRecordOf(query.where, link) !== null;
    const hasValues = definition.tabs.some(({ list: name, relation }) => name === link && relation.fields);
    if (hasOne && hasValues && more.length === 0) query.link = link;
    else errors.link = ["type"];
  }
  return { query, errors, valid: Object.keys(errors).length === 0 };
}

/** Returns the id of the only linked record that filters ask for in a link list, or null. */
export function linkedRecordOf(where: readonly FieldFilter[], list: string): number | null {
  const condition = where.find((filter) => filter.field === list && filter.operator === "any");
  return condition?.operator === "any" && condition.value.length === 1 ? (condition.value[0] ?? null) : null;
}
