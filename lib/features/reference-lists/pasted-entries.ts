import { addedEntrySchema } from "./reference-entry";
import { joinedLines } from "@/lib/model/fields/line-breaks";
import type { FieldErrors } from "@/lib/model/fields/field";
import { ENTRIES_ADDED_MAX, PASTED_ENTRIES_MAX_CHARACTERS } from "@/lib/model/limits";
import { cleanText } from "@/lib/model/pure/clean-text";
import { csvCells, UnclosedQuoteError } from "@/lib/model/values/csv-cells";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { entryGroups, nameColumns, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { validate } from "@/lib/model/values/validation";

/**
 * A line of pasted entries: its German and English name, and what becomes of it. It is added if it is `new`;
 * `exists` means that an entry has one of its names, `repeated` that an earlier line has, and `columns` that the
 * line has more than two cells. `errors` are those of an `invalid` line.
 */
export type PastedEntry = {
  names: readonly [german: string, english: string];
  state: "new" | "exists" | "repeated" | "columns" | "invalid";
  errors: FieldErrors | null;
};

/** Why no line can be read; `line` is that of the quote that is not closed, from 1. */
type PasteProblem = { code: "too_long" | "too_many" } | { code: "unclosed_quote"; line: number };

/** The lines of a paste; empty ones are left out. */
export type Paste = { entries: PastedEntry[]; problem: PasteProblem | null };

/** The list, and the group if its entries have groups, into which entries are pasted. */
export type PasteTarget = { list: EntryListName; group: string | null };

/** Yields the cells of each line, between tabs or, in a line without tabs, semicolons. */
function* lineCells(text: string): Generator<string[], void> {
  const delimiter = text.includes("\t") ? "\t" : ";";
  for (const cells of csvCells(text, delimiter)) {
    const [only = ""] = cells;
    yield cells.length === 1 && delimiter === "\t" ? only.split(";") : cells;
  }
}

/** Returns the cells of a line without the empty ones at its end. */
function filledCells(cells: readonly string[]): string[] {
  const texts = cells.map((cell) => joinedLines(cell));
  return texts.slice(0, texts.findLastIndex((cell) => cell !== "") + 1);
}

/** Reads the lines up to the maximum number. */
function readLines(text: string): { lines: string[][]; problem: PasteProblem | null } {
  if (text.length > PASTED_ENTRIES_MAX_CHARACTERS) return { lines: [], problem: { code: "too_long" } };
  const lines: string[][] = [];
  try {
    for (const cells of lineCells(cleanText(text))) {
      const line = filledCells(cells);
      if (line.length === 0) continue;
      if (lines.length === ENTRIES_ADDED_MAX) return { lines: [], problem: { code: "too_many" } };
      lines.push(line);
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    return { lines: [], problem: { code: "unclosed_quote", line: error.line } };
  }
  return { lines, problem: null };
}

/** Returns a name as the server compares it with others. */
const comparable = (name: string) => foldCollapsed(name.trim().replace(/\s+/g, " "));

/** Returns a new entry with these names as the API takes it. */
export function addedEntry({ list, group }: PasteTarget, names: PastedEntry["names"]): Record<string, string> {
  const groups = entryGroups(list);
  const named = nameColumns(list).map((column, index) => [column, names[index === 0 ? 0 : 1]] as const);
  return { ...Object.fromEntries(named), ...(groups && group !== null && { [groups.column]: group }) };
}

/**
 * Reads pasted lines of a German and an English name, with a tab or semicolon between them; a single name stands
 * for both. Cells can be quoted as in a csv file.
 * @param existing the names in both languages of the entries of the list or group
 */
export function readPastedEntries(target: PasteTarget, text: string, existing: Iterable<string>): Paste {
  const { lines, problem } = readLines(text);
  const schema = addedEntrySchema(target.list);
  const taken = new Set(Array.from(existing, comparable));
  const added = new Set<string>();
  const entries = lines.map(([german = "", english = german, ...more]): PastedEntry => {
    const names = [german, english] as const;
    if (more.length > 0) return { names, state: "columns", errors: null };
    const { errors } = validate(schema, addedEntry(target, names));
    if (errors) return { names, state: "invalid", errors };
    const compared = names.map(comparable);
    if (compared.some((name) => taken.has(name))) return { names, state: "exists", errors: null };
    if (compared.some((name) => added.has(name))) return { names, state: "repeated", errors: null };
    for (const name of compared) added.add(name);
    return { names, state: "new", errors: null };
  });
  return { entries, problem };
}
