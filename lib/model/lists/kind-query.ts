import type { FieldErrors } from "../fields/field";
import { LIST_MAX_IDS, MAX_ID } from "../limits";
import { wholeNumber } from "../pure/whole-number";
import { activityOf } from "./activity";
import { DAY_OPERATORS, type DayOperator } from "./filter-operators";
import { ACTIVE_ON, filterParameter } from "./filter-parameters";
import type { AddressFilter, FieldFilter, FilteredDefinition } from "./filters";
import { parseFilters } from "./linked-filters";
import {
  parseListQuery,
  SCALARS,
  TOPICS,
  type AddressQuery,
  type ListDefinition,
  type ListQuery,
  type ParsedQuery,
} from "./list-query";
import { readDay } from "./query-reader";
import { isRelativeDay, withDays } from "./relative-days";

const isOnDay = (filter: FieldFilter): filter is Extract<FieldFilter, { operator: DayOperator }> =>
  DAY_OPERATORS.some((operator) => operator === filter.operator);

/** Returns whether the list of a kind accepts a URL parameter with this name. */
export const isListParameter = (definition: ListDefinition & FilteredDefinition, name: string): boolean =>
  SCALARS.some((scalar) => scalar === name) ||
  name.startsWith("where[") ||
  name === "ids" ||
  (definition.topicsList !== null && TOPICS.has(name)) ||
  (name === ACTIVE_ON && activityOf(definition) !== null);

/** Parses the ids to which a list is restricted; undefined if there is no such parameter. */
function parseIds(parameters: URLSearchParams, errors: FieldErrors): number[] | undefined {
  const texts = parameters.getAll("ids").flatMap((text) => text.split(","));
  if (texts.length === 0) return undefined;
  const ids = texts.slice(0, LIST_MAX_IDS).flatMap((text) => wholeNumber(text, 1, MAX_ID) ?? []);
  if (texts.length > LIST_MAX_IDS) errors.ids = ["max"];
  else if (ids.length < texts.length) errors.ids = ["type"];
  return [...new Set(ids)];
}

/** Parses the query of a list of records, including field filters (contract §10). */
export function parseKindQuery(
  definition: ListDefinition & FilteredDefinition,
  parameters: URLSearchParams,
): ParsedQuery {
  const list = parseListQuery(definition, parameters);
  const where = parseFilters(definition, parameters);
  const errors = { ...list.errors, ...where.errors };
  const query: ListQuery = { ...list.query, where: where.filters };
  const ids = parseIds(parameters, errors);
  if (ids) query.ids = ids;
  const day = activityOf(definition) ? readDay(parameters, ACTIVE_ON, errors) : undefined;
  if (day !== undefined) query.activeOn = { day };
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
export const resolvedQuery = ({ where, activeOn, ...query }: AddressQuery): ListQuery => ({
  ...query,
  where: where.map(resolvedFilter),
  ...(activeOn && { activeOn: { day: activeOn.day } }),
});

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
  const dayText = parameters.get(ACTIVE_ON);
  const where = query.where.map((filter): AddressFilter => {
    const text = parameters.get(filterParameter(filter.field, filter.operator));
    return isOnDay(filter) && text !== null && isRelativeDay(text) ? { ...filter, relative: text } : filter;
  });
  if (!query.activeOn || dayText === null || dayText === query.activeOn.day) return { ...query, where };
  return { ...query, where, activeOn: { day: query.activeOn.day, relative: dayText } };
}

/** Returns the id of the only linked record that filters ask for in a link list, or null. */
export function linkedRecordOf(where: readonly AddressFilter[], list: string): number | null {
  const condition = where.find((filter) => filter.field === list && filter.operator === "any");
  return condition?.operator === "any" && condition.value.length === 1 ? (condition.value[0] ?? null) : null;
}
