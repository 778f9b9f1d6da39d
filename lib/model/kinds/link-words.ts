import type { Locale, Translate } from "../messages/i18n";
import { displayDate, type PeriodLanguage } from "../fields/day";
import type { AnyRow } from "../fields/field";
import { inOneLine } from "../fields/line-breaks";
import { listedNames, referenceLists, type EntryOptions, type Option } from "../reference-lists/reference-lists";
import { linkFieldKey } from "./field-keys";
import { linkStateOn, type LinkState } from "./link-states";
import type { Relation } from "./relations";
import { minOf } from "../pure/long-lists";

/** The language in which links are described. */
export type LinkLanguage = PeriodLanguage & { locale: Locale };

type DescribedRelation = Pick<Relation, "fields" | "period" | "roles">;

const roleListOf = ({ fields = {}, roles }: DescribedRelation) => roles && fields[roles.field]?.reference;

/** Returns the names of a link's roles, whose values are as rows of link lists contain them. */
function roleNamesOf(relation: DescribedRelation, values: AnyRow, locale: Locale): string[] {
  const list = roleListOf(relation);
  return list && relation.roles ? listedNames(values[relation.roles.field], list, locale) : [];
}

/** Returns the names of the flags that are set on a link, such as `Hauptkontakt`. */
const flagNamesOf = ({ fields = {} }: DescribedRelation, values: AnyRow, words: Translate<"records">): string[] =>
  Object.entries(fields).flatMap(([name, { control }]) =>
    control === "checkbox" && values[name] === true ? [words(linkFieldKey(name))] : [],
  );

const [FIRST_DAY, LAST_DAY] = ["-01-01", "-12-31"];

/** Formats a bound of a period: a day, or only its year if the period begins or ends with the year. */
const boundText = (day: unknown, ofYear: string): string =>
  typeof day === "string" && day.endsWith(ofYear) ? day.slice(0, "YYYY".length) : displayDate(day);

/**
 * Formats the period of a link, such as `seit 2021`, `2021 – 2023` or, if it has not begun,
 * `ab 01.02.2027`. Returns an empty text for a link without bounds.
 */
export function linkPeriod(relation: DescribedRelation, values: AnyRow, { words, today }: LinkLanguage): string {
  const { period } = relation;
  if (!period) return "";
  const [from, to] = [values[period.from], values[period.to]];
  const [start, end] = [boundText(from, FIRST_DAY), boundText(to, LAST_DAY)];
  const until = end && words("period.until", { day: end });
  if (linkStateOn(relation, values, today) === "future") {
    return [words("period.from", { day: start }), until].filter(Boolean).join(" ");
  }
  if (!start || !end) return start ? words("period.since", { day: start }) : until;
  if (start === end) return start;
  // A year beside a day would look like a shortened day.
  const areYears = start.length === end.length;
  return areYears ? `${start} – ${end}` : `${displayDate(from)} – ${displayDate(to)}`;
}

/** Returns the texts that describe a link: its roles, its period, and the flags that are set. */
export const linkPieces = (relation: DescribedRelation, values: AnyRow, language: LinkLanguage): string[] =>
  [
    roleNamesOf(relation, values, language.locale).join(", "),
    linkPeriod(relation, values, language),
    ...flagNamesOf(relation, values, language.words),
  ].filter(Boolean);

/**
 * Names a linked record together with its roles: `Koordination: Uni Wien`. A link that is not current
 * is followed by its period: `Uni Bern (bis 2023)`.
 * @param namesFlags whether a link without roles is named by its flags, such as `Hauptkontakt: Eva Maier`
 */
export function linkedName(
  relation: DescribedRelation,
  row: AnyRow,
  label: string,
  language: LinkLanguage,
  namesFlags = false,
): string {
  const roles = roleNamesOf(relation, row, language.locale);
  const prefix = (roles.length > 0 || !namesFlags ? roles : flagNamesOf(relation, row, language.words)).join(", ");
  const shown = inOneLine(label);
  const name = prefix ? `${prefix}: ${shown}` : shown;
  return linkStateOn(relation, row, language.today) === "current"
    ? name
    : `${name} (${linkPeriod(relation, row, language)})`;
}

/** Names a linked record in a sentence or a list with commas: `Ada Müller (Projektleitung)`. */
export function nameWithRoles(relation: DescribedRelation, row: AnyRow, label: string, locale: Locale): string {
  const roles = roleNamesOf(relation, row, locale);
  const shown = inOneLine(label);
  return roles.length > 0 ? `${shown} (${roles.join(", ")})` : shown;
}

/** The roles that links can have, in list order, as options of their reference list. */
export type RoleOptions = readonly Option[];

/** Returns the roles among the options of reference lists. */
export const roleOptionsIn = ({ verknuepfungsrollen = [] }: EntryOptions): RoleOptions => verknuepfungsrollen;

const idsOfRoles = (relation: DescribedRelation, row: AnyRow): unknown[] => {
  const list = roleListOf(relation);
  const entries = (relation.roles && row[relation.roles.field]) ?? [];
  return list && Array.isArray(entries)
    ? entries.map((entry: Readonly<Record<string, unknown>>) => entry[referenceLists[list].key])
    : [];
};

/** Returns whether a link is leading: it has a leading role, or a flag such as that of a main contact. */
export function isLeadingLink(relation: DescribedRelation, row: AnyRow, roles: RoleOptions): boolean {
  const ids = idsOfRoles(relation, row);
  const hasFlag = Object.entries(relation.fields ?? {}).some(
    ([name, { control }]) => control === "checkbox" && row[name] === true,
  );
  return hasFlag || roles.some(({ id, isLeading }) => isLeading && ids.includes(id));
}

/** The order of a link by its roles: leading ones first, then others in list order, then links without roles. */
function rankOf(relation: DescribedRelation, row: AnyRow, roles: RoleOptions): number {
  const ids = idsOfRoles(relation, row);
  const ranks = roles.flatMap(({ id, isLeading }, index) =>
    ids.includes(id) ? [isLeading ? index : index + roles.length] : [],
  );
  return minOf(ranks, 2 * roles.length);
}

/** Sorts linked records by the roles of their links, and otherwise keeps their order. */
export const sortByRoles = (relation: DescribedRelation, rows: readonly AnyRow[], roles: RoleOptions): AnyRow[] =>
  rows
    .map((row) => ({ row, rank: rankOf(relation, row, roles) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);

/** Returns those of linked records whose links have a state on a day. */
export const linksInState = (
  relation: DescribedRelation,
  rows: readonly AnyRow[],
  state: LinkState,
  today: string,
): AnyRow[] => rows.filter((row) => linkStateOn(relation, row, today) === state);
