import { DAY_OPERATORS, type DayOperator } from "./filter-operators";
import { filterParameter } from "./filter-parameters";
import type { AddressFilter, FieldFilter, FilteredDefinition } from "./filters";
import { parseFilters } from "./linked-filters";
import { parseListQuery, type AddressQuery, type ListDefinition, type ListQuery, type ParsedQuery } from "./list-query";
import { isRelativeDay, withDays } from "./relative-days";

const isOnDay = (filter: FieldFilter): filter is Extract<FieldFilter, { operator: DayOperator }> =>
  DAY_OPERATORS.some((operator) => operator === filter.operator);

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

/** Returns a filter with the day for its relative day. */
export function resolvedFilter(filter: AddressFilter): FieldFilter {
  const { relative: _, ...resolved } = filter;
  return resolved;
}

/** Returns the query that requests take, with days for relative days. */
export const resolvedQuery = (query: AddressQuery): ListQuery => ({ ...query, where: query.where.map(resolvedFilter) });

/**
 * Parses the query of a list in the URL of a page or in a saved view, whose days may be relative.
 * @param today `YYYY-MM-DD`
 */
export function parseAddressQuery(
  definition: ListDefinition & FilteredDefinition,
  parameters: URLSearchParams,
  today: string,
): AddressQuery {
  const { query } = parseKindQuery(definition, withDays(parameters, today));
  const where = query.where.map((filter): AddressFilter => {
    const text = parameters.get(filterParameter(filter.field, filter.operator));
    return isOnDay(filter) && text !== null && isRelativeDay(text) ? { ...filter, relative: text } : filter;
  });
  return { ...query, where };
}

/** Returns the id of the only linked record that filters ask for in a link list, or null. */
export function linkedRecordOf(where: readonly AddressFilter[], list: string): number | null {
  const condition = where.find((filter) => filter.field === list && filter.operator === "any");
  return condition?.operator === "any" && condition.value.length === 1 ? (condition.value[0] ?? null) : null;
}
