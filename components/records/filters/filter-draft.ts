import { isCalendarDate } from "@/lib/model/fields/day";
import type { FilterOperator } from "@/lib/model/fields/field";
import {
  comparedField,
  tokensOf,
  type AddressFilter,
  type FieldFilter,
  type FilterField,
} from "@/lib/model/lists/filters";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

/**
 * Condition of a filter: certain values, a moment before a day or no value, no value, any value, or a
 * plausible or implausible value.
 */
export type FilterMode = "value" | "before" | "empty" | "filled" | "plausible" | "implausible";

/** State of the filter editor for one field. */
export type FilterDraft = {
  mode: FilterMode;
  picked: readonly Option[];
  from: string;
  to: string;
  before: string;
  contains: string;
};

export const EMPTY_DRAFT: FilterDraft = { mode: "value", picked: [], from: "", to: "", before: "", contains: "" };

/** Returns a field's main comparison operator; date fields have `from` and `to`. */
export const mainOperator = ({ operators }: Pick<FilterField, "operators">): FilterOperator => operators[0] ?? "empty";

/**
 * Builds a draft from a list's current filters on a field.
 * @param options the entries, words or records that the filters may name
 */
export function draftOf(
  { name }: FilterField,
  where: readonly AddressFilter[],
  options: readonly Option[] = [],
): FilterDraft {
  return where
    .filter(({ field }) => field === name)
    .reduce<FilterDraft>((draft, { operator, value }) => {
      switch (operator) {
        case "in":
        case "any":
          return {
            ...draft,
            picked: value.map((id) => options.find((one) => one.id === id) ?? { id, label: `#${id}` }),
          };
        case "empty":
          return { ...draft, mode: value ? "empty" : "filled" };
        case "plausible":
          return { ...draft, mode: value ? "plausible" : "implausible" };
        case "before":
          return { ...draft, mode: "before", before: value };
        default:
          return { ...draft, [operator]: value };
      }
    }, EMPTY_DRAFT);
}

/** Returns validation codes for a draft's dates. */
export function draftErrors({ mode, from, to, before }: FilterDraft): {
  from?: string;
  to?: string;
  before?: string;
} {
  const dateError = (day: string) => (day === "" || isCalendarDate(day) ? undefined : "date");
  if (mode === "before") return { before: dateError(before) };
  if (mode !== "value") return {};
  const errors = { from: dateError(from), to: dateError(to) };
  const isReversed = !errors.from && !errors.to && from !== "" && to !== "" && from > to;
  return isReversed ? { to: "date_order" } : errors;
}

/**
 * Converts a draft to filters; returns an empty array if the draft contains no value.
 * @param where the list's current filters; a day that the draft does not change stays relative
 */
export function filtersOf(filtered: FilterField, draft: FilterDraft, where: readonly AddressFilter[]): AddressFilter[] {
  return draftedFilters(filtered, draft).map(
    (filter) =>
      where.find(
        ({ field, operator, value, relative }) =>
          relative !== undefined && field === filter.field && operator === filter.operator && value === filter.value,
      ) ?? filter,
  );
}

function draftedFilters(filtered: FilterField, draft: FilterDraft): FieldFilter[] {
  const { name: field, operators } = filtered;
  const { mode } = draft;
  if (mode === "empty" || mode === "filled") return [{ field, operator: "empty", value: mode === "empty" }];
  if (mode === "before") return draft.before ? [{ field, operator: "before", value: draft.before }] : [];
  if (mode !== "value") return [{ field, operator: "plausible", value: mode === "plausible" }];
  return operators.flatMap((operator): FieldFilter[] => {
    switch (operator) {
      case "in":
      case "any": {
        const value = draft.picked.map(({ id }) => id);
        const tokens = operator === "in" ? tokensOf(comparedField(filtered)) : undefined;
        return value.length > 0 ? [{ field, operator, value, ...(tokens && { tokens }) }] : [];
      }
      case "from":
      case "to":
        return draft[operator] ? [{ field, operator, value: draft[operator] }] : [];
      case "contains":
        return draft.contains.trim() ? [{ field, operator, value: draft.contains.trim() }] : [];
      case "before":
      case "empty":
      case "plausible":
        return [];
    }
  });
}
