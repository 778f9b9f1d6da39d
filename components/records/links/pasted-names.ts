import { foldCollapsed } from "@/lib/fold";
import type { Hits } from "@/components/ui/choices/typeahead";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { LOCALES, type Locale } from "@/lib/i18n";
import { TYPEAHEAD_MIN_LENGTH } from "@/lib/limits";
import { valuesOfTyped } from "@/lib/records/kinds/typed-name";

/** So many names of one paste are looked for. */
export const MOST_PASTED = 200;

/** What a pasted name stands for: one record, one of several, none, or one that is linked already. */
export type PastedName<Row> = {
  name: string;
  /** `short`: too short to be searched for. */
  state: "found" | "ambiguous" | "missing" | "linked" | "short";
  hits: readonly Row[];
  /** How many there may be besides the hits. */
  more: number;
};

/**
 * The names in a pasted column, each once: the first cell of each line.
 * @returns none where the text is a single line, which is pasted as ever
 */
export function pastedNames(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => (line.split("\t")[0] ?? "").trim().replace(/\s+/g, " "));
  const names = new Map(lines.filter(Boolean).map((line) => [foldCollapsed(line), line]));
  return names.size > 1 ? [...names.values()] : [];
}

/** What is searched for, for a pasted name: `Müller, Anna` is called `Anna Müller`. */
export const searchOfName = (definition: AnyDefinition, name: string, locale: Locale): string =>
  Object.values(valuesOfTyped(definition, name, locale))
    .filter(Boolean)
    .join(" ");

/** What a name stands for that is too short to be searched for; null where it is long enough. */
export const shortName = (name: string, searched: string): PastedName<never> | null =>
  searched.length < TYPEAHEAD_MIN_LENGTH ? { name, state: "short", hits: [], more: 0 } : null;

/** Whether a record is called exactly so, in either language, or has that address. */
function isCalled(definition: AnyDefinition, row: AnyRow, name: string): boolean {
  return LOCALES.some((locale) =>
    Object.entries(valuesOfTyped(definition, name, locale)).every(
      ([field, value]) => foldCollapsed(String(row[field] ?? "")) === foldCollapsed(value),
    ),
  );
}

/** What a pasted name stands for, by what a search has found of it. What is only similar is left to the reader. */
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
  // Namesakes stand together: where somebody else follows, none of them is left out.
  const last = hits.at(-1);
  const areAllThere = called.length > 1 && last !== undefined && !called.includes(last);
  return { name, state, hits: open, more: areAllThere ? 0 : more };
}
