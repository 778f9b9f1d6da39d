import { managedFields, type AnyDefinition } from "../kinds/define";
import { isStored, type DerivedFact, type DerivedList } from "../kinds/derived-facts";
import { LINK_OPERATORS, type Field, type FilterOperator } from "../fields/field";
import type { DayOperator, FilterValues } from "./filter-operators";
import { LINK_STATES } from "../kinds/link-states";
import { linkListOf, type LinkList, type Relation } from "../kinds/relations";

/**
 * The timestamps from the history by which the lists of all kinds can be filtered (contract §10):
 * creation and last change.
 */
const MOMENTS = ["created", "changed"] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * Something of a record itself by which a kind's list can be filtered, with the operators: a field, a
 * link list or a list derived from one, a timestamp or a derived fact.
 */
export type OwnFilterField = { name: string; operators: readonly FilterOperator[] } & (
  | { by: "field"; field: Field }
  | { by: "links"; linkList: LinkList; field?: Field; derived?: DerivedList }
  | { by: "moment"; moment: Moment }
  | { by: "derived"; fact: DerivedFact }
);

/** A link list, or a list derived from one, by which a kind's list can be filtered. */
export type LinksFilterField = Extract<OwnFilterField, { by: "links" }>;
/** Something of a link by which lists can be filtered: a field, or whether its period includes today. */
export type LinkFilterField = { name: string; operators: readonly FilterOperator[] } & (
  { by: "field"; field: Field } | { by: "state" }
);

/**
 * A field of the linked records of a link list, named `<list>.<field>` (contract §10): the filter
 * `inner` of their kind's list. With `isOfLink`, a field of the links themselves (contract §13).
 */
export type LinkedFilterField = {
  name: string;
  operators: readonly FilterOperator[];
  by: "linked";
  linkList: LinkList;
} & ({ isOfLink: false; inner: OwnFilterField } | { isOfLink: true; inner: LinkFilterField });

/** Something by which a kind's list can be filtered. */
export type FilterField = OwnFilterField | LinkedFilterField;

type FilterWith<Relative> = {
  [Operator in FilterOperator]: {
    field: string;
    operator: Operator;
    value: FilterValues[Operator];
    relative?: Operator extends DayOperator ? Relative : undefined;
  } & (Operator extends "in" ? { tokens?: readonly string[] } : unknown);
}[FilterOperator];

/**
 * One filter of a list on one filter field. With `tokens`, the value of `in` consists of positions
 * in them.
 */
export type FieldFilter = FilterWith<undefined>;

/**
 * A filter as a page's URL contains it: its day may be `relative` to today, and `value` is that day.
 * It is no `FieldFilter`, so that it cannot get into a request, which takes days only.
 */
export type AddressFilter = FilterWith<string>;

export type FilteredDefinition = Pick<AnyDefinition, "name" | "fields" | "tabs" | "derived" | "derivedLists">;

/** Returns the filter fields of a kind's list, without those of linked records. */
export function filterFieldsOf({
  name: kind,
  fields,
  tabs,
  derived,
  derivedLists = [],
}: FilteredDefinition): OwnFilterField[] {
  const declared = Object.entries(fields).map(([name, field]): OwnFilterField => {
    const { operators, storage } = field;
    if (storage.in !== "links") return { name, operators, by: "field", field };
    return { name, operators, by: "links", linkList: linkListOf(kind, storage.list), field };
  });
  const lists = tabs
    .filter(({ list }) => !Object.hasOwn(fields, list))
    .map((linkList): OwnFilterField => ({ name: linkList.list, operators: LINK_OPERATORS, by: "links", linkList }));
  const moments = MOMENTS.map((moment): OwnFilterField => ({
    name: moment,
    operators: ["from", "to"],
    by: "moment",
    moment,
  }));
  const facts = (derived?.facts ?? []).map((fact): OwnFilterField => ({
    name: fact.name,
    operators: fact.entries ? ["in"] : ["from", "to", "empty"],
    by: "derived",
    fact,
  }));
  const derivedListFields = derivedLists.map((list): OwnFilterField => ({
    name: list.name,
    operators: LINK_OPERATORS,
    by: "links",
    linkList: linkListOf(kind, list.list),
    derived: list,
  }));
  return [...declared, ...facts, ...derivedListFields, ...lists, ...moments];
}

/** The name of the filter by the state of a link, beside those of the link's fields. */
const STATE_FILTER = "zustand";

/** Returns the filter fields of a relation's links: their fields, and their state if they have a period. */
export function linkFilterFieldsOf({ fields = {}, period }: Relation): LinkFilterField[] {
  const declared = Object.entries(fields).map(([name, field]): LinkFilterField => {
    return { name, operators: field.operators, by: "field", field };
  });
  return period ? [...declared, { name: STATE_FILTER, operators: ["in"], by: "state" }] : declared;
}

/** Returns the words that stand for the values of the operator `in`; undefined where these are ids. */
export function tokensOf(filterField: ComparedField): readonly string[] | undefined {
  if (filterField.by === "state") return LINK_STATES;
  return filterField.by === "field" ? filterField.field.tokens : undefined;
}

/** What a filter compares. */
export type ComparedField = OwnFilterField | LinkFilterField;

/** Returns what a filter field compares: of links and linked records, their field. */
export const comparedField = (filterField: FilterField): ComparedField =>
  filterField.by === "linked" ? filterField.inner : filterField;

/** Returns whether the kind has a stored derived fact with this name. */
export const isStoredFact = ({ derived }: Pick<AnyDefinition, "derived">, name: string): boolean =>
  derived?.facts.some((fact) => fact.name === name && isStored(fact)) ?? false;

/**
 * Returns whether a filter field is a field or link list of the record, whose value can be written,
 * and not a timestamp or a derived fact or list.
 */
export const isOwn = (filterField: OwnFilterField): boolean =>
  filterField.by === "field" || (filterField.by === "links" && !filterField.derived);

/**
 * Returns whether the user chooses the value of a filter from entries that are all listed at once.
 */
export function offersEntries(filterField: ComparedField): boolean {
  if (tokensOf(filterField)) return true;
  if (filterField.by === "derived") return filterField.fact.entries !== undefined;
  return "field" in filterField && filterField.field?.reference !== undefined;
}

/**
 * Returns the same filter fields as `filterFieldsOf`, in the order in which screens offer them:
 * form fields, derived facts and lists, link lists in the order of tabs, managed fields, timestamps.
 */
export function offeredFilterFields(definition: FilteredDefinition & Pick<AnyDefinition, "form">): OwnFilterField[] {
  const all = filterFieldsOf(definition);
  const order = [
    ...definition.form.flatMap((group) => group.fields),
    ...(definition.derived?.facts ?? []).map(({ name }) => name),
    ...(definition.derivedLists ?? []).map(({ name }) => name),
    ...definition.tabs.map(({ list }) => list),
    ...managedFields(definition),
    ...MOMENTS,
  ];
  return [...new Set(order)].flatMap((name) => all.find((field) => field.name === name) ?? []);
}

/**
 * Returns the kind's own filter field with this name.
 * @throws Error if the kind has no such filter field
 */
export function ownFilterFieldOf(definition: FilteredDefinition, name: string): OwnFilterField {
  const found = filterFieldsOf(definition).find((field) => field.name === name);
  if (!found) throw new Error(`Lists of ${definition.name} cannot be filtered by ${name}`);
  return found;
}
