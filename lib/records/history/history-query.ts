import { LIST_PAGE_SIZE } from "../../limits";
import type { FieldErrors } from "../lists/list-query";
import type { NamedRecord } from "../kinds/named-record";
import { among, day, key, once, pageReaders, readQuery } from "../lists/query-reader";
import { referenceLists } from "../reference-lists/reference-lists";
import { allDefinitions } from "../kinds/registry";

/** What can happen to a record (contract §8). */
export const ACTIONS = ["create", "update", "delete", "link", "unlink"] as const;
export type Action = (typeof ACTIONS)[number];

/** A field's value before and after a change, raw as it travels (contract §3). */
export type FieldChange = { name: string; old: unknown; new: unknown };

/** One change as it travels (contract §8). */
export type Change = NamedRecord & {
  change_id: number;
  /** An ISO time in UTC, with milliseconds. */
  at: string;
  user: { id: number; name: string } | null;
  source: string;
  action: Action;
  fields: FieldChange[];
  /** The other end of a link. */
  related: NamedRecord | null;
  batch: string | null;
  /** The change that this one undid. */
  reverts: number | null;
  /** Whether it can be undone as things stand now. */
  revertible: boolean;
};

/** Which changes are asked for; undefined stands for all. Days are `YYYY-MM-DD`, both included. */
export type HistoryQuery = {
  pageNo: number;
  pageSize: number;
  kind?: string;
  id?: number;
  action?: Action;
  user?: number;
  from?: string;
  to?: string;
  batch?: string;
};

/** What the history calls accounts. */
export const ACCOUNT_KIND = "users";

/** What the history calls those kinds that only admins see: the reference lists and the accounts. */
export const ADMIN_KINDS: readonly string[] = [...Object.keys(referenceLists), ACCOUNT_KIND];

/** The kinds of records, which every account sees. */
export const recordKinds = (): string[] => allDefinitions.map(({ apiPath }) => apiPath);

/** Whether a kind is one of records, which everybody sees. */
export const isRecordKind = (kind: string) => recordKinds().includes(kind);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isAdminKind = (kind: string) => ADMIN_KINDS.includes(kind);
const entryKey = (text: string) => (/^(-1|0)$/.test(text) ? Number(text) : key(text));

/**
 * Reads a query for changes; unknown parameters are ignored.
 * @returns the query, with its defaults in the place of what is wrong, and the errors by parameter
 */
export function parseHistoryQuery(parameters: URLSearchParams): { query: HistoryQuery; errors: FieldErrors | null } {
  const { query, errors } = readQuery<HistoryQuery>(
    {
      ...pageReaders,
      kind: once((text) => (isRecordKind(text) || isAdminKind(text) ? text : null)),
      id: once(entryKey),
      action: once(among(ACTIONS)),
      user: once(key),
      from: once(day),
      to: once(day),
      batch: once((text) => (UUID.test(text) ? text.toLowerCase() : null)),
    },
    parameters,
  );
  // Only reference entries have the keys -1 and 0 (contract §1).
  if (query.kind !== undefined && isRecordKind(query.kind) && (query.id ?? 1) < 1) errors.id = ["type"];
  // A key means nothing without the kind whose key it is.
  if (query.id !== undefined && query.kind === undefined) errors.kind ??= ["required"];
  return { query, errors: Object.keys(errors).length > 0 ? errors : null };
}

/** The shortest URL parameters that stand for a query. */
export function historySearchParams(query: Partial<HistoryQuery>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const isDefault = (name === "pageNo" && value === 0) || (name === "pageSize" && value === LIST_PAGE_SIZE);
    if (value !== undefined && !isDefault) parameters.set(name, String(value));
  }
  return parameters;
}
