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
function referenceFieldOf(definition: AnyDefinition, name: string): Field | undefined {
  const filterField = comparedField(filterFieldOf(definition, name));
  return "field" in filterField && filterField.field?.reference ? filterField.field : undefined;
}

/**
 * Returns labels for the entries and records that the filters of a list refer to, by field name.
 * @param includesAll whether to return all reference entries as options, and not only those that a
 * filter refers to. Records, which the typeahead finds, are returned only if a filter refers to
 * them.
 */
export async function findFilterChoices(
  context: Context,
  definition: AnyDefinition,
  { where, topics }: Pick<ListQuery, "where" | "topics">,
  includesAll: boolean,
): Promise<FilterChoices> {
  const { connection, locale } = context;
  const idsByField = new Map<string, readonly number[]>(
    definition.topicsList && topics.length > 0 ? [[definition.topicsList, topics]] : [],
  );
  for (const { field, operator, value } of where)
    if (operator === "in" || operator === "any") idsByField.set(field, [...(idsByField.get(field) ?? []), ...value]);
  const offeredNames = includesAll
    ? [...offeredFilterFields(definition), ...linkedFilterFieldsOf(definition)].map(({ name }) => name)
    : [];
  const fields = [...new Set([...offeredNames, ...idsByField.keys()])].flatMap((name) => {
    const field = referenceFieldOf(definition, name);
    return field ? [[name, field] as const] : [];
  });
  const ownFields = filterFieldsOf(definition).map(({ name }) => name);
  const facts = [...new Set([...ownFields, ...offeredNames, ...where.map(({ field }) => field)])].flatMap((name) => {
    const compared = comparedField(filterFieldOf(definition, name));
    const options = compared.by === "derived" ? factOptions(compared.fact, locale) : null;
    return options ? [[name, options] as const] : [];
  });
  const recordFilters = where.flatMap((filter) => {
    const filterField = comparedField(filterFieldOf(definition, filter.field));
    if (filter.operator !== "any" || filterField.by !== "links" || filterField.field?.reference) return [];
    return [{ name: filter.field, kind: definitionOf(filterField.linkList.other.kind), ids: filter.value }];
  });
  const [entries, labels] = await Promise.all([
    findFieldOptions(context, fields),
    Promise.all(recordFilters.map(({ kind, ids }) => recordLabels(connection, kind, ids, locale))),
  ]);
  return Object.fromEntries([
    ...facts,
    ...fields.map(([name]) => {
      const options = entries[name] ?? [];
      return [name, includesAll ? options : options.filter(({ id }) => idsByField.get(name)?.includes(id))] as const;
    }),
    ...recordFilters.map(({ name }, index) => [name, labels[index] ?? []] as const),
  ]);
}
