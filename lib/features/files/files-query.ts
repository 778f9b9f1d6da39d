import type { FieldErrors } from "@/lib/model/fields/field";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { MAX_ID } from "@/lib/model/limits";
import { parseListQuery, type ListDefinition } from "@/lib/model/lists/list-query";
import { dayParameter, key, oneOf, readList, readSingle, type ParameterReader } from "@/lib/model/lists/query-reader";
import type { SortOrder } from "@/lib/model/kinds/define";
import { wholeNumber } from "@/lib/model/pure/whole-number";

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
