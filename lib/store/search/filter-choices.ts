import type { AnyDefinition } from "@/lib/model/kinds/define";
import { factOptions } from "@/lib/model/kinds/derived-facts";
import { filterFieldOf, linkedFilterFieldsOf } from "@/lib/model/lists/linked-filters";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import { comparedField, filterFieldsOf, offeredFilterFields } from "@/lib/model/lists/filters";
import type { ListQuery } from "@/lib/model/lists/list-query";
import type { Field } from "@/lib/model/fields/field";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Context } from "../database/transaction";
import { findFieldOptions } from "./field-options";
import { recordLabels } from "../sql/list-records";

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
    return field ? [[name, field] as const] : [];
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
    findFieldOptions(context, fields),
    Promise.all(searched.map(({ kind, ids }) => recordLabels(connection, kind, ids, locale))),
  ]);
  return Object.fromEntries([
    ...facts,
    ...fields.map(([name]) => {
      const options = entries[name] ?? [];
      return [name, offers ? options : options.filter(({ id }) => named.get(name)?.includes(id))] as const;
    }),
    ...searched.map(({ name }, index) => [name, labels[index] ?? []] as const),
  ]);
}
