import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Translate } from "@/lib/model/messages/i18n";
import { fitsControl } from "./fits-control";
import { composedHeaders, type ComposedHeader } from "./composed-header";
import { foldHeader } from "./fold-header";
import { isForeignHeader } from "./foreign-header";
import { companionField, headerSynonyms } from "./header-synonyms";
import {
  importColumnsOf,
  KEY_HEADER,
  spreadsheetColumnsOf,
  spreadsheetHeader,
  type SpreadsheetColumn,
} from "@/lib/features/exports/spreadsheet-columns";
import { ownValue } from "@/lib/model/pure/own-value";

/**
 * Maximum number of filled cells to check, minimum number of filled cells, and minimum share of
 * filled cells that must match.
 */
const [MAX_CELLS, MIN_CELLS, MIN_SHARE] = [50, 3, 0.8];

/** Returns the filled cells from which a column's field is inferred. */
export const sampleCells = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .slice(0, MAX_CELLS);

const mostMatch = (filled: readonly string[], holds: (text: string) => boolean) =>
  filled.length >= MIN_CELLS && filled.filter(holds).length >= filled.length * MIN_SHARE;

/** A column of a kind with the folded headers that name it: those of our exports, and synonyms. */
type NamedColumn = { name: string; own: string[]; synonyms: string[] };

const ownNames = ({ own }: NamedColumn) => own;
const synonyms = (column: NamedColumn) => column.synonyms;
const allNames = (column: NamedColumn) => [...column.own, ...column.synonyms];

const namedColumns = (
  definition: AnyDefinition,
  columns: readonly SpreadsheetColumn[],
  languages: readonly Translate<"records">[],
): NamedColumn[] =>
  columns.map((column) => {
    const headers = languages.map((words) => spreadsheetHeader(definition, column, words));
    return {
      name: column.name,
      own: (column.by === "key" ? [KEY_HEADER] : [column.name, ...headers]).map(foldHeader),
      synonyms: headerSynonyms(column.name, definition.name).map(foldHeader),
    };
  });

/**
 * Returns the folded headers by which a table with records of a kind is recognized: those of our
 * exports in any of the given languages, the names of fields, and synonyms.
 */
export function knownHeaders(definition: AnyDefinition, languages: readonly Translate<"records">[]): Set<string> {
  const known = new Set(namedColumns(definition, spreadsheetColumnsOf(definition), languages).flatMap(allNames));
  known.delete("");
  return known;
}

/**
 * Returns whether a table has the headers of our exports: exactly `ID` first, and then only columns of
 * the kind, with their headers in one of the given languages.
 */
export function isExportOf(
  definition: AnyDefinition,
  [first, ...others]: readonly string[],
  languages: readonly Translate<"records">[],
): boolean {
  if (first !== KEY_HEADER) return false;
  const columns = spreadsheetColumnsOf(definition).filter(({ by }) => by !== "key");
  return languages.some((words) => {
    const headers = new Set(columns.map((column) => foldHeader(spreadsheetHeader(definition, column, words))));
    return others.every((header) => headers.has(foldHeader(header)));
  });
}

/**
 * The mapping of an imported table: the name of the kind's column for each header, or null if it is
 * unknown.
 */
export type Mapping = Record<string, string | null>;

const NAME = foldHeader("Name");

/** Returns whether a header is one of several equal ones, which are numbered: `Telefon (2)`. */
function isNumbered(header: string, headers: ReadonlySet<string>): boolean {
  const at = header.lastIndexOf(" (");
  return at > 0 && /^\d+\)$/.test(header.slice(at + 2)) && headers.has(header.slice(0, at));
}

/** One way to compare headers with columns: the folded texts of headers, and the names of a column. */
type Comparison = {
  texts: readonly (readonly [text: string, header: string])[];
  namesOf: (column: NamedColumn) => readonly string[];
  accepts?: (header: string, column: string) => boolean;
};

/** Maps columns by one comparison after the other, each column and each header at most once. */
function mapped(columns: readonly NamedColumn[], comparisons: readonly Comparison[]): Map<string, string> {
  const byColumn = new Map<string, string>();
  const used = new Set<string>();
  for (const { texts, namesOf, accepts = () => true } of comparisons) {
    const headers = new Map(texts.filter(([text, header]) => text !== "" && !used.has(header)).toReversed());
    for (const column of columns.filter(({ name }) => !byColumn.has(name))) {
      const header = namesOf(column)
        .map((name) => headers.get(name))
        .find((each) => each !== undefined && !used.has(each) && accepts(each, column.name));
      if (header === undefined) continue;
      byColumn.set(column.name, header);
      used.add(header);
    }
  }
  return byColumn;
}

/**
 * Returns the comparisons of headers below merged cells. The group is the header of a name; of other
 * headers the last part counts if it is unique and if the group does not name another field, unless this
 * is the record's own name, the contact person whose values the record has, or the address whose place it is.
 */
function comparisonsOfComposed(
  definition: AnyDefinition,
  columns: readonly NamedColumn[],
  composed: readonly ComposedHeader[],
): Comparison[] {
  const columnOf = new Map(
    columns.flatMap((each) => allNames(each).map((text) => [text, each.name] as const)).toReversed(),
  );
  const groupOf = new Map(composed.map(({ header, group }) => [header, columnOf.get(group.replace(/\p{N}/gu, ""))]));
  const { contact, location } = definition;
  const labels = definition.labelFields("de");
  const accepts = (header: string, column: string) => {
    const group = groupOf.get(header);
    if (group === undefined || group === column || labels.includes(group)) return column !== definition.key;
    if (contact?.field === group && contact.copies.includes(column)) return true;
    return group === location?.address && [location?.place, location?.country].includes(column);
  };
  const names = composed.filter(({ last }) => last === NAME);
  const others = composed.filter(({ last, isUnique }) => last !== NAME && isUnique);
  return [
    { texts: names.map(({ group, header }) => [group, header]), namesOf: allNames },
    { texts: others.map(({ last, header }) => [last, header]), namesOf: allNames, accepts },
  ];
}

/**
 * Maps the columns of a table to columns of a kind by their headers in any of the given languages, and
 * by synonyms for what is left. Each column of the kind is mapped at most once. The key is only a
 * candidate, which the values must confirm.
 */
export function mappingByHeaders(
  definition: AnyDefinition,
  headers: readonly string[],
  languages: readonly Translate<"records">[],
): Mapping {
  const columns = namedColumns(definition, importColumnsOf(definition), languages);
  const exported = exportedHeaders(definition, headers, languages);
  const composed = composedHeaders(headers).filter(({ header }) => !exported.has(header) && !isForeignHeader(header));
  const texts = headers.map((header) => [foldHeader(header), header] as const);
  const byColumn = mapped(columns, [
    { texts, namesOf: ownNames },
    { texts, namesOf: synonyms },
    ...comparisonsOfComposed(definition, columns, composed),
  ]);
  const lacksCompanion = (name: string, header: string) => {
    const companion = companionField(name, header);
    return companion !== undefined && !byColumn.has(companion);
  };
  const fields = new Map([...byColumn].map(([name, header]) => [header, lacksCompanion(name, header) ? null : name]));
  return Object.fromEntries(headers.map((header) => [header, fields.get(header) ?? null]));
}

/**
 * Returns the headers of columns that only exports have, such as the roles of links. An import leaves
 * them out, whatever is in them.
 */
export function exportedHeaders(
  definition: AnyDefinition,
  headers: readonly string[],
  languages: readonly Translate<"records">[],
): Set<string> {
  const imported = new Set(importColumnsOf(definition).map(({ name }) => name));
  const names = spreadsheetColumnsOf(definition)
    .filter(({ name }) => !imported.has(name))
    .flatMap((column) => [column.name, ...languages.map((words) => spreadsheetHeader(definition, column, words))]);
  const known = new Set(names.map(foldHeader));
  return new Set(headers.filter((header) => known.has(foldHeader(header))));
}

/** Returns whether a cell consists of names of entries that a column of the kind accepts. */
export type NamesEntries = (column: SpreadsheetColumn, text: string) => boolean;

/**
 * Maps columns with unknown headers by their contents. A column is mapped if exactly one column of
 * the kind fits, and if no other column of the table is or could be mapped to it.
 * @param texts sample cells of each column, by header
 * @param namesEntries is called with every column of the kind, mapped or not
 */
export function withContents(
  definition: AnyDefinition,
  known: Mapping,
  texts: Readonly<Record<string, readonly string[]>>,
  namesEntries: NamesEntries,
): Mapping {
  const headers = new Set(Object.keys(known));
  const mappedNames = new Set(Object.values(known));
  const columns = importColumnsOf(definition);
  const fits = (column: SpreadsheetColumn, text: string) => {
    const control = "field" in column ? column.field?.control : undefined;
    return (control && fitsControl(control, text)) || namesEntries(column, text);
  };
  const claims = Object.entries(known).flatMap(([header, name]) => {
    if (name || isForeignHeader(header) || isNumbered(header, headers)) return [];
    const filled = sampleCells(ownValue(texts, header) ?? []);
    const [only, ...others] = columns.filter((column) => mostMatch(filled, (text) => fits(column, text)));
    return only && others.length === 0 && !mappedNames.has(only.name) ? [{ header, name: only.name }] : [];
  });
  const counts = new Map<string, number>();
  for (const { name } of claims) counts.set(name, (counts.get(name) ?? 0) + 1);
  const unique = claims.filter(({ name }) => counts.get(name) === 1);
  return { ...known, ...Object.fromEntries(unique.map(({ header, name }) => [header, name])) };
}
