import type { AnyDefinition } from "../kinds/define";
import { isCalendarDate, parseTypedDate } from "../fields/day";
import { isEmail, webHref } from "../fields/text";
import type { Words } from "../lists/filter-names";
import { headerSynonyms } from "./header-synonyms";
import {
  importColumnsOf,
  spreadsheetColumnsOf,
  spreadsheetHeader,
  type SpreadsheetColumn,
} from "./spreadsheet-columns";

/** Normalizes a header, so that comparisons ignore case, accents and punctuation. */
const folded = (header: string) =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns whether a text is a day with separators. Five digits without separators are not accepted,
 * because they may be a postcode instead of an Excel date.
 */
const isDay = (text: string) =>
  /^\d+[./-]\d+[./-]\d+([T ].*)?$/.test(text) && isCalendarDate(parseTypedDate(text.replace(/[T ].*$/, "")) ?? "");

/**
 * Returns whether a text is a telephone number: it must start with + or 0 and be longer than room
 * numbers, postcodes and personal ids.
 */
function isTelephoneNumber(text: string): boolean {
  if (isDay(text) || !/^(\+|0|\(0)[\d\s()/.-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, "").length;
  return digits <= 16 && digits >= (/^\d+$/.test(text) ? 8 : 6);
}

/**
 * For each type of control, a function that returns whether a cell contains such a value. They
 * identify columns with unknown headers.
 */
const CONTENTS: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  email: isEmail,
  web_address: (text) => /^(https?:\/\/|www\.)/i.test(text) && webHref(text) !== null,
  date: isDay,
  phone: isTelephoneNumber,
};

/**
 * Maximum number of filled cells to check, minimum number of filled cells, and minimum share of
 * filled cells that must match.
 */
const [CELLS, FEWEST, MOST] = [50, 3, 0.8];

/** Returns the filled cells from which a column's field is inferred. */
export const sampleCells = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .slice(0, CELLS);

const areMostly = (filled: readonly string[], holds: (text: string) => boolean) =>
  filled.length >= FEWEST && filled.filter(holds).length >= filled.length * MOST;

/** Returns the kind's columns with the headers that name them: those of our exports, and synonyms. */
const namedColumns = (definition: AnyDefinition, languages: readonly Words[]) =>
  importColumnsOf(definition).map((column) => ({
    name: column.name,
    own: [column.name, ...languages.map((words) => spreadsheetHeader(definition, column, words))].map(folded),
    synonyms: headerSynonyms(column.name).map(folded),
  }));

/**
 * The mapping of an imported table: the name of the kind's column for each header, or null if it is
 * unknown.
 */
export type Mapping = Record<string, string | null>;

/**
 * Maps the columns of a table to columns of a kind by their headers in any of the given languages,
 * and by synonyms for what is left. Each column of the kind is mapped at most once.
 */
export function mappingByHeaders(
  definition: AnyDefinition,
  headers: readonly string[],
  languages: readonly Words[],
): Mapping {
  const columns = namedColumns(definition, languages);
  const mapping = new Map<string, string | null>(headers.map((header) => [header, null]));
  const taken = new Set<string>();
  for (const by of ["own", "synonyms"] as const) {
    for (const header of headers) {
      const wanted = folded(header);
      const column = columns.find((each) => !taken.has(each.name) && each[by].includes(wanted));
      if (mapping.get(header) !== null || wanted === "" || !column) continue;
      mapping.set(header, column.name);
      taken.add(column.name);
    }
  }
  return Object.fromEntries(mapping);
}

/**
 * Returns the headers of columns that only exports have, such as the roles of links. An import leaves
 * them out, whatever is in them.
 */
export function exportedHeaders(
  definition: AnyDefinition,
  headers: readonly string[],
  languages: readonly Words[],
): Set<string> {
  const imported = new Set(importColumnsOf(definition).map(({ name }) => name));
  const names = spreadsheetColumnsOf(definition)
    .filter(({ name }) => !imported.has(name))
    .flatMap((column) => [column.name, ...languages.map((words) => spreadsheetHeader(definition, column, words))]);
  const known = new Set(names.map(folded));
  return new Set(headers.filter((header) => known.has(folded(header))));
}

/** Returns whether a cell consists of names of entries that a column of the kind accepts. */
export type NamesEntries = (column: SpreadsheetColumn, text: string) => boolean;

/**
 * Maps columns with unknown headers by their contents. A column is mapped if exactly one column of
 * the kind fits, and if no other column of the table is or could be mapped to it.
 * @param texts sample cells of each column, by header
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
