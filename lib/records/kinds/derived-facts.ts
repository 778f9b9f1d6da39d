import type { Locale } from "../../i18n";
import type { AnyRow } from "./define";
import { displayDate } from "../fields/day";
import { localizedName, type Option } from "../reference-lists/reference-lists";

/** A possible value of a fact: its id, which filters use, and its names. */
export type FactEntry = { id: number; name_de: string; name_en: string };

/** A fact derived from a record's values for the current day: a day, or one of several entries. */
export type DerivedFact = { name: string; entries?: readonly FactEntry[] };

/** The derived facts of a kind, stored in a separate table, and the fields that they depend on. */
export type DerivedFacts = {
  table: string;
  /** Names the server's function that recomputes them (`lib/server/records/refresh-derived.ts`). */
  refresh: "deadlines";
  from: readonly string[];
  facts: readonly DerivedFact[];
  /** The entry that needs attention; tables mark rows that have it. */
  alert?: { fact: string; entry: number };
};

/** Returns the entries of a fact as filter options; null for a day. */
export const factOptions = ({ entries }: DerivedFact, locale: Locale): Option[] | null =>
  entries?.map((entry) => ({ id: entry.id, label: localizedName(entry, "name", locale) })) ?? null;

/** Returns the mark of rows that need attention. */
export function alertText({ alert, facts }: DerivedFacts, locale: Locale): string {
  const fact = facts.find(({ name }) => name === alert?.fact);
  return alert && fact ? factText({ [alert.fact]: alert.entry }, fact, locale) : "";
}

/** Returns whether a row that includes the facts needs attention. */
export const needsAttention = ({ alert }: DerivedFacts, row: AnyRow) =>
  alert !== undefined && row[alert.fact] === alert.entry;

/** Formats a fact of a row for display. */
export function factText(row: AnyRow, fact: DerivedFact, locale: Locale): string {
  const value = row[fact.name];
  const options = factOptions(fact, locale);
  return options ? (options.find(({ id }) => id === value)?.label ?? "") : displayDate(value);
}
