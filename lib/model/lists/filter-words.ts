import { dynamicKey, type Translate } from "../messages/i18n";
import type { AnyDefinition } from "../kinds/define";
import { displayDate } from "../fields/day";
import type { FilterOperator } from "../fields/field";
import { firstNames } from "../pure/first-names";
import { filterFieldOf } from "./linked-filters";
import type { Restriction } from "./filter-parameters";
import { filterFieldName } from "./filter-names";
import type { FilterChoices } from "../answers/search-answers";
import { comparedField, tokensOf, type AddressFilter, type FilterField } from "./filters";

/**
 * The description of a filter in words. `operators` are the operators that it covers: `from` and
 * `to` on the same field are described together, as a period.
 */
export type FilterDescription = { field: string; operators: readonly FilterOperator[]; name: string; text: string };

/** Returns the translation of a word that stands for a value in a filter's parameter. */
export const tokenWord = (token: string | undefined, t: Translate<"records">): string =>
  t(dynamicKey<"records">(`filters.tokens.${token ?? ""}`));

const PERIOD: readonly FilterOperator[] = ["from", "to"];

function textOf(
  filterField: FilterField,
  filter: AddressFilter,
  choices: FilterChoices,
  { t, maxNames }: { t: Translate<"records">; maxNames: number },
): string {
  switch (filter.operator) {
    case "in":
    case "any": {
      const tokens = tokensOf(comparedField(filterField));
      if (tokens) return filter.value.map((at) => tokenWord(tokens[at], t)).join(", ");
      const nameOf = (id: number) => choices[filter.field]?.find((option) => option.id === id)?.label ?? `#${id}`;
      return firstNames(filter.value.map(nameOf), maxNames).join(", ");
    }
    case "contains":
      return t("filters.contains", { text: filter.value });
    case "empty":
      if (comparedField(filterField).by === "links") return t(filter.value ? "filters.none" : "filters.some");
      return t(filter.value ? "filters.empty" : "filters.filled");
    case "plausible":
      return t(filter.value ? "filters.plausible" : "filters.implausible");
    case "from":
      return t("filters.since", { day: displayDate(filter.value) });
    case "to":
      return t("filters.until", { day: displayDate(filter.value) });
    case "before":
      return t("filters.before", { day: displayDate(filter.value) });
  }
}

/**
 * Describes the field filters of a list in words, in their order.
 * @param options.maxNames maximum number of entries or records that a filter names; further ones are
 * counted
 * @param options.within the link list of a tab, in which the names of fields of its links are short
 */
export function describeFilters(
  definition: AnyDefinition,
  where: readonly AddressFilter[],
  choices: FilterChoices,
  t: Translate<"records">,
  { maxNames = Infinity, within }: { maxNames?: number; within?: string } = {},
): FilterDescription[] {
  const partOf = (field: string, operator: FilterOperator) =>
    where.find((filter) => filter.field === field && filter.operator === operator);
  return where.flatMap((filter) => {
    const { field, operator } = filter;
    const filterField = filterFieldOf(definition, field);
    const name = filterFieldName(definition, filterField, t, within);
    const [from, to] = [partOf(field, "from"), partOf(field, "to")];
    if (!PERIOD.includes(operator) || !from || !to) {
      return [{ field, operators: [operator], name, text: textOf(filterField, filter, choices, { t, maxNames }) }];
    }
    // A period is described once, at the position of the first of its two filters.
    if (where.indexOf(filter) > Math.min(where.indexOf(from), where.indexOf(to))) return [];
    return [{ field, operators: PERIOD, name, text: `${displayDate(from.value)} – ${displayDate(to.value)}` }];
  });
}

/** Describes what restricts a list besides its filters in words, in the order of its chips. */
export function describeRestriction(
  { activeOn, ids }: Restriction,
  t: Translate<"records">,
): { by: keyof Restriction; text: string }[] {
  return [
    ...(activeOn
      ? [{ by: "activeOn" as const, text: t("filters.active_on", { day: displayDate(activeOn.day) }) }]
      : []),
    ...(ids ? [{ by: "ids" as const, text: t("filters.selected", { count: ids.length }) }] : []),
  ];
}
