import { foldCollapsed } from "@/lib/fold";
import type { Hits } from "@/components/ui/choices/typeahead";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { LOCALES, type Locale } from "@/lib/i18n";
import { TYPEAHEAD_MIN_LENGTH } from "@/lib/limits";
import { valuesOfTyped } from "@/lib/records/kinds/typed-name";

/** Maximum number of names looked up per paste. */
export const MAX_PASTED = 200;

/**
 * Result of the lookup of a pasted name: one record, several candidates, no record, or a record
 * that is already linked.
 */
export type PastedName<Row> = {
  name: string;
  /** `short`: the name is shorter than the minimum search length. */
  state: "found" | "ambiguous" | "missing" | "linked" | "short";
  hits: readonly Row[];
  /** Number of further records that may match, but are not among `hits`. */
  more: number;
};

/**
 * Extracts names from a pasted column: the first cell of each line, without duplicates.
 * @returns the names; an empty array for a single line, which the browser pastes as text
 */
export function pastedNames(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => (line.split("\t")[0] ?? "").trim().replace(/\s+/g, " "));
  const names = new Map(lines.filter(Boolean).map((line) => [foldCollapsed(line), line]));
  return names.size > 1 ? [...names.values()] : [];
}

/** Converts a pasted name to a search text: `Müller, Anna` becomes `Anna Müller`. */
export const searchOfName = (definition: AnyDefinition, name: string, locale: Locale): string =>
  Object.values(valuesOfTyped(definition, name, locale))
    .filter(Boolean)
    .join(" ");

/** Returns a `short` result if the search text is below the minimum length, otherwise null. */
export const shortName = (name: string, searched: string): PastedName<never> | null =>
  searched.length < TYPEAHEAD_MIN_LENGTH ? { name, state: "short", hits: [], more: 0 } : null;

/** True if the record has exactly this name, in either language, or this email address. */
function isCalled(definition: AnyDefinition, row: AnyRow, name: string): boolean {
  return LOCALES.some((locale) =>
    Object.entries(valuesOfTyped(definition, name, locale)).every(
      ([field, value]) => foldCollapsed(String(row[field] ?? "")) === foldCollapsed(value),
    ),
  );
}

/**
 * Resolves a pasted name from its search results. If records only have similar names, the result is
 * `ambiguous`, so that the user decides.
 */
export function resolveName<Row extends AnyRow & { id: number }>(
  definition: AnyDefinition,
  name: string,
  { hits, more }: Hits<Row>,
  linked: ReadonlySet<number>,
): PastedName<Row> {
  const called = hits.filter((row) => isCalled(definition, row, name));
  const [only] = called;
  if (only && called.length === 1)
    return { name, state: linked.has(only.id) ? "linked" : "found", hits: called, more: 0 };
  const open = (called.length > 1 ? called : hits).filter(({ id }) => !linked.has(id));
  const state = open.length > 0 ? "ambiguous" : hits.length > 0 ? "linked" : "missing";
  // Hits are ordered so that namesakes are adjacent: if the last hit has another name, the hits
  // contain all namesakes.
  const last = hits.at(-1);
  const areAllThere = called.length > 1 && last !== undefined && !called.includes(last);
  return { name, state, hits: open, more: areAllThere ? 0 : more };
}
