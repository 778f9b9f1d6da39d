import { LOCALES } from "../messages/i18n";
import { ALIASES } from "../kinds/aliases";
import { cutName } from "../limits";
import { writableFields, type AnyDefinition, type AnyRow } from "../kinds/define";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

/** Returns a record's labels in all languages, without duplicates. */
const labelsOf = (definition: AnyDefinition, values: AnyRow): string[] => [
  ...new Set(LOCALES.map((locale) => definition.label(values, locale))),
];

const namesIn = (values: AnyRow): string[] => (Array.isArray(values[ALIASES]) ? values[ALIASES].map(String) : []);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Returns the values of the record `keep` after the record `drop` was merged into it (contract
 * §12). List fields become the union of both lists. The aliases become all previous names and
 * aliases of both records, without the names that the merged record bears.
 * @param take the fields whose values are taken from `drop`
 */
export function mergedValues(definition: AnyDefinition, keep: AnyRow, drop: AnyRow, take: readonly string[]): AnyRow {
  const own = writableFields(definition).flatMap(([name, { storage }]) => {
    if (name === ALIASES || !Object.hasOwn(keep, name) || storage.in === "links") return [];
    const [kept, given] = [keep[name], drop[name]];
    if (isList(kept) && isList(given)) return [[name, unite(kept, given)] as const];
    return [[name, take.includes(name) ? given : kept] as const];
  });
  const values = Object.fromEntries(own);
  const tidy = (name: string) => cutName(name.trim().replace(/\s+/g, " "));
  const called = new Set(labelsOf(definition, { ...keep, ...values }).map((label) => tidy(label).toLowerCase()));
  const further = [...namesIn(keep), ...labelsOf(definition, keep), ...labelsOf(definition, drop), ...namesIn(drop)];
  const others = further.map(tidy).filter((name) => name !== "" && !called.has(name.toLowerCase()));
  return { ...values, [ALIASES]: uniqueBy(others, (name) => name.toLowerCase()) };
}

const saysNothing = (list: readonly unknown[]) => list.every((entry) => entry === NOT_APPLICABLE);

/**
 * Returns the union of two lists. If one of them contains only "not applicable", returns the other
 * one.
 */
function unite(kept: readonly unknown[], given: readonly unknown[]): readonly unknown[] {
  if (saysNothing(given) && kept.length > 0) return kept;
  return saysNothing(kept) && given.length > 0 ? given : [...new Set([...kept, ...given])];
}

const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] => {
  const seen = new Map<unknown, Item>();
  for (const item of items) if (!seen.has(keyOf(item))) seen.set(keyOf(item), item);
  return [...seen.values()];
};
