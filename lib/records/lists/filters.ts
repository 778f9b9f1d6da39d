import type { AnyDefinition } from "../kinds/define";
import type { DerivedFact } from "../kinds/derived-facts";
import { LINK_OPERATORS, type Field, type FieldErrorCode, type FilterOperator } from "../fields/field";
import { filterOperators, type FilterValues } from "./filter-operators";
import type { Option } from "../reference-lists/reference-lists";
import { linkListOf, type LinkList } from "../kinds/relations";

/**
 * The timestamps from the history by which the lists of all kinds can be filtered (contract §10):
 * creation and last change.
 */
export const MOMENTS = ["created", "changed"] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * Something by which a kind's list can be filtered, with the operators: a field, a link list, a
 * timestamp or a derived fact.
 */
export type FilterField = { name: string; operators: readonly FilterOperator[] } & (
  | { by: "field"; field: Field }
  | { by: "links"; linkList: LinkList; field?: Field }
  | { by: "moment"; moment: Moment }
  | { by: "derived"; fact: DerivedFact }
);

/** One filter of a list on one filter field. */
export type FieldFilter = {
  [Operator in FilterOperator]: { field: string; operator: Operator; value: FilterValues[Operator] };
}[FilterOperator];

/**
 * The display names of the entries and records that filters refer to, by the name of the filter
 * field.
 */
export type FilterChoices = Readonly<Record<string, readonly Option[]>>;

type FilteredDefinition = Pick<AnyDefinition, "name" | "fields" | "tabs" | "derived">;

/** Returns all filter fields of a kind's list. */
export function filterFieldsOf({ name: kind, fields, tabs, derived }: FilteredDefinition): FilterField[] {
  const declared = Object.entries(fields).map(([name, field]): FilterField => {
    const { operators, storage } = field;
    if (storage.in !== "links") return { name, operators, by: "field", field };
    return { name, operators, by: "links", linkList: linkListOf(kind, storage.list), field };
  });
  const lists = tabs
    .filter(({ list }) => !Object.hasOwn(fields, list))
    .map((linkList): FilterField => ({ name: linkList.list, operators: LINK_OPERATORS, by: "links", linkList }));
  const moments = MOMENTS.map((moment): FilterField => ({
    name: moment,
    operators: ["from", "to"],
    by: "moment",
    moment,
  }));
  const facts = (derived?.facts ?? []).map((fact): FilterField => ({
    name: fact.name,
    operators: fact.entries ? ["in"] : ["from", "to", "empty"],
    by: "derived",
    fact,
  }));
  return [...declared, ...facts, ...lists, ...moments];
}

/** Returns whether the kind has a derived fact with this name. */
export const isDerived = ({ derived }: Pick<AnyDefinition, "derived">, name: string): boolean =>
  derived?.facts.some((fact) => fact.name === name) ?? false;

/**
 * Returns whether a filter field is a field or link list of the record, whose value can be written,
 * and not a timestamp or a derived fact.
 */
export const isOwn = ({ by }: FilterField): boolean => by === "field" || by === "links";

/**
 * Returns whether the user chooses the value of a filter from entries that are all listed at once.
 */
export const offersEntries = (filtered: FilterField): boolean =>
  filtered.by === "derived"
    ? filtered.fact.entries !== undefined
    : filtered.by !== "moment" && filtered.field?.reference !== undefined;

/**
 * Returns the same filter fields as `filterFieldsOf`, in the order in which screens offer them:
 * form fields, fields outside the form, derived facts, link lists in the order of tabs, timestamps.
 */
export function offeredFilterFields(definition: FilteredDefinition & Pick<AnyDefinition, "form">): FilterField[] {
  const all = filterFieldsOf(definition);
  const order = [
    ...definition.form.flatMap((group) => group.fields),
    ...all.flatMap((each) => (each.by === "field" && each.field.separate ? [each.name] : [])),
    ...(definition.derived?.facts ?? []).map(({ name }) => name),
    ...definition.tabs.map(({ list }) => list),
    ...MOMENTS,
  ];
  return [...new Set(order)].flatMap((name) => all.find((field) => field.name === name) ?? []);
}

/**
 * Returns the filter field with this name.
 * @throws Error if the kind has no such filter field
 */
export function filterFieldOf(definition: FilteredDefinition, name: string): FilterField {
  const found = filterFieldsOf(definition).find((field) => field.name === name);
  if (!found) throw new Error(`Lists of ${definition.name} cannot be filtered by ${name}`);
  return found;
}

/** Returns whether all ids are ids of entries of a derived fact. */
const namesEntries = ({ entries = [] }: DerivedFact, ids: readonly number[]) =>
  ids.every((id) => entries.some((entry) => entry.id === id));

const PARAMETER = /^where\[([^[\]]*)\]\[([^[\]]*)\]$/;

/** Returns the full name of a filter's URL parameter, such as `where[status][in]`. */
export const filterParameter = (field: string, operator: FilterOperator) => `where[${field}][${operator}]`;

/**
 * Parses the field filters in the URL parameters of a list (contract §10). A filter without a value
 * is ignored.
 * @returns the valid filters, and the errors of the invalid ones by full parameter name
 */
export function parseFilters(definition: FilteredDefinition, parameters: URLSearchParams) {
  const errors: Record<string, FieldErrorCode[]> = {};
  const names = [...new Set(parameters.keys())].filter((name) => name.startsWith("where["));
  const fields = names.length > 0 ? filterFieldsOf(definition) : [];
  const filters = names.flatMap((name) => {
    const [, asked, wanted] = PARAMETER.exec(name) ?? [];
    const field = fields.find((candidate) => candidate.name === asked);
    const operator = field?.operators.find((candidate) => candidate === wanted);
    if (!field || !operator) {
      errors[name] = ["unknown"];
      return [];
    }
    const reading = filterOperators[operator].read(parameters.getAll(name));
    if ("error" in reading) {
      errors[name] = [reading.error];
      return [];
    }
    if (field.by === "derived" && Array.isArray(reading.value) && !namesEntries(field.fact, reading.value)) {
      errors[name] = ["exists"];
      return [];
    }
    return reading.value === null ? [] : [{ field: field.name, operator, value: reading.value } as FieldFilter];
  });
  return { filters, errors };
}

/** Formats a filter as a URL parameter. */
export function filterPair({ field, operator, value }: FieldFilter): [name: string, text: string] {
  // `String` joins the ids of an array with commas.
  return [filterParameter(field, operator), String(value)];
}
