import { cleanUpTo } from "../pure/clean-text";
import { FILTER_MAX_LENGTH, MAX_ID } from "../limits";
import { isCalendarDate } from "../fields/day";
import type { FieldErrorCode, FilterOperator } from "../fields/field";
import { wholeNumber } from "../pure/whole-number";

/** The type of the value that each filter operator takes. */
export type FilterValues = {
  in: number[];
  any: number[];
  from: string;
  to: string;
  before: string;
  contains: string;
  empty: boolean;
  plausible: boolean;
};

/** The operators that compare with a day. */
export const DAY_OPERATORS = ["from", "to", "before"] as const satisfies readonly FilterOperator[];
export type DayOperator = (typeof DAY_OPERATORS)[number];

/**
 * The result of parsing a filter parameter: a value, null if the parameter is empty and therefore
 * no filter, or an error code.
 */
type ParsedValue<Value> = { value: Value | null } | { error: FieldErrorCode };

type Operator<Value> = {
  /** @param texts all values of the parameter, which may be repeated */
  read: (texts: readonly string[]) => ParsedValue<Value>;
};

/** Parses a parameter that must not be repeated. */
const single =
  <Value>(read: (text: string) => ParsedValue<Value>) =>
  ([text = "", ...more]: readonly string[]): ParsedValue<Value> =>
    more.length > 0 ? { error: "type" } : read(text);

/**
 * Returns an operator whose parameter contains comma-separated ids or words, may be repeated, and
 * may contain duplicates, like `topics` (contract §2).
 */
const listed = (idOf: (text: string) => number | null): Operator<number[]> => ({
  read: (texts) => {
    const parts = texts.filter((text) => text !== "").flatMap((text) => text.split(","));
    const ids = parts.map(idOf);
    if (ids.includes(null)) return { error: "type" };
    return { value: parts.length > 0 ? [...new Set(ids.filter((id) => id !== null))] : null };
  },
});

/** Returns the operator `in` whose parameter contains words; their positions are its value. */
export const tokenOperator = (tokens: readonly string[]): Operator<number[]> =>
  listed((text) => (tokens.includes(text) ? tokens.indexOf(text) : null));

const day: Operator<string> = {
  read: single<string>((text) => (isCalendarDate(text) ? { value: text } : { error: "date" })),
};

const yesOrNo: Operator<boolean> = {
  read: single<boolean>((text) =>
    text === "true" || text === "false" ? { value: text === "true" } : { error: "type" },
  ),
};

/** The parsers of the filter operators (contract §10). */
export const filterOperators: { [Name in FilterOperator]: Operator<FilterValues[Name]> } = {
  in: listed((text) => (text === "-1" ? -1 : wholeNumber(text, 0, MAX_ID))),
  any: listed((text) => wholeNumber(text, 1, MAX_ID)),
  from: day,
  to: day,
  before: day,
  contains: {
    read: single<string>((raw) => {
      const text = cleanUpTo(raw, FILTER_MAX_LENGTH);
      if (text.length > FILTER_MAX_LENGTH) return { error: "max" };
      if (text.includes("\0")) return { error: "type" };
      return { value: text || null };
    }),
  },
  empty: yesOrNo,
  plausible: yesOrNo,
};
