import type { FieldErrors } from "@/lib/model/fields/field";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { LIST_PAGE_SIZE, MAX_ID } from "@/lib/model/limits";
import { parseListQuery, type ListDefinition } from "@/lib/model/lists/list-query";
import { dayParameter, key, oneOf, readList, readSingle, type ParameterReader } from "@/lib/model/lists/query-reader";
import type { SortOrder } from "@/lib/model/kinds/define";
import { wholeNumber } from "@/lib/model/pure/whole-number";

/** The page that lists the files of all records. */
export const FILES_PATH = "/pages/files";

const FILE_SORTS = ["created_at", "name", "gueltig_bis", "bytes"] as const;
type FileSort = (typeof FILE_SORTS)[number];

/** A query for files (contract §18). An undefined property does not restrict them. */
export type FilesQuery = {
  pageNo: number;
  pageSize: number;
  filter: string;
  sort: { field: FileSort; order: SortOrder };
  kind?: string;
  id?: number;
  dateiart?: number[];
  sichtbar?: FileVisibility[];
  validUntil: { from?: string; to?: string; empty?: boolean };
};

/** What restricts a list of files. */
export type FileFilters = Omit<FilesQuery, "pageNo" | "pageSize" | "sort">;

/** The sort fields of file lists. Without `sortBy` and `sortOrder`, the newest files come first (`parseFilesQuery`). */
export const FILE_LIST: ListDefinition = {
  sortFields: FILE_SORTS,
  sortAliases: {},
  defaultSort: "created_at",
  topicsList: null,
};

const entryKey = (text: string) => wholeNumber(text, -1, MAX_ID) ?? (text === "-1" ? -1 : null);
const flag = (text: string) => (text === "true" ? true : text === "false" ? false : null);

/** Returns the name of a parameter for the last day on which files are valid. */
const validUntil = (operator: "from" | "to" | "empty") => `gueltig_bis[${operator}]`;

/**
 * Parses a query for files; unknown parameters are ignored.
 * @returns the query, with defaults in place of invalid parameters, and the errors by parameter name
 */
export function parseFilesQuery(parameters: URLSearchParams): { query: FilesQuery; errors: FieldErrors | null } {
  const { query: list, errors } = parseListQuery(FILE_LIST, parameters);
  const read = <Value>(name: string, reader: ParameterReader<Value>): Value | undefined => {
    if (!parameters.has(name)) return undefined;
    const value = reader(parameters.getAll(name));
    if (value === null) errors[name] = ["type"];
    return value ?? undefined;
  };
  const kind = read(
    "kind",
    readSingle((text) => definitionOfPath(text)?.apiPath ?? null),
  );
  const id = read("id", readSingle(key));
  // An id is ambiguous without its kind.
  if (id !== undefined && kind === undefined) errors.kind ??= ["required"];
  const order = parameters.has("sortOrder") || parameters.has("sortBy") ? list.sort[0]?.order : "desc";
  const query: FilesQuery = {
    pageNo: list.pageNo,
    pageSize: list.pageSize,
    filter: list.filter,
    sort: { field: (list.sort[0]?.field ?? "created_at") as FileSort, order: order ?? "desc" },
    kind,
    id,
    dateiart: read("dateiart", readList(entryKey)),
    sichtbar: read("sichtbar", readList(oneOf(FILE_VISIBILITIES))),
    validUntil: {
      from: read(validUntil("from"), readSingle(dayParameter)),
      to: read(validUntil("to"), readSingle(dayParameter)),
      empty: read(validUntil("empty"), readSingle(flag)),
    },
  };
  return { query, errors: Object.keys(errors).length > 0 ? errors : null };
}

/** Returns the filters of a query for files. */
export const fileFiltersOf = ({ pageNo: _, pageSize: _size, sort: _sort, ...filters }: FilesQuery): FileFilters =>
  filters;

/** Whether any file filter is in effect. */
export const isFiltered = (filters: FileFilters): boolean => filterPairs(filters).length > 0;

function filterPairs({ filter, kind, id, dateiart, sichtbar, validUntil: { from, to, empty } }: FileFilters) {
  const values = {
    filter: filter || undefined,
    kind,
    id,
    dateiart,
    sichtbar,
    [validUntil("from")]: from,
    [validUntil("to")]: to,
    [validUntil("empty")]: empty,
  };
  // `String` joins the items of an array with commas.
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, String(value)]],
  );
}

const OTHER_PARAMETERS = ["sortBy", "sortOrder", "pageSize"] as const;

/** Returns the URL parameters of a list of files with other filters, on its first page. */
export function filteredSearch(search: string, filters: FileFilters): URLSearchParams {
  const before = new URLSearchParams(search);
  const kept = OTHER_PARAMETERS.flatMap((name) => before.getAll(name).map((value) => [name, value]));
  return new URLSearchParams([...filterPairs(filters), ...kept]);
}

/** Returns the URL of the page of files, without the parameters that have their default value. */
export function filesHref({ pageNo, pageSize, sort, ...filters }: FilesQuery): string {
  const parameters = new URLSearchParams(filterPairs(filters));
  if (sort.field !== FILE_LIST.defaultSort || sort.order !== "desc") {
    parameters.set("sortBy", sort.field);
    parameters.set("sortOrder", sort.order);
  }
  if (pageNo > 0) parameters.set("pageNo", String(pageNo));
  if (pageSize !== LIST_PAGE_SIZE) parameters.set("pageSize", String(pageSize));
  return parameters.size > 0 ? `${FILES_PATH}?${parameters}` : FILES_PATH;
}
