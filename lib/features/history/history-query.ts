import { LIST_PAGE_SIZE } from "@/lib/model/limits";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { FieldErrors } from "@/lib/model/fields/field";
import { oneOf, dayParameter, key, readSingle, pageReaders, readQuery } from "@/lib/model/lists/query-reader";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions } from "@/lib/model/kinds/registry";
import type { NamedRecord } from "./history-answers";
import { ACTIONS, ROUND_KIND, type ChangeAction } from "@/lib/model/change";

/** The page of the history of all records. */
export const HISTORY_PATH = "/pages/timeline";

/** Returns the URL of the history with only the changes of an account. */
export const changesByHref = (account: number) => `${HISTORY_PATH}?user=${account}`;

/** Joins the labels of records. Omits erased persons, whose labels are empty (contract §9). */
export const labelsOf = (records: readonly NamedRecord[]) =>
  records.flatMap(({ label }) => (label === "" ? [] : [label])).join(", ");

/**
 * A query for changes. An undefined property does not restrict them. `from` and `to` are days
 * `YYYY-MM-DD`, both inclusive.
 */
export type HistoryQuery = {
  pageNo: number;
  pageSize: number;
  kind?: string;
  id?: number;
  action?: ChangeAction;
  user?: number;
  from?: string;
  to?: string;
  batch?: string;
};

/** A query for entries of the history; they are not paged by number, but continue after an entry. */
export type EntriesQuery = HistoryQuery & {
  /** The id of a change; only older entries are listed. */
  before?: number;
};

/** The `kind` of accounts in the history. */
export const ACCOUNT_KIND = "users";

/**
 * The values of `kind` in the history that only admins see: the reference lists and the accounts.
 */
export const ADMIN_KINDS: readonly string[] = [...Object.keys(referenceLists), ACCOUNT_KIND];

/** Returns the values of `kind` for records, whose history every account sees. */
export const recordKinds = (): string[] => allDefinitions.map(({ apiPath }) => apiPath);

/** Returns whether a `kind` of the history is a record kind, whose history every account sees. */
export const isRecordKind = (kind: string) => recordKinds().includes(kind);

/** Whether the ids of a kind are those of records, files or rounds, and no keys of reference entries. */
const hasOwnIds = (kind: string) => isRecordKind(kind) || kind === FILE_KIND || kind === ROUND_KIND;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a `kind` of the history is one that only admins see. */
export const isAdminKind = (kind: string) => ADMIN_KINDS.includes(kind);
const entryKey = (text: string) => (/^(-1|0)$/.test(text) ? Number(text) : key(text));

const filterReaders = {
  kind: readSingle((text: string) => (hasOwnIds(text) || isAdminKind(text) ? text : null)),
  id: readSingle(entryKey),
  action: readSingle(oneOf(ACTIONS)),
  user: readSingle(key),
  from: readSingle(dayParameter),
  to: readSingle(dayParameter),
  batch: readSingle((text: string) => (UUID.test(text) ? text.toLowerCase() : null)),
};

type Parsed<Query> = { query: Query; errors: FieldErrors | null };

function checked<Query extends HistoryQuery>({ query, errors }: { query: Query; errors: FieldErrors }): Parsed<Query> {
  // Only reference entries have the keys -1 and 0 (contract §1).
  if (query.kind !== undefined && hasOwnIds(query.kind) && (query.id ?? 1) < 1) errors.id = ["type"];
  // An id is ambiguous without its kind.
  if (query.id !== undefined && query.kind === undefined) errors.kind ??= ["required"];
  return { query, errors: Object.keys(errors).length > 0 ? errors : null };
}

/**
 * Parses a query for changes; unknown parameters are ignored.
 * @returns the query, with defaults in place of invalid parameters, and the errors by parameter
 * name
 */
export const parseHistoryQuery = (parameters: URLSearchParams): Parsed<HistoryQuery> =>
  checked(readQuery<HistoryQuery>({ ...pageReaders, ...filterReaders }, parameters));

/** Parses a query for entries of the history, like `parseHistoryQuery`. */
export const parseEntriesQuery = (parameters: URLSearchParams): Parsed<EntriesQuery> =>
  checked(readQuery<EntriesQuery>({ ...pageReaders, ...filterReaders, before: readSingle(key) }, parameters));

/** Returns the URL parameters of a query without those that have their default value. */
export function historySearchParams(query: Partial<EntriesQuery>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const isDefault = (name === "pageNo" && value === 0) || (name === "pageSize" && value === LIST_PAGE_SIZE);
    if (value !== undefined && !isDefault) parameters.set(name, String(value));
  }
  return parameters;
}
