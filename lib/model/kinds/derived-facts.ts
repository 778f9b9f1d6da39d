import type { Locale } from "../messages/i18n";
import type { AnyRow } from "./define";
import { displayDate } from "../fields/day";
import { localizedName, type FileFlag, type Option } from "../reference-lists/reference-lists";

/** A possible value of a fact: its id, which filters use, and its name in both languages. */
export type FactEntry = { id: number; name_de: string; name_en: string };

/** The entries of a fact that holds or does not hold; the ids are those of its filter. */
export const HOLDS = [
  { id: 1, name_de: "ja", name_en: "yes" },
  { id: 0, name_de: "nein", name_en: "no" },
] as const satisfies readonly FactEntry[];

/**
 * A fact derived from a record's values for the current day. Its value is one of `entries` or,
 * without them, a day. A fact with `fileFlag` is not stored: it holds while the record has a file
 * whose kind has this flag, and its entries are `HOLDS`.
 */
export type DerivedFact = { name: string; entries?: readonly FactEntry[]; fileFlag?: FileFlag };

/** Returns whether a fact is stored in the table of derived facts, which reads refresh first. */
export const isStored = ({ fileFlag }: DerivedFact): boolean => fileFlag === undefined;

/** The derived facts of a kind, their table, and the fields that they depend on. */
export type DerivedFacts = {
  table: string;
  /**
   * The name of the server function that recomputes the facts
   * (`lib/store/records/refresh-derived.ts`).
   */
  refresh: "deadlines";
  from: readonly string[];
  facts: readonly DerivedFact[];
  /** The column with the range of days on which a record is active (contract §17). */
  activeDays?: string;
  /** The value of a fact that needs attention; tables mark the rows with this value. */
  alert?: { fact: string; entry: number };
};

/**
 * A list that is derived from a kind's link list: the linked records whose link is current and has a
 * role with the flag `roleFlag` (contract §13). It is read only.
 */
export type DerivedList = { name: string; list: string; roleFlag: string };

/** Returns whether the records of a kind have deadlines (contract §11). */
export const hasDeadlines = ({ derived }: { derived?: DerivedFacts }): boolean => derived?.refresh === "deadlines";

/** Returns the entries of a fact as filter options; null if its value is a day. */
export const factOptions = ({ entries }: DerivedFact, locale: Locale): Option[] | null =>
  entries?.map((entry) => ({ id: entry.id, label: localizedName(entry, "name", locale) })) ?? null;

/**
 * Returns the text with which tables mark rows that need attention: the name of the `alert` entry.
 */
export function alertText({ alert, facts }: DerivedFacts, locale: Locale): string {
  const fact = facts.find(({ name }) => name === alert?.fact);
  return alert && fact ? factText({ [alert.fact]: alert.entry }, fact, locale) : "";
}

/** Returns whether a record needs attention. The row must contain the derived facts. */
export const needsAttention = ({ alert }: DerivedFacts, row: AnyRow) =>
  alert !== undefined && row[alert.fact] === alert.entry;

/** Formats a fact of a row for display. */
export function factText(row: AnyRow, fact: DerivedFact, locale: Locale): string {
  const value = row[fact.name];
  const options = factOptions(fact, locale);
  return options ? (options.find(({ id }) => id === value)?.label ?? "") : displayDate(value);
}
