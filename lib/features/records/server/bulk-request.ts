import * as z from "zod";
import { schemaOf } from "@/lib/model/values/schemas";
import { BULK_MAX_LIST, BULK_MAX_RECORDS, BULK_QUERY_MAX_LENGTH, MAX_ID } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { idsSchema, type FieldErrors } from "@/lib/model/fields/field";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { linkListOf, type LinkList } from "@/lib/model/kinds/relations";
import { parseLinkValues, periodError } from "@/lib/model/values/link-values";
import { validate } from "@/lib/model/values/validation";
import type { Context } from "@/lib/store/database/transaction";
import { invalid } from "@/lib/base/errors/errors";
import { readQueryText } from "@/lib/store/records/find-records";
import { recordLabels } from "@/lib/store/sql/list-records";
import { idsIn, knownEntries } from "@/lib/store/sql/reference-list-rows";
import { sideName, type LinkEdit } from "@/lib/store/records/edit";
import { definitionOf } from "@/lib/model/kinds/registry";
import { listUpTo } from "@/lib/model/values/list-up-to";

/** A list that a bulk change can add to or remove from: a list field or a link list. */
type ManyValued = { name: string; links?: LinkList };

/** Values to write to links: to those with some records, or to all whose period includes today. */
type LinkValuesChange = { ids: readonly number[] | null; values: AnyRow; errorPrefix: string };

/**
 * The entries or links that a bulk change adds to and removes from one list, and the values that it
 * then writes to links of the list.
 */
export type ListChange = ManyValued & {
  add: readonly number[];
  remove: readonly number[];
  sets: readonly LinkValuesChange[];
};

/** A parsed bulk change (contract §10). */
export type BulkRequest = {
  selection: { ids: number[] } | { query: ListQuery };
  set: AnyRow;
  lists: ListChange[];
  isDelete: boolean;
  isPreview: boolean;
};

const byName = z.record(z.string(), z.unknown());

const schema = z.strictObject({
  ids: z.optional(listUpTo(z.int().min(1).max(MAX_ID), BULK_MAX_RECORDS)),
  query: z.string().max(BULK_QUERY_MAX_LENGTH, { error: "max" }).optional(),
  set: byName.default({}),
  add: byName.default({}),
  remove: byName.default({}),
  set_links: byName.default({}),
  delete: z.boolean().default(false),
  dry_run: z.boolean().default(false),
});

/**
 * Returns the lists of a kind that bulk changes support: list fields, fields that represent links,
 * and the link lists of the record page's tabs.
 */
export function manyValued({ name: kind, fields, tabs }: AnyDefinition): ManyValued[] {
  const own = Object.entries(fields).flatMap(([name, { storage }]): ManyValued[] => {
    if (storage.in === "list") return [{ name }];
    return storage.in === "links" ? [{ name, links: linkListOf(kind, storage.list) }] : [];
  });
  const linked = tabs.filter(({ list }) => !Object.hasOwn(fields, list)).map((links) => ({ name: links.list, links }));
  return [...own, ...linked];
}

type LinksWithValues = { name: string; links: LinkList };

/** Returns the link lists of a kind whose links have fields. */
export const linksWithValues = (definition: AnyDefinition): LinksWithValues[] =>
  manyValued(definition).flatMap(({ name, links }) => (links?.relation.fields ? [{ name, links }] : []));

/**
 * Merges the changes of lists that share a relation: a field and a tab may show the same links
 * under two names.
 */
function mergeEqualLists(lists: readonly ListChange[]): ListChange[] {
  const byList = new Map<string, ListChange>();
  for (const list of lists) {
    const name = list.links ? sideName(list.links) : list.name;
    const same = byList.get(name);
    const [add, remove, sets] = [
      [...(same?.add ?? []), ...list.add],
      [...(same?.remove ?? []), ...list.remove],
      [...(same?.sets ?? []), ...list.sets],
    ];
    byList.set(name, { ...list, ...same, add, remove, sets });
  }
  return [...byList.values()];
}

const codesIn = (errors: FieldErrors) => [...new Set(Object.values(errors).flat())];

/** Parses `add`, `remove` and `set_links`; adds an error for each list that is invalid. */
function readLists(
  definition: AnyDefinition,
  body: Record<"add" | "remove" | "set_links", AnyRow>,
  errors: FieldErrors,
) {
  const all = manyValued(definition);
  const changes = new Map<string, ListChange>();
  for (const part of ["add", "remove"] as const) {
    for (const [name, given] of Object.entries(body[part])) {
      const list = all.find((candidate) => candidate.name === name);
      if (!list) {
        errors[`${part}.${name}`] = ["unknown"];
        continue;
      }
      const { values, errors: valueErrors } = validate(schemaOf({ schema: idsSchema }), given);
      if (valueErrors) errors[`${part}.${name}`] = codesIn(valueErrors);
      else if (values.length > BULK_MAX_LIST) errors[`${part}.${name}`] = ["max"];
      else changes.set(name, { ...(changes.get(name) ?? unchanged(list)), [part]: values });
    }
  }
  for (const [name, given] of Object.entries(body.set_links)) {
    const list = linksWithValues(definition).find((candidate) => candidate.name === name);
    const change = list ? readLinkValues(list, given, errors) : null;
    if (!list) errors[`set_links.${name}`] = ["unknown"];
    if (list && change) changes.set(name, { ...(changes.get(name) ?? unchanged(list)), sets: [change] });
  }
  return [...changes.values()];
}

const unchanged = (list: ManyValued): ListChange => ({ ...list, add: [], remove: [], sets: [] });

/** Parses the values to write to links of one list; adds errors for invalid ones and returns null. */
function readLinkValues({ name, links }: LinksWithValues, given: unknown, errors: FieldErrors) {
  const errorPrefix = `set_links.${name}.`;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    errors[`set_links.${name}`] = ["type"];
    return null;
  }
  const { ids, ...body } = given as AnyRow;
  const named = ids === undefined ? null : validate(schemaOf({ schema: idsSchema }), ids);
  const { values, errors: valueErrors } = parseLinkValues(links.relation, body);
  const all = { ...periodError(links.relation, values), ...valueErrors };
  if (named?.errors) all.ids = codesIn(named.errors);
  else if (named && named.values.length > BULK_MAX_LIST) all.ids = ["max"];
  if (Object.keys(body).length === 0) errors[`set_links.${name}`] = ["required"];
  for (const [field, codes] of Object.entries(all)) errors[errorPrefix + field] = codes;
  return { ids: named?.values ?? null, values, errorPrefix };
}

/**
 * Parses `set` without managed fields; adds an error for each value that is invalid whatever the
 * record's other values are.
 */
function readSet({ fields }: AnyDefinition, given: AnyRow, errors: FieldErrors): AnyRow {
  const read = Object.entries(given).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.managed) return [];
    const result = field && validate(schemaOf(field), value);
    if (result && !result.errors) return [[name, result.values] as const];
    errors[`set.${name}`] = result ? codesIn(result.errors) : ["unknown"];
    return [];
  });
  return Object.fromEntries(read);
}

/** Adds errors for ids of entries and records that do not exist. */
async function findUnknown(
  { connection, locale }: Context,
  definition: AnyDefinition,
  set: AnyRow,
  lists: readonly ListChange[],
  errors: FieldErrors,
) {
  const isEntry = (name: string) => definition.fields[name]?.reference !== undefined;
  const references: [parameter: string, field: string, ids: number[]][] = [
    ...Object.entries(set).map(([name, value]): [string, string, number[]] => [`set.${name}`, name, idsIn(value)]),
    ...lists.map(({ name, add }): [string, string, number[]] => [`add.${name}`, name, [...add]]),
  ];
  const entries = references.filter(([, name]) => isEntry(name));
  const byField: Record<string, number[]> = {};
  for (const [, name, ids] of entries) byField[name] = [...(byField[name] ?? []), ...ids];
  const known = await knownEntries(connection, definition, byField);
  for (const [parameter, name, ids] of entries) {
    if (!ids.every((id) => known.has(name, id))) errors[parameter] = ["exists"];
  }
  for (const { links, sets } of lists) {
    for (const { values, errorPrefix } of sets) {
      const fields = links?.relation.fields ?? {};
      const referring = Object.keys(values).filter((name) => fields[name]?.reference);
      const ids = Object.fromEntries(referring.map((name) => [name, idsIn(values[name])]));
      const known = await knownEntries(connection, { fields }, ids);
      for (const name of referring)
        if (!ids[name]?.every((id) => known.has(name, id))) errors[errorPrefix + name] ??= ["exists"];
    }
  }
  for (const { name, links, add } of lists) {
    if (!links || isEntry(name) || add.length === 0) continue;
    const found = await recordLabels(connection, definitionOf(links.other.kind), [...add], locale);
    if (found.length < add.length) errors[`add.${name}`] = ["exists"];
  }
}

/**
 * Parses the links that a new record gets, by list, under the rules of a bulk change.
 * @returns the links, and errors `add.<list>`
 */
export async function readNewLinks(
  context: Context,
  definition: AnyDefinition,
  given: unknown,
): Promise<{ links: LinkEdit[]; errors: FieldErrors }> {
  const { values: add, errors: typeErrors } = validate(byName.default({}), given);
  if (typeErrors) return { links: [], errors: { add: ["type"] } };
  const errors: FieldErrors = {};
  const lists = readLists(definition, { add, remove: {}, set_links: {} }, errors);
  const isLinkList = (name: string) => definition.tabs.some(({ list }) => list === name);
  for (const { name } of lists) if (!isLinkList(name)) errors[`add.${name}`] = ["unknown"];
  await findUnknown(context, definition, {}, lists, errors);
  const links = mergeEqualLists(lists).flatMap(({ links: sides, add: ids }) => (sides ? [{ sides, add: ids }] : []));
  return { links, errors };
}

/**
 * Parses and validates a bulk request.
 * @throws AppError validation_failed for errors that concern all records: `set.<field>`,
 * `add.<list>`, `remove.<list>`, `set_links.<list>.<field>`
 */
export async function readBulkRequest(context: Context, definition: AnyDefinition, body: AnyRow): Promise<BulkRequest> {
  const { values, errors: valueErrors } = validate(schema, body);
  if (valueErrors) throw invalid(valueErrors);
  const { ids, query, set: given, delete: isDelete, dry_run: isPreview } = values;
  const errors: FieldErrors = {};
  if (ids === undefined && query === undefined) errors.ids = ["required"];
  if (ids !== undefined && query !== undefined) errors.query = ["type"];
  const lists = readLists(definition, values, errors);
  const set = readSet(definition, given, errors);
  const changesNothing = [given, values.add, values.remove, values.set_links].every(
    (part) => Object.keys(part).length === 0,
  );
  if (changesNothing && !isDelete) errors.set = ["required"];
  if (!changesNothing && isDelete) errors.delete = ["type"];
  await findUnknown(context, definition, set, lists, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const selection = ids
    ? { ids: [...new Set(ids)] }
    : { query: await readQueryText(context, definition, "query", new URLSearchParams(query)) };
  return { selection, set, lists: mergeEqualLists(lists), isDelete, isPreview };
}
