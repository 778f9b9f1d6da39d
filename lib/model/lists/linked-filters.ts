import type { AnyDefinition } from "../kinds/define";
import type { DerivedFact } from "../kinds/derived-facts";
import { definitionOf } from "../kinds/registry";
import type { FieldErrorCode } from "../fields/field";
import { filterOperators, tokenOperator } from "./filter-operators";
import {
  comparedField,
  filterFieldsOf,
  linkFilterFieldsOf,
  ownFilterFieldOf,
  tokensOf,
  type FieldFilter,
  type FilteredDefinition,
  type FilterField,
  type LinkedFilterField,
} from "./filters";

/*
 * Filters by fields of linked records. Not in `filters.ts`, because they need the declarations of all
 * kinds, which pages without records must not load.
 */

/**
 * Returns the filter fields of a list's links, and those of the linked kind's list, except its link
 * lists other than topics. Linked topics have no filter fields.
 */
export const linkedFilterFieldsOf = ({ tabs }: Pick<AnyDefinition, "tabs">): LinkedFilterField[] =>
  tabs.flatMap((linkList) => {
    const linkFilters = linkFilterFieldsOf(linkList.relation).map((inner): LinkedFilterField => {
      const { operators } = inner;
      return { name: `${linkList.list}.${inner.name}`, operators, by: "linked", linkList, inner, isOfLink: true };
    });
    if (linkList.other.isTopic) return linkFilters;
    const linked = definitionOf(linkList.other.kind);
    const recordFilters = filterFieldsOf(linked).flatMap((inner): LinkedFilterField[] => {
      const isTopics = inner.name === linked.topicsList;
      if (inner.by === "links" && !isTopics) return [];
      const operators = isTopics ? (["any"] as const) : inner.operators;
      return [{ name: `${linkList.list}.${inner.name}`, operators, by: "linked", linkList, inner, isOfLink: false }];
    });
    return [...linkFilters, ...recordFilters];
  });

/**
 * Returns the filter field with this name: the kind's own, or one of linked records.
 * @throws Error if the kind has no such filter field
 */
export const filterFieldOf = (definition: FilteredDefinition, name: string): FilterField =>
  (name.includes(".") ? linkedFilterFieldsOf(definition).find((field) => field.name === name) : undefined) ??
  ownFilterFieldOf(definition, name);

/** Returns whether all ids are ids of entries of a derived fact. */
const areEntryIds = ({ entries = [] }: DerivedFact, ids: readonly number[]) =>
  ids.every((id) => entries.some((entry) => entry.id === id));

const PARAMETER = /^where\[([^[\]]*)\]\[([^[\]]*)\]$/;

/**
 * Parses the field filters in the URL parameters of a list (contract §10). A filter without a value
 * is ignored.
 * @returns the valid filters, and the errors of the invalid ones by full parameter name
 */
export function parseFilters(definition: FilteredDefinition, parameters: URLSearchParams) {
  const errors: Record<string, FieldErrorCode[]> = {};
  const names = [...new Set(parameters.keys())].filter((name) => name.startsWith("where["));
  const fields = names.length > 0 ? [...filterFieldsOf(definition), ...linkedFilterFieldsOf(definition)] : [];
  const filters = names.flatMap((name) => {
    const [, fieldName, operatorName] = PARAMETER.exec(name) ?? [];
    const field = fields.find((candidate) => candidate.name === fieldName);
    const operator = field?.operators.find((candidate) => candidate === operatorName);
    if (!field || !operator) {
      errors[name] = ["unknown"];
      return [];
    }
    const compared = comparedField(field);
    const tokens = operator === "in" ? tokensOf(compared) : undefined;
    const parsed = (tokens ? tokenOperator(tokens) : filterOperators[operator]).read(parameters.getAll(name));
    if ("error" in parsed) {
      errors[name] = [parsed.error];
      return [];
    }
    if (compared.by === "derived" && Array.isArray(parsed.value) && !areEntryIds(compared.fact, parsed.value)) {
      errors[name] = ["exists"];
      return [];
    }
    if (parsed.value === null) return [];
    return [{ field: field.name, operator, value: parsed.value, ...(tokens && { tokens }) } as FieldFilter];
  });
  return { filters, errors };
}
