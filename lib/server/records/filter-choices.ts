import type { AnyDefinition } from "../../records/kinds/define";
import { factOptions } from "../../records/kinds/derived-facts";
import { filterFieldOf, linkedFilterFieldsOf } from "../../records/lists/linked-filters";
import { comparedField, filterFieldsOf, offeredFilterFields, type FilterChoices } from "../../records/lists/filters";
import type { ListQuery } from "../../records/lists/list-query";
import type { Field } from "../../records/fields/field";
import {
  entryGroups,
  type EntryOptions,
  type Option,
  type ReferenceListName,
} from "../../records/reference-lists/reference-lists";
import { definitionOf } from "../../records/kinds/registry";
import type { Context } from "../database/transaction";
import { findOptions } from "./find-records";
import { recordLabels } from "./sql/list-records";
import { groupsOfEntries } from "./sql/reference-list-rows";

/** The options of reference lists, and for lists with groups the group of each entry. */
type Offered = { options: EntryOptions; groups: ReadonlyMap<ReferenceListName, ReadonlyMap<number, string>> };

async function findOffered(context: Context, lists: readonly ReferenceListName[]): Promise<Offered> {
  const grouped = lists.filter((list) => entryGroups(list));
  const [options, groups] = await Promise.all([
    findOptions(context, lists),
    Promise.all(grouped.map(async (list) => [list, await groupsOfEntries(context.connection, list)] as const)),
  ]);
  return { options, groups: new Map(groups) };
}

/** Returns the entries that a field can have. */
function optionsOf({ options, groups }: Offered, { reference, group }: Field): readonly Option[] {
  if (!reference) return [];
  const all = options[reference] ?? [];
  return group === undefined ? all : all.filter(({ id }) => groups.get(reference)?.get(id) === group);
}

/** Returns the field with reference entries that a filter compares, or undefined when there is none. */
function referringField(definition: AnyDefinition, name: string): Field | undefined {
  const filtered = comparedField(filterFieldOf(definition, name));
  return "field" in filtered && filtered.field?.reference ? filtered.field : undefined;
}

/**
 * Returns labels for the entries and records that the filters of a list refer to, by field name.
 * @param offers whether to return all reference entries as options, and not only those that a
 * filter refers to. Records, which the typeahead finds, are returned only if a filter refers to
 * them.
 */
export async function findFilterChoices(
  context: Context,
  definition: AnyDefinition,
  { where, topics }: Pick<ListQuery, "where" | "topics">,
  offers: boolean,
): Promise<FilterChoices> {
  const { connection, locale } = context;
  const named = new Map<string, readonly number[]>(
    definition.topicsList && topics.length > 0 ? [[definition.topicsList, topics]] : [],
  );
  for (const { field, operator, value } of where)
    if (operator === "in" || operator === "any") named.set(field, [...(named.get(field) ?? []), ...value]);
  const offered = offers
    ? [...offeredFilterFields(definition), ...linkedFilterFieldsOf(definition)].map(({ name }) => name)
    : [];
  const fields = [...new Set([...offered, ...named.keys()])].flatMap((name) => {
    const field = referringField(definition, name);
    return field ? [{ name, field }] : [];
  });
  const ownFields = filterFieldsOf(definition).map(({ name }) => name);
  const facts = [...new Set([...ownFields, ...offered, ...where.map(({ field }) => field)])].flatMap((name) => {
    const compared = comparedField(filterFieldOf(definition, name));
    const options = compared.by === "derived" ? factOptions(compared.fact, locale) : null;
    return options ? [[name, options] as const] : [];
  });
  const searched = where.flatMap((filter) => {
    const filtered = comparedField(filterFieldOf(definition, filter.field));
    if (filter.operator !== "any" || filtered.by !== "links" || filtered.field?.reference) return [];
    return [{ name: filter.field, kind: definitionOf(filtered.linkList.other.kind), ids: filter.value }];
  });
  const [entries, labels] = await Promise.all([
    findOffered(context, [...new Set(fields.flatMap(({ field }) => field.reference ?? []))]),
    Promise.all(searched.map(({ kind, ids }) => recordLabels(connection, kind, ids, locale))),
  ]);
  return Object.fromEntries([
    ...facts,
    ...fields.map(({ name, field }) => {
      const options = optionsOf(entries, field);
      return [name, offers ? options : options.filter(({ id }) => named.get(name)?.includes(id))] as const;
    }),
    ...searched.map(({ name }, index) => [name, labels[index] ?? []] as const),
  ]);
}
