import { deadlineStates, type DeadlineState } from "./deadline-states";
import type { FieldErrors } from "../lists/list-query";
import { among, day, key, once, pageReaders, readQuery, several } from "../lists/query-reader";

/** Why a day matters (contract §11). */
export const DEADLINE_KINDS = ["last_notice", "end", "renewal"] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** Which days are asked for; undefined stands for all. Days are `YYYY-MM-DD`, both included. */
export type DeadlinesQuery = {
  pageNo: number;
  pageSize: number;
  from?: string;
  to?: string;
  state?: DeadlineState[];
  /** Members and thematic fields: projects that are linked to any of them. */
  member?: number[];
  topics?: number[];
};

/** A day that matters of a project. */
export type DeadlineRow = {
  projekt_id: number;
  projekt_titel: string;
  day: string;
  what: DeadlineKind;
  state: DeadlineState;
  members: { ph_id: number; vorname: string; nachname: string }[];
};

/**
 * Reads a query for deadlines; unknown parameters are ignored, and empty ones say nothing.
 * @returns the query, with its defaults in the place of what is wrong, and the errors by parameter
 */
export function parseDeadlinesQuery(parameters: URLSearchParams): {
  query: DeadlinesQuery;
  errors: FieldErrors | null;
} {
  const { query, errors } = readQuery<DeadlinesQuery>(
    {
      ...pageReaders,
      from: once(day),
      to: once(day),
      state: several(among(deadlineStates)),
      member: several(key),
      topics: several(key),
    },
    new URLSearchParams([...parameters].filter(([, text]) => text !== "")),
  );
  return { query, errors: Object.keys(errors).length > 0 ? errors : null };
}
