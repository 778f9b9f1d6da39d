import { cleanTrimmed } from "@/lib/model/pure/clean-text";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { isCalendarDate } from "@/lib/model/fields/day";
import { parseTypedDate } from "@/lib/model/fields/parse-day";
import type { Hits } from "@/components/ui/choices/typeahead";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import { TYPEAHEAD_MIN_LENGTH } from "@/lib/model/limits";
import { valuesOfTyped } from "@/lib/model/kinds/typed-name";
import type { NamedRole } from "../values/role-entries";
import { pushAll } from "@/lib/model/pure/long-lists";
import { ownValue } from "@/lib/model/pure/own-value";

/** Maximum number of names looked up per paste. */
export const MAX_PASTED = 200;

/**
 * Result of the lookup of a pasted name: one record, several candidates, no record, or a record
 * that is already linked.
 */
export type PastedName<Row> = {
  name: string;
  /** The cells after the name. */
  cells: readonly string[];
  /** `short`: the name is shorter than the minimum search length. */
  state: "found" | "ambiguous" | "missing" | "linked" | "short";
  hits: readonly Row[];
  /** Number of further records that may match, but are not among `hits`. */
  more: number;
};

/** A pasted line: the name of a record and, in further cells, values of the link with it. */
export type PastedLine = {
  name: string;
  /** The texts of the cells after the name. */
  cells: readonly string[];
  /** The whole line, which may itself be a name if it was separated at semicolons. */
  whole: string;
};

const collapseSpaces = (text: string) => cleanTrimmed(text).replace(/\s+/g, " ");

function lineOf(text: string, hasValues: boolean): PastedLine {
  const [first = "", ...more] = text.split("\t").map(collapseSpaces);
  if (!hasValues) return { name: first, cells: [], whole: first };
  if (more.length > 0) return { name: first, cells: more.filter(Boolean), whole: first };
  const [name = "", ...cells] = first.split(";").map(collapseSpaces);
  return { name, cells: cells.filter(Boolean), whole: first };
}

/**
 * Extracts names from pasted lines without duplicates: the first cell of each line and, where links
 * have values, the other cells, which tabs or semicolons separate.
 * @returns the lines; an empty array for a single name, which the browser pastes as text
 */
export function pastedLines(text: string, hasValues: boolean): PastedLine[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => lineOf(line, hasValues));
  const keyOf = ({ whole, cells }: PastedLine) => foldCollapsed([whole, ...cells].join("\t"));
  const unique = new Map(lines.filter(({ name }) => name !== "").map((line) => [keyOf(line), line]));
  const isSingle = unique.size < 2 && ![...unique.values()].some(({ cells }) => cells.length > 0);
  return isSingle ? [] : [...unique.values()];
}

/** Values of a link that a pasted line names. */
export type PastedValues = {
  roles: readonly number[];
  /** The first and the last day, or null. */
  from: string | null;
  to: string | null;
  /** Texts that are neither a role nor a period. */
  unread: readonly string[];
};

type Period = Pick<PastedValues, "from" | "to">;

const SINCE = /^(?:ab|seit|von|since|from)\s+/i;
const UNTIL = /^(?:bis|until|till|to)\s+/i;

/** Parses a day or a year, of which it returns the first or the last day. */
function boundOf(text: string, side: keyof Period): string | null {
  const year = text.trim();
  if (/^[12]\d{3}$/.test(year)) return `${year}-${side === "from" ? "01-01" : "12-31"}`;
  const day = parseTypedDate(text);
  return day !== null && isCalendarDate(day) ? day : null;
}

/**
 * Parses a period as users type it: `2021`, `01.03.2021`, `2021-2024`, `ab 2021`, `bis 2023`. A single
 * year or day is the beginning. Returns null for any other text.
 */
export function parsePeriod(text: string): Period | null {
  const single = boundOf(text, "from");
  if (single) return { from: single, to: null };
  if (UNTIL.test(text)) {
    const to = boundOf(text.replace(UNTIL, ""), "to");
    return to === null ? null : { from: null, to };
  }
  const rest = text.replace(SINCE, "");
  const begin = rest === text ? null : boundOf(rest, "from");
  if (begin) return { from: begin, to: null };
  const [first = "", last = "", ...more] = rest.split(/[-–—]|\s(?:bis|until|to)\s/i).map((part) => part.trim());
  if (more.length > 0) return null;
  const [from, to] = [boundOf(first, "from"), boundOf(last, "to")];
  if (first === "" ? !to : !from) return null;
  if (last !== "" && !to) return null;
  return from && to && to < from ? null : { from, to };
}

/** Returns the roles that a text names, one or several separated by commas; null if it names another. */
function rolesIn(text: string, roles: readonly NamedRole[]): number[] | null {
  const roleOf = (name: string) => roles.find(({ names }) => names.includes(foldCollapsed(name)))?.id;
  const whole = roleOf(text);
  if (whole !== undefined) return [whole];
  const parts = text.split(/[,|]/).map(collapseSpaces).filter(Boolean).map(roleOf);
  return parts.length > 0 && parts.every((id) => id !== undefined) ? parts : null;
}

/** Reads the cells of a pasted line as roles and a period. Names of roles may be in either language. */
export function readPastedValues(cells: readonly string[], roles: readonly NamedRole[]): PastedValues {
  const values = {
    roles: [] as number[],
    from: null as string | null,
    to: null as string | null,
    unread: [] as string[],
  };
  for (const cell of cells) {
    const namedRoleIds = rolesIn(cell, roles);
    // After the beginning, a single year or day is the end.
    const end = values.from !== null && values.to === null ? boundOf(cell, "to") : null;
    const period = namedRoleIds ? null : end ? { from: values.from, to: end } : parsePeriod(cell);
    const isSecondBeginning = period?.from && period.from !== values.from && values.from !== null;
    const isReversed = period?.to && (period.from ?? values.from ?? "") > period.to;
    if (namedRoleIds) pushAll(values.roles, namedRoleIds);
    else if (!period || isSecondBeginning || isReversed) values.unread.push(cell);
    else Object.assign(values, { from: period.from ?? values.from, to: period.to ?? values.to });
  }
  return { ...values, roles: [...new Set(values.roles)] };
}

/** Converts a pasted name to a search text: `Müller, Anna` becomes `Anna Müller`. */
export const searchOfName = (definition: AnyDefinition, name: string, locale: Locale): string =>
  Object.values(valuesOfTyped(definition, name, locale))
    .filter(Boolean)
    .join(" ");

/** Returns a `short` result if the search text is below the minimum length, otherwise null. */
export const shortName = (name: string, searchText: string): PastedName<never> | null =>
  searchText.length < TYPEAHEAD_MIN_LENGTH ? { name, cells: [], state: "short", hits: [], more: 0 } : null;

/** True if the record has exactly this name, in either language, or this email address. */
function hasExactName(definition: AnyDefinition, row: AnyRow, name: string): boolean {
  return LOCALES.some((locale) =>
    Object.entries(valuesOfTyped(definition, name, locale)).every(
      ([field, value]) => foldCollapsed(String(ownValue(row, field) ?? "")) === foldCollapsed(value),
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
  const exactMatches = hits.filter((row) => hasExactName(definition, row, name));
  const [match] = exactMatches;
  if (match && exactMatches.length === 1)
    return { name, cells: [], state: linked.has(match.id) ? "linked" : "found", hits: exactMatches, more: 0 };
  const candidates = (exactMatches.length > 1 ? exactMatches : hits).filter(({ id }) => !linked.has(id));
  const state = candidates.length > 0 ? "ambiguous" : hits.length > 0 ? "linked" : "missing";
  // Hits are ordered so that namesakes are adjacent: if the last hit has another name, the hits
  // contain all namesakes.
  const last = hits.at(-1);
  const areNamesakesComplete = exactMatches.length > 1 && last !== undefined && !exactMatches.includes(last);
  return { name, cells: [], state, hits: candidates, more: areNamesakesComplete ? 0 : more };
}
