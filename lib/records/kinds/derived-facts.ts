import type { Locale } from "../../i18n";
import type { AnyRow } from "./define";
import { displayDate } from "../fields/day";
import { localizedName, type Option } from "../reference-lists/reference-lists";

/** Something that can be said of a fact that is one of several: a number, which filters name, and its words. */
export type FactEntry = { id: number; name_de: string; name_en: string };

/** What is worked out of a record's values for today: a day, or one of several entries. */
export type DerivedFact = { name: string; entries?: readonly FactEntry[] };

/** The facts of a kind, which stand beside its records in a table of their own, and the fields from which they are worked out. */
export type DerivedFacts = {
  table: string;
  /** Names the server's function that recomputes them (`lib/server/records/derived-facts.ts`). */
  refresh: "deadlines";
  from: readonly string[];
  facts: readonly DerivedFact[];
  /** What asks for somebody: rows that say this entry are marked in tables. */
  alert?: { fact: string; entry: number };
};

/** The entries of a fact as filters offer them; null for a day. */
export const factOptions = ({ entries }: DerivedFact, locale: Locale): Option[] | null =>
  entries?.map((entry) => ({ id: entry.id, label: localizedName(entry, "name", locale) })) ?? null;

/** What rows are marked with that ask for somebody. */
export function alertText({ alert, facts }: DerivedFacts, locale: Locale): string {
  const fact = facts.find(({ name }) => name === alert?.fact);
  return alert && fact ? factText({ [alert.fact]: alert.entry }, fact, locale) : "";
}

/** Whether a row that carries the facts asks for somebody. */
export const asksForSomebody = ({ alert }: DerivedFacts, row: AnyRow) =>
  alert !== undefined && row[alert.fact] === alert.entry;

/** What a row says of a fact, for people to read. */
export function factText(row: AnyRow, fact: DerivedFact, locale: Locale): string {
  const value = row[fact.name];
  const options = factOptions(fact, locale);
  return options ? (options.find(({ id }) => id === value)?.label ?? "") : displayDate(value);
}
