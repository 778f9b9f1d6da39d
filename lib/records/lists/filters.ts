import type { AnyDefinition } from "../kinds/define";
import type { DerivedFact } from "../kinds/derived-facts";
import { LINK_OPERATORS, type Field, type FieldErrorCode, type FilterOperator } from "../fields/field";
import { filterOperators, type FilterValues } from "./filter-operators";
import type { Option } from "../reference-lists/reference-lists";
import { linkListOf, type LinkList } from "../kinds/relations";

/** What the history knows of every record, and lists can be narrowed to (contract §10). */
export const MOMENTS = ["created", "changed"] as const;
export type Moment = (typeof MOMENTS)[number];

/** What the list of a kind can be narrowed by, and how: a field by its type, a link list, a moment, or what is worked out of its values. */
export type FilterField = { name: string; operators: readonly FilterOperator[] } & (
  | { by: "field"; field: Field }
  | { by: "links"; linkList: LinkList; field?: Field }
  | { by: "moment"; moment: Moment }
  | { by: "derived"; fact: DerivedFact }
);

/** A list narrowed to some values of a field. */
export type FieldFilter = {
  [Operator in FilterOperator]: { field: string; operator: Operator; value: FilterValues[Operator] };
}[FilterOperator];

/** What entries and records are called that filters name, by the filters' fields. */
export type FilterChoices = Readonly<Record<string, readonly Option[]>>;

type FilteredDefinition = Pick<AnyDefinition, "name" | "fields" | "tabs" | "derived">;

/** Everything that a kind's list can be narrowed by. */
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

/** Whether something is worked out of a record's values, by its name. */
export const isDerived = ({ derived }: Pick<AnyDefinition, "derived">, name: string): boolean =>
  derived?.facts.some((fact) => fact.name === name) ?? false;

/** Whether a record itself says what a filter is about, so that it can be sent back with other values. */
export const isOwn = ({ by }: FilterField): boolean => by === "field" || by === "links";

/** Whether a filter offers entries to choose from, all of which fit a page. */
export const offersEntries = (filtered: FilterField): boolean =>
  filtered.by === "derived"
    ? filtered.fact.entries !== undefined
    : filtered.by !== "moment" && filtered.field?.reference !== undefined;

/** The same as screens offer it: fields in the order of the form, then what stands beside it, link lists in that of their tabs. */
export function offeredFilterFields(definition: FilteredDefinition & Pick<AnyDefinition, "form">): FilterField[] {
  const all = filterFieldsOf(definition);
  const order = [
    ...definition.form.flatMap((group) => group.fields),
    ...all.flatMap((each) => (each.by === "field" && each.field.apart ? [each.name] : [])),
    ...(definition.derived?.facts ?? []).map(({ name }) => name),
    ...definition.tabs.map(({ list }) => list),
    ...MOMENTS,
  ];
  return [...new Set(order)].flatMap((name) => all.find((field) => field.name === name) ?? []);
}

/** What a filter narrows by. */
export function filterFieldOf(definition: FilteredDefinition, name: string): FilterField {
  const found = filterFieldsOf(definition).find((field) => field.name === name);
  if (!found) throw new Error(`Lists of ${definition.name} are not narrowed by ${name}`);
  return found;
}

/** Whether all of these numbers are entries of a fact. */
const namesEntries = ({ entries = [] }: DerivedFact, ids: readonly number[]) =>
  ids.every((id) => entries.some((entry) => entry.id === id));

const PARAMETER = /^where\[([^[\]]*)\]\[([^[\]]*)\]$/;

/** The whole name of the parameter that holds a filter. */
export const filterParameter = (field: string, operator: FilterOperator) => `where[${field}][${operator}]`;

/**
 * Reads the filters on fields among the parameters of a list (contract §10); one that says nothing is none.
 * @returns the filters, and what is wrong with others by the whole names of their parameters
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

/** A filter as the parameter of a URL. */
export function filterPair({ field, operator, value }: FieldFilter): [name: string, text: string] {
  // Several ids are told apart by commas, as a list of them is written anyway.
  return [filterParameter(field, operator), String(value)];
}
