import type { AnyDefinition } from "../kinds/define";
import { isCalendarDate, parseTypedDate } from "../fields/day";
import { isEmail, webHref } from "../fields/text";
import type { Words } from "../lists/filter-names";
import { importColumnsOf, spreadsheetHeader, type SpreadsheetColumn } from "./spreadsheet-columns";

/** What is said by a header, whatever its case, accents and signs. */
const folded = (header: string) =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Written out: five digits may as well be a post code as a day of Excel's. */
const isDay = (text: string) =>
  /^\d+[./-]\d+[./-]\d+([T ].*)?$/.test(text) && isCalendarDate(parseTypedDate(text.replace(/[T ].*$/, "")) ?? "");

/** As it is dialled from elsewhere, long enough to be no number of a room, a post code or a person. */
function isTelephoneNumber(text: string): boolean {
  if (isDay(text) || !/^(\+|0|\(0)[\d\s()/.-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, "").length;
  return digits <= 16 && digits >= (/^\d+$/.test(text) ? 8 : 6);
}

/** Tells a column by what is in it, where no header does. */
const CONTENTS: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  email: isEmail,
  web_address: (text) => /^(https?:\/\/|www\.)/i.test(text) && webHref(text) !== null,
  date: isDay,
  phone: isTelephoneNumber,
};

/** So many cells are looked at, so many must be filled, and so much of them must be of a sort. */
const [CELLS, FEWEST, MOST] = [50, 3, 0.8];

/** The cells by which a column is told. */
export const telling = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .slice(0, CELLS);

const areMostly = (filled: readonly string[], holds: (text: string) => boolean) =>
  filled.length >= FEWEST && filled.filter(holds).length >= filled.length * MOST;

/** Which column of a kind a header names, in any of these languages. */
function byHeader(definition: AnyDefinition, header: string, languages: readonly Words[]): string | null {
  const wanted = folded(header);
  const named = importColumnsOf(definition).find((column) =>
    [column.name, ...languages.map((words) => spreadsheetHeader(definition, column, words))].some(
      (name) => folded(name) === wanted,
    ),
  );
  return named?.name ?? null;
}

/** The names of the kind's columns by header, null where nothing is known. */
export type Mapping = Record<string, string | null>;

/** Guesses by headers which column of a kind each column of a table is; each at most once. */
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

/** Whether a cell holds names of entries that a column takes, and nothing else. */
export type NamesEntries = (column: SpreadsheetColumn, text: string) => boolean;

/**
 * Guesses by what is in them the columns whose headers say nothing: where one column of the kind is clearly meant that no
 * other column of the table is or could be.
 * @param texts what is in the columns, as much of it as is needed
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
    const filled = telling(texts[header] ?? []);
    const [only, ...others] = free.filter((column) => areMostly(filled, (text) => fits(column, text)));
    return only && others.length === 0 ? [{ header, name: only.name }] : [];
  });
  const alone = claims.filter(({ name }) => claims.filter((claim) => claim.name === name).length === 1);
  return { ...known, ...Object.fromEntries(alone.map(({ header, name }) => [header, name])) };
}
