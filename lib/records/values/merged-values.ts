import { LOCALES } from "../../i18n";
import { ALIASES } from "../kinds/aliases";
import { cutName } from "../../limits";
import type { AnyDefinition, AnyRow } from "../kinds/define";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

/** Returns a record's labels, one for each language in which it differs. */
const labelsOf = (definition: AnyDefinition, values: AnyRow): string[] => [
  ...new Set(LOCALES.map((locale) => definition.label(values, locale))),
];

const namesIn = (values: AnyRow): string[] => (Array.isArray(values[ALIASES]) ? values[ALIASES].map(String) : []);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Returns the values of a record into which another one is merged (contract §12): the taken fields
 * of the other one, the union of lists, and as aliases all names of both records except the current
 * ones.
 * @param take the fields whose values come from the other record
 */
export function mergedValues(definition: AnyDefinition, keep: AnyRow, drop: AnyRow, take: readonly string[]): AnyRow {
  const own = Object.keys(definition.fields).flatMap((name) => {
    if (name === ALIASES || !Object.hasOwn(keep, name) || definition.fields[name]?.storage.in === "links") return [];
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

/** Unites two lists; a blank list gives way to one that is not blank. */
function unite(kept: readonly unknown[], given: readonly unknown[]): readonly unknown[] {
  if (saysNothing(given) && kept.length > 0) return kept;
  return saysNothing(kept) && given.length > 0 ? given : [...new Set([...kept, ...given])];
}

const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] => {
  const seen = new Map<unknown, Item>();
  for (const item of items) if (!seen.has(keyOf(item))) seen.set(keyOf(item), item);
  return [...seen.values()];
};
