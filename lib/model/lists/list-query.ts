import type * as z from "zod";
import type { pageOf } from "../answers/shapes";
import { cleanUpTo } from "../pure/clean-text";
import { FILTER_MAX_LENGTH, LIST_MAX_PAGE_SIZE, LIST_PAGE_SIZE, MAX_ID } from "../limits";
import type { AnyDefinition, Sort, SortOrder } from "../kinds/define";
import type { FieldErrors } from "../fields/field";
import { filterPair, restrictionPairs } from "./filter-parameters";
import type { AddressFilter, FieldFilter } from "./filters";
import { wholeNumber } from "../pure/whole-number";

/** The query of a list, as `GET /api/<kind>` takes it (contract §§2, 10): its days are absolute. */
export type ListQuery = {
  pageNo: number;
  pageSize: number;
  sort: Sort[];
  filter: string;
  topics: number[];
  where: FieldFilter[];
  /** The ids of the records to which the list is restricted. */
  ids?: readonly number[];
  /** The day on which the records are active (contract §17). */
  activeOn?: { day: string; relative?: undefined };
  /**
   * A link list of the kind, filtered by one linked record (`any`): the rows contain the values of the
   * links to this record.
   */
  link?: string;
};

/**
 * The query of a list in the URL of a page, whose days may be relative to today. Pages parse it with
 * `parseAddressQuery`; requests take its `resolvedQuery`.
 */
export type AddressQuery = Omit<ListQuery, "where" | "activeOn"> & {
  where: AddressFilter[];
  activeOn?: { day: string; relative?: string };
};

/** The properties of a record definition on which the query of its list depends. */
export type ListDefinition = Pick<
  AnyDefinition,
  "sortFields" | "sortAliases" | "defaultSort" | "multiSort" | "topicsList"
>;

/** Returns the default query of a list. */
export const defaultListQuery = (definition: ListDefinition): ListQuery => ({
  pageNo: 0,
  pageSize: LIST_PAGE_SIZE,
  sort: [{ field: definition.defaultSort, order: "asc" }],
  filter: "",
  topics: [],
  where: [],
});

/** A parsed query with defaults in place of invalid parameters, and the errors. */
export type ParsedQuery = { query: ListQuery; errors: FieldErrors; valid: boolean };

/** The names of the parameters that every list has, and that must not be repeated. */
export const SCALARS = ["pageNo", "pageSize", "sortBy", "sortOrder", "filter"] as const;
/** The names of the parameter with topics. */
export const TOPICS: ReadonlySet<string> = new Set(["topics", "topics[]"]);

function parseSort(definition: ListDefinition, sortBy: string | null, sortOrder: string | null, errors: FieldErrors) {
  const split = (value: string) => (definition.multiSort ? value.split(",") : [value]);
  const fields = sortBy === null ? [definition.defaultSort] : split(sortBy);
  const named = fields.map((field) => definition.sortAliases?.[field] ?? field);
  if (named.some((field) => !definition.sortFields.includes(field)) || new Set(named).size < named.length) {
    errors.sortBy = ["type"];
  }
  const orders = (sortOrder === null ? ["asc"] : split(sortOrder)).map((order) => order.toLowerCase());
  if (orders.length > fields.length || orders.some((order) => order !== "asc" && order !== "desc")) {
    errors.sortOrder = ["type"];
  }
  return named.map((field, index): Sort => ({ field, order: (orders[index] ?? "asc") as SortOrder }));
}

function parseTopics(parameters: URLSearchParams, errors: FieldErrors): number[] {
  const texts = [...TOPICS].flatMap((name) => parameters.getAll(name)).filter((value) => value !== "");
  const ids = texts.flatMap((value) => value.split(",")).map((value) => wholeNumber(value, 1, MAX_ID));
  if (ids.includes(null)) errors.topics = ["type"];
  return [...new Set(ids.filter((id) => id !== null))];
}

/**
 * Parses the query of any list (contract §2), without field filters. Unknown parameters are
 * ignored. A parameter that is invalid is reported as an error and replaced with its default, so
 * that a page can still show the list.
 */
export function parseListQuery(definition: ListDefinition, parameters: URLSearchParams): ParsedQuery {
  const errors: FieldErrors = {};
  const query = defaultListQuery(definition);
  for (const name of SCALARS) if (parameters.getAll(name).length > 1) errors[name] = ["type"];

  const pageNo = parameters.get("pageNo");
  if (pageNo !== null) query.pageNo = wholeNumber(pageNo, 0, MAX_ID) ?? ((errors.pageNo = ["type"]), 0);
  const pageSize = parameters.get("pageSize");
  if (pageSize !== null) {
    query.pageSize = wholeNumber(pageSize, 1, LIST_MAX_PAGE_SIZE) ?? ((errors.pageSize = ["type"]), LIST_PAGE_SIZE);
  }
  const sort = parseSort(definition, parameters.get("sortBy"), parameters.get("sortOrder"), errors);
  if (!errors.sortBy && !errors.sortOrder) query.sort = sort;

  const filter = cleanUpTo(parameters.get("filter") ?? "", FILTER_MAX_LENGTH);
  if (filter.length > FILTER_MAX_LENGTH) errors.filter = ["max"];
  else if (filter.includes("\0")) errors.filter = ["type"];
  else query.filter = filter;

  if (definition.topicsList !== null) query.topics = parseTopics(parameters, errors);
  return { query, errors, valid: Object.keys(errors).length === 0 };
}

/** Returns the URL parameters of a request's query without those that have their default value. */
export const listSearchParams: (definition: ListDefinition, query: ListQuery) => URLSearchParams = addressSearchParams;

/** Returns the URL parameters of a page's query, likewise; relative days stay relative. */
export function addressSearchParams(definition: ListDefinition, query: AddressQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.filter) parameters.set("filter", query.filter);
  if (query.topics.length > 0) parameters.set("topics", query.topics.join(","));
  for (const filter of query.where) parameters.set(...filterPair(filter));
  const [first] = query.sort;
  const isDefaultSort = query.sort.length === 1 && first?.field === definition.defaultSort && first.order === "asc";
  if (query.sort.length > 0 && !isDefaultSort) {
    parameters.set("sortBy", query.sort.map(({ field }) => field).join(","));
    parameters.set("sortOrder", query.sort.map(({ order }) => order).join(","));
  }
  for (const pair of restrictionPairs(query)) parameters.set(...pair);
  if (query.link) parameters.set("link", query.link);
  if (query.pageNo > 0) parameters.set("pageNo", String(query.pageNo));
  if (query.pageSize !== LIST_PAGE_SIZE) parameters.set("pageSize", String(query.pageSize));
  return parameters;
}

/**
 * Returns the URL of a kind's list page.
 * @param columns names of the columns, if the URL contains them
 */
export function listAddress(
  definition: ListDefinition & Pick<AnyDefinition, "pages">,
  query: AddressQuery,
  columns?: readonly string[],
): string {
  const parameters = addressSearchParams(definition, query);
  if (columns) parameters.set("columns", columns.join(","));
  return parameters.size > 0 ? `${definition.pages.list}?${parameters}` : definition.pages.list;
}

/**
 * Returns a page of a list as responses contain it (spec §3, contract §2): `pageOf` in
 * `lib/model/answers/shapes.ts`. Pages and rows are numbered from 1 there, whereas `pageNo` in requests
 * counts from 0.
 * @param url the URL of the request; the URLs of the next and previous page have the same other
 * parameters
 */
export function toPage<Row>(
  rows: Row[],
  total: number,
  query: Pick<ListQuery, "pageNo" | "pageSize">,
  url: URL,
): z.output<ReturnType<typeof pageOf<z.ZodType<Row>>>> {
  const { pageNo, pageSize } = query;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const pageUrl = (index: number) => {
    const target = new URL(url);
    target.searchParams.set("pageNo", String(index));
    return `${target.pathname}${target.search}`;
  };
  return {
    total,
    per_page: pageSize,
    current_page: pageNo + 1,
    last_page: lastPage,
    next_page_url: pageNo + 1 < lastPage ? pageUrl(pageNo + 1) : null,
    prev_page_url: pageNo > 0 ? pageUrl(Math.min(pageNo, lastPage) - 1) : null,
    from: rows.length > 0 ? pageNo * pageSize + 1 : null,
    to: rows.length > 0 ? pageNo * pageSize + rows.length : null,
    data: rows,
  };
}
