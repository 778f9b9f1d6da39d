import type { AnyDefinition } from "../kinds/define";
import { isCalendarDate, parseTypedDate } from "../fields/day";
import { isEmail, webHref } from "../fields/text";
import type { Words } from "../lists/filter-names";
import { importColumnsOf, spreadsheetHeader, type SpreadsheetColumn } from "./spreadsheet-columns";

/** Normalizes a header: case, accents and punctuation do not matter. */
const folded = (header: string) =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Accepts only days with separators: five digits may be a post code as well as an Excel date. */
const isDay = (text: string) =>
  /^\d+[./-]\d+[./-]\d+([T ].*)?$/.test(text) && isCalendarDate(parseTypedDate(text.replace(/[T ].*$/, "")) ?? "");

/**
 * Accepts numbers that start with + or 0 and are too long for a room, a post code or a personal id.
 */
function isTelephoneNumber(text: string): boolean {
  if (isDay(text) || !/^(\+|0|\(0)[\d\s()/.-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, "").length;
  return digits <= 16 && digits >= (/^\d+$/.test(text) ? 8 : 6);
}

/** Detects a field type by a column's contents, where the header is unknown. */
const CONTENTS: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  email: isEmail,
  web_address: (text) => /^(https?:\/\/|www\.)/i.test(text) && webHref(text) !== null,
  date: isDay,
  phone: isTelephoneNumber,
};

/**
 * Number of cells checked, minimum number of filled ones, and minimum share of these that must
 * match.
 */
const [CELLS, FEWEST, MOST] = [50, 3, 0.8];

/** Returns the cells from which a column is inferred. */
export const sampleCells = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .slice(0, CELLS);

const areMostly = (filled: readonly string[], holds: (text: string) => boolean) =>
  filled.length >= FEWEST && filled.filter(holds).length >= filled.length * MOST;

/** Returns the column of a kind that a header names in any of these languages. */
function byHeader(definition: AnyDefinition, header: string, languages: readonly Words[]): string | null {
  const wanted = folded(header);
  const named = importColumnsOf(definition).find((column) =>
    [column.name, ...languages.map((words) => spreadsheetHeader(definition, column, words))].some(
      (name) => folded(name) === wanted,
    ),
  );
  return named?.name ?? null;
}

/** The kind's columns by header; null where none is known. */
export type Mapping = Record<string, string | null>;

/** Infers from the headers which column of a kind each column of a table is; each at most once. */
export function mappingByHeaders(
  definition: AnyDefinition,
  headers: readonly string[],
  languages: readonly Words[],
): Mapping {
  const taken = new Set<string>();
  const entries = headers.map((header): [string, string | null] => {
    const name = byHeader(definition, header, languages);
    if (!name || taken.has(name)) return [header, null];
    taken.add(name);
    return [header, name];
  });
  return Object.fromEntries(entries);
}

/** Returns whether a cell contains nothing but names of entries that a column accepts. */
export type NamesEntries = (column: SpreadsheetColumn, text: string) => boolean;

/**
 * Infers columns with unknown headers from their contents, if exactly one column of the kind fits
 * and it neither is nor could be another column of the table.
 * @param texts a sample of the columns' cells
 */
export function withContents(
  definition: AnyDefinition,
  known: Mapping,
  texts: Readonly<Record<string, readonly string[]>>,
  namesEntries: NamesEntries,
): Mapping {
  const taken = new Set(Object.values(known));
  const free = importColumnsOf(definition).filter(({ name }) => !taken.has(name));
  const fits = (column: SpreadsheetColumn, text: string) => {
    const control = "field" in column ? column.field?.control : undefined;
    return (control && CONTENTS[control]?.(text)) || namesEntries(column, text);
  };
  const claims = Object.entries(known).flatMap(([header, name]) => {
    if (name) return [];
    const filled = sampleCells(texts[header] ?? []);
    const [only, ...others] = free.filter((column) => areMostly(filled, (text) => fits(column, text)));
    return only && others.length === 0 ? [{ header, name: only.name }] : [];
  });
  const alone = claims.filter(({ name }) => claims.filter((claim) => claim.name === name).length === 1);
  return { ...known, ...Object.fromEntries(alone.map(({ header, name }) => [header, name])) };
}
