import type { AnyDefinition } from "./define";
import { LINK_OPERATORS, type Field, type FieldErrorCode, type FilterOperator } from "./field-types/field";
import { filterOperators, type FilterValues } from "./filter-operators";
import type { Option } from "./reference-lists";
import { linkListOf, type LinkList } from "./relations";

/** What the history knows of every record, and lists can be narrowed to (contract §10). */
export const MOMENTS = ["created", "changed"] as const;
export type Moment = (typeof MOMENTS)[number];

/** What the list of a kind can be narrowed by, and how: a field by its type, a link list, or a moment. */
export type FilterField = { name: string; operators: readonly FilterOperator[] } & (
  { by: "field"; field: Field } | { by: "links"; linkList: LinkList; field?: Field } | { by: "moment"; moment: Moment }
);

/** A list narrowed to some values of a field. */
export type FieldFilter = {
  [Operator in FilterOperator]: { field: string; operator: Operator; value: FilterValues[Operator] };
}[FilterOperator];

/** What entries and records are called that filters name, by the filters' fields. */
export type FilterChoices = Readonly<Record<string, readonly Option[]>>;

type FilteredDefinition = Pick<AnyDefinition, "name" | "fields" | "tabs">;

/** Everything that a kind's list can be narrowed by. */
export function filterFieldsOf({ name: kind, fields, tabs }: FilteredDefinition): FilterField[] {
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
  return [...declared, ...lists, ...moments];
}

/** The same as screens offer it: fields in the order of the form, link lists in that of their tabs. */
export function offeredFilterFields(definition: FilteredDefinition & Pick<AnyDefinition, "form">): FilterField[] {
  const all = filterFieldsOf(definition);
  const order = [
    ...definition.form.flatMap((group) => group.fields),
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
    return reading.value === null ? [] : [{ field: field.name, operator, value: reading.value } as FieldFilter];
  });
  return { filters, errors };
}

/** A filter as the parameter of a URL. */
export function filterPair({ field, operator, value }: FieldFilter): [name: string, text: string] {
  const write = filterOperators[operator].write as (given: unknown) => string;
  return [filterParameter(field, operator), write(value)];
}
