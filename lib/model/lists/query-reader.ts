import { LIST_MAX_PAGE_SIZE, LIST_PAGE_SIZE, MAX_ID } from "../limits";
import { isCalendarDate } from "../fields/day";
import type { FieldErrors } from "../fields/field";
import { wholeNumber } from "../pure/whole-number";

/**
 * Parses the values of a URL parameter, which may be repeated; returns null if they are invalid.
 */
export type ParameterReader<Value> = (texts: readonly string[]) => Value | null;

/** Returns a reader of a URL parameter that must not be repeated. */
export const readSingle =
  <Value>(read: (text: string) => Value | null): ParameterReader<Value> =>
  ([text = "", ...more]) =>
    more.length > 0 ? null : read(text);

/**
 * Returns a reader of a URL parameter that contains comma-separated values, may be repeated, and
 * may contain duplicates.
 */
export const readList =
  <Value>(read: (text: string) => Value | null): ParameterReader<Value[]> =>
  (texts) => {
    const values = texts.flatMap((text) => text.split(",")).map((text) => read(text.trim()));
    return values.includes(null) ? null : [...new Set(values.filter((value) => value !== null))];
  };

/** Returns a function that accepts one of the given words and returns null for any other text. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word | null =>
    words.find((word) => word === text) ?? null;

/** Reads a day of URL parameters, which must not be repeated; adds an error if it is none. */
export function readDay(parameters: URLSearchParams, name: string, errors: FieldErrors): string | undefined {
  const [day, ...more] = parameters.getAll(name);
  if (day === undefined) return undefined;
  if (more.length === 0 && isCalendarDate(day)) return day;
  errors[name] = [more.length > 0 ? "type" : "date"];
  return undefined;
}

export const dayParameter = (text: string) => (isCalendarDate(text) ? text : null);
export const key = (text: string) => wholeNumber(text, 1, MAX_ID);

/** The readers of the pagination parameters of a list (contract §2). */
export const pageReaders = {
  pageNo: readSingle((text) => wholeNumber(text, 0, MAX_ID)),
  pageSize: readSingle((text) => wholeNumber(text, 1, LIST_MAX_PAGE_SIZE)),
};
export type PageRequest = { pageNo: number; pageSize: number };

/**
 * Parses the query of a list. Parameters without a reader are ignored.
 * @returns the query, with defaults in place of invalid parameters, and the errors by parameter
 * name
 */
export function readQuery<Query extends PageRequest>(
  readers: { [Name in keyof Query]-?: ParameterReader<NonNullable<Query[Name]>> },
  parameters: URLSearchParams,
): { query: Query; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const query: Record<string, unknown> = { pageNo: 0, pageSize: LIST_PAGE_SIZE };
  for (const [name, read] of Object.entries<ParameterReader<unknown>>(readers)) {
    if (!parameters.has(name)) continue;
    const value = read(parameters.getAll(name));
    if (value === null) errors[name] = ["type"];
    else query[name] = value;
  }
  return { query: query as Query, errors };
}
