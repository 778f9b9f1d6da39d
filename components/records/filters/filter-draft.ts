import { isCalendarDate } from "@/lib/records/fields/day";
import type { FilterOperator } from "@/lib/records/fields/field";
import type { FieldFilter, FilterChoices, FilterField } from "@/lib/records/lists/filters";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

/** Whether a field is compared with something, has nothing at all, or has anything, or something that can or cannot be right. */
export type FilterMode = "value" | "empty" | "filled" | "plausible" | "implausible";

/** A filter on one field while somebody is at it. */
export type FilterDraft = {
  mode: FilterMode;
  picked: readonly Option[];
  from: string;
  to: string;
  contains: string;
};

/** One that says nothing yet. */
export const EMPTY_DRAFT: FilterDraft = { mode: "value", picked: [], from: "", to: "", contains: "" };

/** The operator by which a field's values are compared; days have a second one. */
export const mainOperator = ({ operators }: FilterField): FilterOperator => operators[0] ?? "empty";

/** What a list's filters say of a field already. */
export function draftOf({ name }: FilterField, where: readonly FieldFilter[], choices: FilterChoices): FilterDraft {
  return where
    .filter(({ field }) => field === name)
    .reduce<FilterDraft>((draft, { operator, value }) => {
      switch (operator) {
        case "in":
        case "any":
          return {
            ...draft,
            picked: value.map((id) => choices[name]?.find((one) => one.id === id) ?? { id, label: `#${id}` }),
          };
        case "empty":
          return { ...draft, mode: value ? "empty" : "filled" };
        case "plausible":
          return { ...draft, mode: value ? "plausible" : "implausible" };
        default:
          return { ...draft, [operator]: value };
      }
    }, EMPTY_DRAFT);
}

/** What is wrong with the days of a draft, as codes of `validation`. */
export function draftErrors({ mode, from, to }: FilterDraft): { from?: string; to?: string } {
  if (mode !== "value") return {};
  const wrong = (day: string) => (day === "" || isCalendarDate(day) ? undefined : "date");
  const errors = { from: wrong(from), to: wrong(to) };
  const isTurned = !errors.from && !errors.to && from !== "" && to !== "" && from > to;
  return isTurned ? { to: "date_order" } : errors;
}

/** The filters that a draft stands for; none where nothing was said. */
export function filtersOf({ name: field, operators }: FilterField, draft: FilterDraft): FieldFilter[] {
  const { mode } = draft;
  if (mode === "empty" || mode === "filled") return [{ field, operator: "empty", value: mode === "empty" }];
  if (mode !== "value") return [{ field, operator: "plausible", value: mode === "plausible" }];
  return operators.flatMap((operator): FieldFilter[] => {
    switch (operator) {
      case "in":
      case "any":
        return draft.picked.length > 0 ? [{ field, operator, value: draft.picked.map(({ id }) => id) }] : [];
      case "from":
      case "to":
        return draft[operator] ? [{ field, operator, value: draft[operator] }] : [];
      case "contains":
        return draft.contains.trim() ? [{ field, operator, value: draft.contains.trim() }] : [];
      case "empty":
      case "plausible":
        return [];
    }
  });
}
