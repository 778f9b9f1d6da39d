import type { FilterOperator } from "../fields/field";
import type { AnyDefinition } from "../kinds/define";
import type { AddressFilter } from "./filters";
import type { AddressQuery } from "./list-query";

/* Separate from filters.ts, so that the filter bar need not load the declarations of all kinds. */

/** The name of the parameter with the day on which records are active. */
export const ACTIVE_ON = "active_on";

/** Returns the full name of a filter's URL parameter, such as `where[status][in]`. */
export const filterParameter = (field: string, operator: FilterOperator) => `where[${field}][${operator}]`;

/** Formats a filter as a URL parameter; a relative day stays relative. */
export function filterPair(filter: AddressFilter): [name: string, text: string] {
  const isOfTokens = filter.operator === "in" && filter.tokens;
  const value = isOfTokens ? filter.value.map((at) => filter.tokens?.[at]) : (filter.relative ?? filter.value);
  // `String` joins the ids of an array with commas.
  return [filterParameter(filter.field, filter.operator), String(value)];
}

/** What restricts a list besides its filters: a day on which records are active, and chosen records. */
export type Restriction = Pick<AddressQuery, "activeOn" | "ids">;

/** Formats the restriction of a list as URL parameters; a relative day stays relative. */
export function restrictionPairs({ activeOn, ids }: Restriction): [name: string, text: string][] {
  return [
    ...(activeOn ? [[ACTIVE_ON, activeOn.relative ?? activeOn.day] satisfies [string, string]] : []),
    ...(ids ? [["ids", ids.join(",")] satisfies [string, string]] : []),
  ];
}

/**
 * Returns the path of the entries that a list's filters offer. They contain all reference entries,
 * but only those linked records that the filters name.
 */
export function filterChoicesPath(
  { apiPath }: Pick<AnyDefinition, "apiPath">,
  where: readonly AddressFilter[],
): string {
  const named = new URLSearchParams(where.filter(({ operator }) => operator === "any").map(filterPair));
  return `/api/${apiPath}/filter_choices?${named}`;
}

/** The parameters that other filters replace, besides `where[…]`. */
const REPLACED: ReadonlySet<string> = new Set(["filter", "topics", "topics[]", ACTIVE_ON, "ids", "pageNo"]);

/**
 * Returns the URL parameters of a list with other filters, on its first page. All other parameters,
 * such as the sort order, are kept.
 */
export function narrowedSearch(
  search: string,
  { filter, topics, where, ...restriction }: Pick<AddressQuery, "filter" | "topics" | "where"> & Restriction,
): URLSearchParams {
  const before = new URLSearchParams(search);
  const after = new URLSearchParams();
  if (filter) after.set("filter", filter);
  if (topics.length > 0) after.set("topics", topics.join(","));
  for (const pair of [...where.map(filterPair), ...restrictionPairs(restriction)]) after.set(...pair);
  for (const [name, value] of before) {
    const isReplaced = REPLACED.has(name) || name.startsWith("where[");
    if (!isReplaced) after.append(name, value);
  }
  return after;
}

/**
 * Applies to other URL parameters what a link would change in the current ones. Used if the list is
 * being filtered while the user sorts or pages it.
 */
export function rebasedSearch(current: string, linked: string, other: string): URLSearchParams {
  const [before, after] = [new URLSearchParams(current), new URLSearchParams(linked)];
  const result = new URLSearchParams(other);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === before.get(name)) continue;
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return result;
}
