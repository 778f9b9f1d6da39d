import type { Locale } from "../i18n";
import type { AnyRow } from "./define";
import { displayDate } from "./field-types/day";
import { localizedName, type Option } from "./reference-lists";

/** Something that can be said of a fact that is one of several: a number, which filters name, and its words. */
export type FactEntry = { id: number; name_de: string; name_en: string };

/** What is worked out of a record's values for today: a day, or one of several entries. */
export type DerivedFact = { name: string; entries?: readonly FactEntry[] };

/** The facts of a kind, which stand beside its records in a table of their own, and the fields from which they are worked out. */
export type DerivedFacts = {
  table: string;
  from: readonly string[];
  facts: readonly DerivedFact[];
  /** What asks for somebody: rows that say one of these entries are marked in lists. */
  alert?: { fact: string; entries: readonly number[] };
};

/** The entries of a fact as filters offer them; null for a day. */
export const factOptions = ({ entries }: DerivedFact, locale: Locale): Option[] | null =>
  entries?.map((entry) => ({ id: entry.id, label: localizedName(entry, "name", locale) })) ?? null;

/** What a row is marked with, as it asks for somebody; null for others. */
export function alertText(derived: DerivedFacts | undefined, row: AnyRow, locale: Locale): string | null {
  const { alert, facts = [] } = derived ?? {};
  const fact = facts.find(({ name }) => name === alert?.fact);
  if (!alert || !fact || !alert.entries.includes(Number(row[alert.fact]))) return null;
  return factText(row, fact, locale);
}

/** What a row says of a fact, for people to read. */
export function factText(row: AnyRow, fact: DerivedFact, locale: Locale): string {
  const value = row[fact.name];
  const options = factOptions(fact, locale);
  return options ? (options.find(({ id }) => id === value)?.label ?? "") : displayDate(value);
}
