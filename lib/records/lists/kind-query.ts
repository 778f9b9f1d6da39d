import type { FilteredDefinition } from "./filters";
import { parseFilters } from "./linked-filters";
import { parseListQuery, type ListDefinition, type ParsedQuery } from "./list-query";

/** Parses the query of a list of records, including field filters (contract §10). */
export function parseKindQuery(
  definition: ListDefinition & FilteredDefinition,
  parameters: URLSearchParams,
): ParsedQuery {
  const list = parseListQuery(definition, parameters);
  const where = parseFilters(definition, parameters);
  const errors = { ...list.errors, ...where.errors };
  return { query: { ...list.query, where: where.filters }, errors, valid: Object.keys(errors).length === 0 };
}
