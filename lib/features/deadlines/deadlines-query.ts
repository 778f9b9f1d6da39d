import { deadlineStates, type DeadlineState } from "@/lib/model/deadlines/deadline-states";
import type { FieldErrors } from "@/lib/model/fields/field";
import { oneOf, dayParameter, key, readSingle, pageReaders, readQuery, readList } from "@/lib/model/lists/query-reader";

/** The kinds of deadlines (contract §11). */
export const DEADLINE_KINDS = ["last_notice", "end", "renewal"] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/**
 * A query for deadlines. An undefined property does not restrict them. `from` and `to` are days
 * `YYYY-MM-DD`, both inclusive.
 */
export type DeadlinesQuery = {
  pageNo: number;
  pageSize: number;
  from?: string;
  to?: string;
  state?: DeadlineState[];
  /**
   * Ids of members, and of thematic fields (`topics`). Restricts the result to projects linked to
   * any of them.
   */
  member?: number[];
  topics?: number[];
};

/**
 * Parses a query for deadlines; unknown and empty parameters are ignored.
 * @returns the query, with defaults in place of invalid parameters, and the errors by parameter
 * name
 */
export function parseDeadlinesQuery(parameters: URLSearchParams): {
  query: DeadlinesQuery;
  errors: FieldErrors | null;
} {
  const { query, errors } = readQuery<DeadlinesQuery>(
    {
      ...pageReaders,
      from: readSingle(dayParameter),
      to: readSingle(dayParameter),
      state: readList(oneOf(deadlineStates)),
      member: readList(key),
      topics: readList(key),
    },
    new URLSearchParams([...parameters].filter(([, text]) => text !== "")),
  );
  return { query, errors: Object.keys(errors).length > 0 ? errors : null };
}
