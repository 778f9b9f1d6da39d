import { LOCALES } from "../messages/i18n";
import { ALIASES } from "../kinds/aliases";
import { ALIAS_MAX_LENGTH } from "../limits";
import { cutTrimmed } from "../pure/cut-trimmed";
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
 * @param fromDrop the fields whose values are taken from `drop`
 */
export function mergedValues(
  definition: AnyDefinition,
  keep: AnyRow,
  drop: AnyRow,
  fromDrop: readonly string[],
): AnyRow {
  const own = writableFields(definition).flatMap(([name, { storage }]) => {
    if (name === ALIASES || !Object.hasOwn(keep, name) || storage.in === "links") return [];
    const [keptValue, droppedValue] = [keep[name], drop[name]];
    if (isList(keptValue) && isList(droppedValue)) return [[name, union(keptValue, droppedValue)] as const];
    return [[name, fromDrop.includes(name) ? droppedValue : keptValue] as const];
  });
  const values = Object.fromEntries(own);
  const normalizeName = (name: string) => cutTrimmed(name.trim().replace(/\s+/g, " "), ALIAS_MAX_LENGTH);
  const currentNames = new Set(
    labelsOf(definition, { ...keep, ...values }).map((label) => normalizeName(label).toLowerCase()),
  );
  const allNames = [...namesIn(keep), ...labelsOf(definition, keep), ...labelsOf(definition, drop), ...namesIn(drop)];
  const others = allNames.map(normalizeName).filter((name) => name !== "" && !currentNames.has(name.toLowerCase()));
  return { ...values, [ALIASES]: uniqueBy(others, (name) => name.toLowerCase()) };
}

const isNotApplicable = (list: readonly unknown[]) => list.every((entry) => entry === NOT_APPLICABLE);

/**
 * Returns the union of two lists. If one of them contains only "not applicable", returns the other
 * one.
 */
function union(keptValue: readonly unknown[], droppedValue: readonly unknown[]): readonly unknown[] {
  if (isNotApplicable(droppedValue) && keptValue.length > 0) return keptValue;
  return isNotApplicable(keptValue) && droppedValue.length > 0
    ? droppedValue
    : [...new Set([...keptValue, ...droppedValue])];
}

const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] => {
  const firstByKey = new Map<unknown, Item>();
  for (const item of items) if (!firstByKey.has(keyOf(item))) firstByKey.set(keyOf(item), item);
  return [...firstByKey.values()];
};
