import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";
import type { FieldErrors } from "../../records/lists/list-query";
import { schemaOf } from "../../records/values/schemas";
import { definitionOf } from "../../records/kinds/registry";
import { linkListOf, type RelationSides } from "../../records/kinds/relations";
import { validate } from "../../records/values/validation";
import type { Context } from "../database/transaction";
import type { Connection, Transaction } from "../database/client";
import { recordChanges, type NewChange } from "./record-change";
import { authorize } from "../access/permissions";
import { changeHeader } from "./records";
import { recordLabels } from "./sql/list-records";
import { changePairs, knownEntries, linkPairs, updateRecords } from "./sql/many-records";
import { idsIn } from "./sql/reference-list-rows";
import { differences, storedRecords, type Stored } from "./sql/record-store";
import { linksFields } from "./sql/fragments";

/* What `saveRecord` does with one record, for thousands in a few statements: by the same schema, rules and history. */

/** What is to become of one record: its fields, and the links that are to come or go. */
export type Wanted = { id: number; body: AnyRow; links: readonly WantedLinks[]; reverts?: Reverts };
/** The changes that are undone by it: that of the fields, and those of links by their `linkKey`. */
export type Reverts = { update?: number; links: ReadonlyMap<string, number> };
/** Links by one relation. `only`: all that are not named go. */
export type WantedLinks = {
  sides: RelationSides;
  only?: readonly number[];
  add: readonly number[];
  remove: readonly number[];
};

type LinkChange = { sides: RelationSides; gone: number[]; added: number[] };
/** What a record would become. Nothing to do where neither its fields nor its links change. */
export type Plan = {
  id: number;
  version: number;
  values: AnyRow;
  fields: FieldChange[];
  links: LinkChange[];
  reverts?: Reverts;
};
/** Why a record stays as it is; one that does not exist has no errors. */
type Refusal = { id: number; stored: Stored | null; errors: FieldErrors | null };
export type Planned = { plans: Plan[]; refusals: Refusal[] };

export const isChange = ({ fields, links }: Plan) =>
  fields.length > 0 || links.some(({ gone, added }) => gone.length > 0 || added.length > 0);

/** Tells, for each field, which entries a body may newly name; one that is no longer offered only where the record has it. */
async function entryCheck(connection: Connection, definition: AnyDefinition, wanted: readonly Wanted[]) {
  const named = new Map<string, Set<number>>();
  for (const { body } of wanted) {
    for (const [name, value] of Object.entries(body)) {
      if (!definition.fields[name]?.reference) continue;
      const ids = named.get(name) ?? new Set();
      for (const id of idsIn(value)) ids.add(id);
      named.set(name, ids);
    }
  }
  const known = await knownEntries(
    connection,
    definition,
    Object.fromEntries([...named].map(([name, ids]) => [name, [...ids]])),
  );
  const activity = new Map(known.map(({ field, id, active }) => [`${field} ${id}`, active]));
  return (stored: AnyRow, body: AnyRow, acceptsInactive: boolean): FieldErrors => {
    const wrong = [...named.keys()].filter((name) => {
      const carried = new Set(idsIn(stored[name]));
      const isKnown = (id: number) =>
        carried.has(id) || activity.get(`${name} ${id}`) === true || (acceptsInactive && activity.has(`${name} ${id}`));
      return Object.hasOwn(body, name) && !idsIn(body[name]).every(isKnown);
    });
    return Object.fromEntries(wrong.map((name) => [name, ["exists"]]));
  };
}

/** The links of the records by the relations that are to change, as far as it matters. */
async function linksNow(connection: Connection, wanted: readonly Wanted[]) {
  const relations = new Map<string, { sides: RelationSides; ids: number[]; others: Set<number>; all: boolean }>();
  for (const { id, links } of wanted) {
    for (const { sides, only, add, remove } of links) {
      const name = sideName(sides);
      const asked = relations.get(name) ?? { sides, ids: [], others: new Set(), all: false };
      asked.ids.push(id);
      for (const other of [...add, ...remove]) asked.others.add(other);
      asked.all ||= only !== undefined;
      relations.set(name, asked);
    }
  }
  const now = new Map<string, number[]>();
  for (const [name, { sides, ids, others, all }] of relations) {
    for (const { own, other } of await linkPairs(connection, sides, ids, all ? undefined : [...others])) {
      const place = `${name} ${own}`;
      const linked = now.get(place) ?? [];
      linked.push(other);
      now.set(place, linked);
    }
  }
  return (sides: RelationSides, id: number): readonly number[] => now.get(`${sideName(sides)} ${id}`) ?? [];
}

/** A relation seen from one end: one may join a kind with itself. */
export const sideName = ({ relation, own }: RelationSides) => `${relation.name} ${own.column}`;

/** Names a link among those of one record. */
export const linkKey = (sides: RelationSides, otherId: number) => `${sideName(sides)} ${otherId}`;

function linkChange({ sides, only, add, remove }: WantedLinks, now: readonly number[]): LinkChange {
  const before = new Set(now);
  const after = new Set([...(only ?? now), ...add]);
  for (const id of remove) after.delete(id);
  return {
    sides,
    gone: [...before].filter((id) => !after.has(id)),
    added: [...after].filter((id) => !before.has(id)),
  };
}

/**
 * What is to be linked, the fields of the body that are links among it: they are no part of what is stored of the record
 * itself. What comes and goes besides comes to and goes from what such a field names.
 */
function linksOf(definition: AnyDefinition, values: AnyRow, { body, links }: Wanted): WantedLinks[] {
  const named = linksFields(definition).flatMap(([name, { storage }]): WantedLinks[] => {
    const only = values[name];
    if (!Object.hasOwn(body, name) || !Array.isArray(only)) return [];
    const sides = linkListOf(definition.name, storage.list);
    const besides = links.filter((one) => sideName(one.sides) === sideName(sides));
    const [add, remove] = [besides.flatMap((one) => one.add), besides.flatMap((one) => one.remove)];
    return [{ sides, only: only as number[], add, remove }];
  });
  const isNamed = ({ sides }: WantedLinks) => named.some((one) => sideName(one.sides) === sideName(sides));
  return [...named, ...links.filter((one) => !isNamed(one))];
}

/**
 * Says what would become of records, and writes nothing.
 * @param bodyOf what changes about a record, which may depend on what it holds
 * @param acceptsInactive for what comes back as it was
 */
export async function planSaves(
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  wantedOf: (id: number, stored: AnyRow) => Wanted,
  acceptsInactive = false,
): Promise<Planned> {
  const stored = await storedRecords(connection, definition, ids);
  const there = ids.flatMap((id) => {
    const record = stored.get(id);
    return record ? [{ record, wanted: wantedOf(id, record.values) }] : [];
  });
  const wrongEntries = await entryCheck(
    connection,
    definition,
    there.map(({ wanted }) => wanted),
  );
  const judged = there.map(({ record, wanted }) => {
    // Links alone are made and taken without asking for the rest of a record, as the link calls do.
    const isOwn = Object.keys(wanted.body).length > 0;
    const { values, errors } = isOwn
      ? validate(schemaOf(definition), { ...record.values, ...wanted.body })
      : { values: record.values, errors: null };
    const unknown = wrongEntries(record.values, wanted.body, acceptsInactive);
    const wrong = errors || Object.keys(unknown).length > 0 ? { ...errors, ...unknown } : null;
    const links = values && !wrong ? linksOf(definition, values, wanted) : [];
    return { record, wanted: { ...wanted, links }, values, wrong };
  });
  const linked = await linksNow(
    connection,
    judged.map(({ wanted }) => wanted),
  );
  const plans = judged.flatMap(({ record, wanted, values, wrong }): Plan[] => {
    if (!values || wrong) return [];
    const { id, reverts } = wanted;
    const fields = differences(definition, record.values, values);
    const links = wanted.links.map((one) => linkChange(one, linked(one.sides, id)));
    return [{ id, version: record.version, values, fields, links, reverts }];
  });
  const refused = judged.flatMap(({ record, wanted: { id }, wrong }): Refusal[] =>
    wrong ? [{ id, stored: record, errors: wrong }] : [],
  );
  const missing = ids.flatMap((id): Refusal[] => (stored.has(id) ? [] : [{ id, stored: null, errors: null }]));
  return { plans, refusals: [...refused, ...missing] };
}

/** Makes and takes links. @returns each that came or went, as the history tells it, by the record whose it is */
async function writeLinks(unit: Context<Transaction>, plans: readonly Plan[]) {
  const relations = new Map<string, { sides: RelationSides; changes: (LinkChange & { id: number })[] }>();
  for (const { id, links } of plans) {
    for (const change of links) {
      const relation = relations.get(sideName(change.sides)) ?? { sides: change.sides, changes: [] };
      relation.changes.push({ ...change, id });
      relations.set(sideName(change.sides), relation);
    }
  }
  const revertsOf = new Map(plans.map(({ id, reverts }) => [id, reverts]));
  const made = new Map<number, Pick<NewChange, "action" | "related" | "reverts">[]>();
  for (const { sides, changes } of relations.values()) {
    const { relation, own, other } = sides;
    const pairsOf = (of: "gone" | "added") => ({
      own: changes.flatMap((change) => change[of].map(() => change.id)),
      other: changes.flatMap((change) => change[of]),
    });
    const [gone, added] = [pairsOf("gone"), pairsOf("added")];
    const child = definitionOf(other.kind);
    // One language for all; what is gone meanwhile is refused by the link's foreign keys.
    const named = await recordLabels(unit.connection, child, [...new Set([...gone.other, ...added.other])], "de");
    const labels = new Map(named.map(({ id, label }) => [id, label]));
    const table = { table: relation.table, own: own.column, other: other.column };
    for (const pair of await changePairs(unit.connection, table, { gone, added })) {
      const label = labels.get(pair.other) ?? "";
      const related = { relation: relation.name, kind: child.apiPath, id: pair.other, label };
      const told = made.get(pair.own) ?? [];
      const reverts = revertsOf.get(pair.own)?.links.get(linkKey(sides, pair.other));
      told.push({ action: pair.came ? "link" : "unlink", related, reverts });
      made.set(pair.own, told);
    }
  }
  return made;
}

/**
 * Writes what was planned, and tells the history. What a plan does not change is left alone.
 * @throws AppError forbidden
 */
export async function writePlans(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  plans: readonly Plan[],
): Promise<void> {
  authorize(unit.actor, "write", definition.name);
  const changing = plans.filter(isChange);
  const versions = await updateRecords(
    unit.connection,
    definition,
    changing.filter(({ fields }) => fields.length > 0),
  );
  const links = await writeLinks(unit, changing);
  const changes = changing.flatMap(({ id, version, values, fields, reverts }): NewChange[] => {
    const change = changeHeader(definition, { id, version: versions.get(id) ?? version }, values);
    const linked = (links.get(id) ?? []).map((link) => ({ ...change, ...link }));
    const update = { ...change, action: "update" as const, fields, reverts: reverts?.update };
    return fields.length > 0 ? [update, ...linked] : linked;
  });
  await recordChanges(unit, changes);
}
