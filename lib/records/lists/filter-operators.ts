import { FILTER_MAX_LENGTH, MAX_ID } from "../../limits";
import { isCalendarDate } from "../fields/day";
import type { FieldErrorCode, FilterOperator } from "../fields/field";
import { wholeNumber } from "../fields/whole-number";

/** What each operator compares with. */
export type FilterValues = {
  in: number[];
  any: number[];
  from: string;
  to: string;
  contains: string;
  empty: boolean;
  plausible: boolean;
};

/** What a parameter's texts say: a value, null for nothing at all, or what is wrong with them. */
type Reading<Value> = { value: Value | null } | { error: FieldErrorCode };

type Operator<Value> = {
  /** @param texts the parameter's values, as often as it was given */
  read: (texts: readonly string[]) => Reading<Value>;
};

/** What may be given once. */
const once =
  <Value>(read: (text: string) => Reading<Value>) =>
  ([text = "", ...more]: readonly string[]): Reading<Value> =>
    more.length > 0 ? { error: "type" } : read(text);

/** Ids by comma, or in repeated parameters, each once: as `topics` is read (contract §2). */
const ids = (idOf: (text: string) => number | null): Operator<number[]> => ({
  read: (texts) => {
    const given = texts.filter((text) => text !== "").flatMap((text) => text.split(","));
    const found = given.map(idOf);
    if (found.includes(null)) return { error: "type" };
    return { value: given.length > 0 ? [...new Set(found.filter((id) => id !== null))] : null };
  },
});

const day: Operator<string> = {
  read: once<string>((text) => (isCalendarDate(text) ? { value: text } : { error: "date" })),
};

const yesOrNo: Operator<boolean> = {
  read: once<boolean>((text) => (text === "true" || text === "false" ? { value: text === "true" } : { error: "type" })),
};

/** The operators by which lists are narrowed to values of a field (contract §10): how each is read. */
export const filterOperators: { [Name in FilterOperator]: Operator<FilterValues[Name]> } = {
  in: ids((text) => (text === "-1" ? -1 : wholeNumber(text, 0, MAX_ID))),
  any: ids((text) => wholeNumber(text, 1, MAX_ID)),
  from: day,
  to: day,
  contains: {
    read: once<string>((text) => {
      if (text.length > FILTER_MAX_LENGTH) return { error: "max" };
      if (text.includes("\0")) return { error: "type" };
      return { value: text.trim() || null };
    }),
  },
  empty: yesOrNo,
  plausible: yesOrNo,
};
