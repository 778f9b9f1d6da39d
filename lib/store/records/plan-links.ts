import { MAX_ID } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { dayOf } from "@/lib/model/fields/moments";
import { defaultLinkValues, linkListOf, type Relation, type RelationSides } from "@/lib/model/kinds/relations";
import type { FieldErrors } from "@/lib/model/fields/field";
import {
  isSameLinkValue,
  linkBefore,
  linkDifferences,
  parseLinkValues,
  periodError,
} from "@/lib/model/values/link-values";
import type { Connection } from "../database/client";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { expectDefined } from "@/lib/base/errors/invariant";
import { sideName, type LinkChange, type LinkEdit, type LinkRow, type RequestedEdit } from "./edit";
import { linksFields } from "../sql/fragments";
import { linksOf } from "../sql/links";
import { idsIn, knownEntries, type KnownEntries } from "../sql/reference-list-rows";

/**
 * Combines the links that an edit names with the fields of `set` that represent links. A field
 * names all links of its relation; further additions and removals apply to these.
 */
export function linkEditsOf(
  definition: AnyDefinition,
  { edit: { links = [] }, set }: RequestedEdit,
  values: AnyRow,
): LinkEdit[] {
  const fromFields = linksFields(definition).flatMap(([name, { storage }]): LinkEdit[] => {
    const only = values[name];
    if (!Object.hasOwn(set, name) || !Array.isArray(only)) return [];
    const sides = linkListOf(definition.name, storage.list);
    const sameRelation = links.filter((one) => sideName(one.sides) === sideName(sides));
    const [add, remove] = [
      sameRelation.flatMap((one) => one.add ?? []),
      sameRelation.flatMap((one) => one.remove ?? []),
    ];
    return [{ ...sameRelation[0], sides, only: only as number[], add, remove }];
  });
  const isFromFields = ({ sides }: LinkEdit) => fromFields.some((one) => sideName(one.sides) === sideName(sides));
  return [...fromFields, ...links.filter((one) => !isFromFields(one))];
}

type LinkRequest = { id: number | null; links: readonly LinkEdit[] };

const mentionedIds = ({ add = [], remove = [], set, successorOf }: LinkEdit): number[] => [
  ...add,
  ...remove,
  ...(set?.keys() ?? []),
  ...(successorOf === undefined ? [] : [successorOf]),
];

/** Whether the changes of an edit depend on the links that are there. */
const dependsOnLinks = ({ mustChange, set, successorOf }: LinkEdit) =>
  !mustChange || set !== undefined || successorOf !== undefined;

/** The links of a record in one relation: the values of their fields, by the id of the other end. */
type Links = ReadonlyMap<number, AnyRow>;

/** Reads the current links of records, as far as link edits depend on them: one statement a relation. */
async function currentLinks(connection: Connection, requests: readonly LinkRequest[]) {
  const needed = new Map<string, { sides: RelationSides; ids: number[]; others: Set<number>; needsAll: boolean }>();
  for (const { id, links } of requests) {
    for (const link of links) {
      const { sides, only } = link;
      if (id === null || !dependsOnLinks(link)) continue;
      const side = needed.get(sideName(sides)) ?? { sides, ids: [], others: new Set(), needsAll: false };
      side.ids.push(id);
      for (const other of mentionedIds(link)) side.others.add(other);
      side.needsAll ||= only !== undefined;
      needed.set(sideName(sides), side);
    }
  }
  const current = new Map<string, Map<number, Links>>();
  for (const [name, { sides, ids, others, needsAll }] of needed) {
    current.set(name, await linksOf(connection, sides, ids, needsAll ? undefined : [...others]));
  }
  const none: Links = new Map();
  return (sides: RelationSides, id: number | null): Links =>
    (id === null ? undefined : current.get(sideName(sides))?.get(id)) ?? none;
}

/**
 * Reads which entries the new values of links refer to, by relation. Values that a function derives
 * are those of other links or of the history, for which foreign keys are enough.
 */
async function knownEntriesOf(connection: Connection, links: readonly LinkEdit[]): Promise<Map<string, KnownEntries>> {
  const known = new Map<string, KnownEntries>();
  for (const relation of new Set(links.map(({ sides }) => sides.relation))) {
    const ofRelation = links.filter(({ sides }) => sides.relation === relation);
    const newValues = ofRelation.flatMap(({ set }) =>
      [...(set?.values() ?? [])].filter((one) => typeof one !== "function"),
    );
    const references = Object.entries(relation.fields ?? {}).filter(([, { reference }]) => reference);
    // The values are not validated yet: PostgreSQL refuses to compare larger numbers.
    const idsOf = (name: string) =>
      newValues.flatMap((values) => idsIn(values[name])).filter((id) => Math.abs(id) <= MAX_ID);
    const idsByField = references.map(([name]) => [name, idsOf(name)] as const);
    if (idsByField.every(([, ids]) => ids.length === 0)) continue;
    const entries = await knownEntries(connection, { fields: relation.fields ?? {} }, Object.fromEntries(idsByField));
    known.set(relation.name, entries);
  }
  return known;
}

/** Returns the errors of new values that refer to missing entries, or to inactive ones that the link lacks. */
function unknownEntries(
  { fields = {} }: Relation,
  known: KnownEntries | undefined,
  { before, values, acceptsInactive }: { before: AnyRow; values: AnyRow; acceptsInactive: boolean },
): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { reference }]) => {
      const storedIds = new Set(idsIn(before[name]));
      const isKnown = (id: number) => known?.[acceptsInactive ? "has" : "isActive"](name, id) ?? false;
      const isWrong = reference && idsIn(values[name]).some((id) => !storedIds.has(id) && !isKnown(id));
      return isWrong ? [[name, ["exists"]]] : [];
    }),
  );
}

const isEmpty = (errors: object) => Object.keys(errors).length === 0;
const prefixed = (errors: FieldErrors, prefix = ""): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, codes]) => [prefix + name, codes]));

/**
 * Returns the new values of a link.
 * @throws AppError changed_since, validation_failed
 */
function valuesAfter(link: LinkEdit, id: number, stored: AnyRow | undefined, known: KnownEntries | undefined): AnyRow {
  const { sides, set, was, errorPrefix, acceptsInactive = false } = link;
  const { relation } = sides;
  const before = stored ?? defaultLinkValues(relation);
  const newSet = set?.get(id);
  if (newSet === undefined) return before;
  const isDerived = typeof newSet === "function";
  const { values: newValues, errors } = isDerived
    ? { values: newSet(before), errors: {} }
    : parseLinkValues(relation, newSet);
  const values = { ...before, ...newValues };
  const unknown = isDerived ? {} : unknownEntries(relation, known, { before, values, acceptsInactive });
  const allErrors = { ...unknown, ...periodError(relation, values), ...errors };
  if (!isEmpty(allErrors)) throw invalid(prefixed(allErrors, errorPrefix));
  const changed = Object.entries(was?.get(id) ?? {}).flatMap(([name, value]) =>
    stored && !isSameLinkValue(stored[name], value) ? [name] : [],
  );
  if (changed.length > 0) throw new AppError("changed_since", { body: { fields: changed } });
  return values;
}

/**
 * Ends the link of a predecessor on the day before the added links begin, or removes it if it had
 * not begun by then. Where an added link has no first day, it begins today.
 * @throws AppError validation_failed where the predecessor is not linked
 */
function endPredecessor({ sides: { relation }, successorOf }: LinkEdit, change: LinkChange, current: Links): void {
  if (successorOf === undefined) return;
  const { period } = relation;
  const stored = current.get(successorOf);
  const isSelf = change.added.some(({ id }) => id === successorOf);
  if (!period || !stored || isSelf) throw invalid({ successor_of: ["exists"] });
  for (const link of change.added) beginLink(relation, link);
  const begins = expectDefined(change.added[0], "an added link").values[period.from] as string;
  endLink(relation, change, { id: successorOf, values: stored }, begins);
}

/**
 * Sets the first day of a link that has none to today.
 * @throws AppError validation_failed where the link had ended by then
 */
export function beginLink(relation: Relation, link: LinkRow): void {
  const { period } = relation;
  if (!period || link.values[period.from] !== null) return;
  link.values = { ...link.values, [period.from]: dayOf(new Date()) };
  const errors = periodError(relation, link.values);
  if (!isEmpty(errors)) throw invalid(errors);
}

/**
 * Ends a link on the day before another one begins, or removes it if it has not begun by then. A link
 * that has ended already stays as it is.
 */
export function endLink(relation: Relation, change: LinkChange, { id, values }: LinkRow, begins: string): void {
  const { period } = relation;
  if (!period) return;
  const end = values[period.to];
  if (typeof end === "string" && end < begins) return;
  change.changed = change.changed.filter((link) => link.id !== id);
  const after = linkBefore(period, values, begins);
  if (after) change.changed.push({ id, before: values, values: after });
  else change.removed.push(id);
}

/**
 * Returns the links to remove, to add and to change, given the current ones.
 * @throws AppError already_exists, data_not_found, changed_since, validation_failed
 */
function linkChange(link: LinkEdit, current: Links, known: KnownEntries | undefined): LinkChange {
  const { sides, only, add = [], remove = [], set, mustChange, reverts } = link;
  const isRead = dependsOnLinks(link);
  if (mustChange && isRead && add.some((id) => current.has(id))) throw new AppError("already_exists");
  const after = new Set([...(mustChange ? [] : (only ?? current.keys())), ...add]);
  for (const id of remove) after.delete(id);
  const removed = mustChange ? [...remove] : [...current.keys()].filter((id) => !after.has(id));
  const added = [...after]
    .filter((id) => !current.has(id))
    .map((id) => ({ id, values: valuesAfter(link, id, undefined, known) }));
  const changed = [...(set?.keys() ?? [])].flatMap((id) => {
    if (removed.includes(id) || added.some((one) => one.id === id)) return [];
    const before = current.get(id);
    if (!before && !mustChange) return [];
    // The values of a call are checked first, but nothing can be derived from a missing link.
    if (!before && typeof set?.get(id) === "function") throw new AppError("data_not_found");
    const values = valuesAfter(link, id, before, known);
    if (!before && mustChange) throw new AppError("data_not_found");
    if (!before || linkDifferences(sides.relation, { before, after: values }).length === 0) return [];
    return [{ id, before, values }];
  });
  const change: LinkChange = { sides, mustChange, reverts, removed, added, changed };
  endPredecessor(link, change, current);
  return change;
}

/**
 * Returns a function that decides which links of a record an edit removes, adds and changes. Reads
 * what it needs for all records first, in a fixed number of statements for each relation.
 * @returns a function that throws AppError already_exists, data_not_found, changed_since or
 * validation_failed
 */
export async function linkPlanner(connection: Connection, requests: readonly LinkRequest[]) {
  const current = await currentLinks(connection, requests);
  const known = await knownEntriesOf(
    connection,
    requests.flatMap(({ links }) => links),
  );
  return (id: number | null, links: readonly LinkEdit[]): LinkChange[] =>
    links.map((link) => linkChange(link, current(link.sides, id), known.get(link.sides.relation.name)));
}
