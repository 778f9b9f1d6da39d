import { UNKNOWN_END } from "@/lib/model/deadlines/unknown-end";
import { definitionOf } from "@/lib/model/kinds/registry";
import { ACTIVE_ON, filterParameter } from "@/lib/model/lists/filter-parameters";
import { listSearchParams, type ListQuery } from "@/lib/model/lists/list-query";
import { countedKind, countedList, sourceOf, type Counted, type StatisticField } from "./statistic-fields";

/** A value of a row; null stands for no value. */
export type RowValue = { field: StatisticField; id: number | null };

const PROJECT = definitionOf("project");
const STATE = "zustand";
/** The state of links that count on the day of `active_on`. */
const CURRENT = "current";

/** Returns the parameters that a list of projects needs to show those with a value; null if it cannot. */
function projectFilter({ field, id }: RowValue): [name: string, value: string][] | null {
  const source = sourceOf(field);
  if (source.in === "project") {
    const { column } = source;
    if (id === null) return [[filterParameter(column, "empty"), "true"]];
    if (!source.year) return [[filterParameter(column, "in"), String(id)]];
    const year = String(id).padStart(4, "0");
    return [
      [filterParameter(column, "from"), `${year}-01-01`],
      [filterParameter(column, "to"), `${year}-12-31`],
    ];
  }
  if (source.in === "table") {
    if (id === null) return [[filterParameter(field, "empty"), "true"]];
    return [[filterParameter(field, field === PROJECT.topicsList ? "any" : "in"), String(id)]];
  }
  if (id === null) return null;
  const { list } = source.list;
  return [
    [filterParameter(`${list}.${source.column}`, "in"), String(id)],
    [filterParameter(`${list}.${STATE}`, "in"), CURRENT],
  ];
}

/** Returns whether a question filters by a field, or by a list of links. */
const isFilteredOn = ({ where }: ListQuery, name: string) =>
  where.some(({ field }) => field === name || field.startsWith(`${name}.`));

/**
 * Returns whether a question filters by the state of links, which is judged on each of its days: no list
 * shows what it finds on several days, or on none.
 */
export const isFilteredByState = ({ where }: ListQuery): boolean =>
  where.some(({ field }) => field.endsWith(`.${STATE}`));

/** Returns whether a question filters by what a row's value belongs to: its field, or its list of links. */
function isFilteredBy(query: ListQuery, { field }: RowValue): boolean {
  const source = sourceOf(field);
  return isFilteredOn(
    query,
    source.in === "project" ? source.column : source.in === "table" ? field : source.list.list,
  );
}

/** Returns the parameters of the list of projects that a row counts, without the day; null if no list can ask it. */
function projectsParameters(query: ListQuery, values: readonly RowValue[]): URLSearchParams | null {
  const filters = values.map((value) => (isFilteredBy(query, value) ? null : projectFilter(value)));
  const parameters = listSearchParams(PROJECT, query);
  for (const filter of filters) {
    if (!filter) return null;
    for (const [name, text] of filter) parameters.set(name, text);
  }
  return parameters;
}

const hasFilters = ({ where, topics, filter }: ListQuery) => where.length > 0 || topics.length > 0 || filter !== "";

/**
 * Returns whether the list of what is counted, other than projects, can ask for the values of a row: these
 * must be its own, because a list cannot ask that a project with a value is the active one.
 */
export function isOwnQuestion(query: ListQuery, counted: Counted, fields: readonly StatisticField[]): boolean {
  const own = countedList(counted);
  return (
    !hasFilters(query) &&
    fields.every((field) => {
      const source = sourceOf(field);
      return source.in === "linked" && source.list.list === own?.list;
    })
  );
}

/** Returns the address of a list page with parameters and the day on which its records are active. */
function addressOn(page: string, parameters: URLSearchParams, day: string): string {
  const asked = parameters.size > 0 ? `${parameters}&` : "";
  return `${page}?${asked}${new URLSearchParams({ [ACTIVE_ON]: day })}`;
}

/** Returns the address of the list page with the given records of what is counted. */
const recordsHref = (counted: Counted, records: readonly number[], day: string): string =>
  addressOn(countedKind(counted).pages.list, new URLSearchParams({ ids: records.join(",") }), day);

/**
 * Returns the address of the projects that a question finds and that are never active, because it is not
 * known when they were finished; null if a filter of the question rules out asking for them.
 * @param finished the ids of the statuses of finished projects
 */
export function withoutEndHref(query: ListQuery, finished: readonly number[]): string | null {
  const ofStatus = query.where.filter(({ field }) => field === "status");
  const asked = ofStatus.map((filter) => (filter.operator === "in" ? filter.value : []));
  const ids = finished.filter((id) => asked.every((chosen) => chosen.includes(id)));
  if (ids.length === 0 || isFilteredOn(query, UNKNOWN_END.field) || isFilteredByState(query)) return null;
  const parameters = listSearchParams(PROJECT, query);
  parameters.set(filterParameter("status", "in"), ids.join(","));
  parameters.set(filterParameter(UNKNOWN_END.field, "empty"), "true");
  return `${PROJECT.pages.list}?${parameters}`;
}

/**
 * Returns the address of records that a map counts and that lack a country or a place; null if these are
 * not known.
 */
export const unmappedHref = (counted: Counted, day: string, records: readonly number[] | null): string | null =>
  records && records.length > 0 ? recordsHref(counted, records, day) : null;

/**
 * Returns a function for the addresses of the list pages that show exactly what a row counts on a day
 * (contract §17). It takes the keys of the counted records, where they are known, and returns null if no
 * list can ask for the row.
 */
export function rowHrefs(
  query: ListQuery,
  counted: Counted,
  values: readonly RowValue[],
): (day: string, records?: readonly number[]) => string | null {
  if (counted === "projects") {
    const parameters = projectsParameters(query, values);
    return (day) => parameters && addressOn(PROJECT.pages.list, parameters, day);
  }
  const { pages } = countedKind(counted);
  const fields = values.map(({ field }) => field);
  if (isOwnQuestion(query, counted, fields)) {
    const own = new URLSearchParams(values.map(({ field, id }) => [filterParameter(field, "in"), String(id)]));
    return (day) => addressOn(pages.list, own, day);
  }
  return (day, records) => (records ? recordsHref(counted, records, day) : null);
}

/**
 * Returns the address of what is counted at a place: its institutions, or the projects that are linked to
 * one of them on the day; null if no list can ask it.
 * @param list the link list of projects with the institutions
 */
export function placeHref(
  query: ListQuery,
  { counted, day, list }: { counted: Counted; day: string; list: string },
  institutions: readonly number[],
): string | null {
  if (counted !== "projects") return recordsHref(counted, institutions, day);
  if (isFilteredOn(query, list)) return null;
  const parameters = listSearchParams(PROJECT, query);
  parameters.set(filterParameter(list, "any"), institutions.join(","));
  parameters.set(filterParameter(`${list}.${STATE}`, "in"), CURRENT);
  return addressOn(PROJECT.pages.list, parameters, day);
}
