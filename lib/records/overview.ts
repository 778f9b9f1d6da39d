import type { Locale } from "../i18n";
import type { AnyDefinition, AnyRow, Sort } from "./define";
import { displayPeriod } from "./field-types/day";
import { isEmptyValue, type EntryNames, type Field } from "./field-types/field";
import { NOT_APPLICABLE, type ReferenceListName } from "./reference-lists";
import { definitionOf } from "./registry";
import { firstNames } from "./row-note";
import { relationSidesOf, type RelationSides } from "./relations";

/**
 * One thing that tells at a glance what a record is: a field, a period between two days, or, of its own link lists, the
 * names or the number of what is linked.
 */
export type Glance<Name extends string = string> =
  { field: Name; as?: "badge" } | { from: Name; to: Name } | { names: string } | { count: string };

/** What a record's overview shows of the records at the other end of a relation. */
export type OverviewSection = {
  /** The relation's name. */
  relation: string;
  /** What stands beside the linked record's name. */
  shows?: readonly Exclude<Glance, { names: string } | { count: string }>[];
  /** A link list of the linked record, whose names stand in its row, too. */
  with?: string;
  sort?: Sort;
};

/** A linked record as the store found it: its values, and the names that its row shows. */
export type LinkedRow = { id: number; label: string; isPast: boolean; values: AnyRow; with: string[] };
/** The linked records of one section, as many as are shown, how many there are, and how many of these belong to the past. */
export type LinkedSection = { total: number; past: number; rows: LinkedRow[] };

/** Something to read, and where it leads: a web page, a mail, a call. */
export type Fact = { label: string; text: string; href: string | null };
export type OverviewRow = {
  id: number;
  label: string;
  href: string;
  cells: Omit<Fact, "label">[];
  /** Who or what it is linked to, where the section shows that; in the last column. */
  names: string[] | null;
};
/** A section in words: its columns' headings but for that of the name, and its rows; several blocks have headings. */
export type OverviewPart = {
  relation: string;
  heading: string;
  total: number;
  columns: string[];
  /** How much of the table's width each column wants, that of the name first. */
  shares: number[];
  blocks: { heading: string | null; total: number; rows: OverviewRow[] }[];
  /** Where all of them are, if there are more. */
  href: string;
};
/** A record in words, for a screen or a sheet of paper. */
export type Overview = { facts: Fact[]; parts: OverviewPart[]; notes: Fact[] };

/** Translates a key of `records`. */
export type Words = (key: string, values?: Record<string, string | number>) => string;

/** In which language, and by which names of reference entries, something is told. */
export type Telling = EntryNames & { words: Words };

/** How many linked records a section shows. */
export const OVERVIEW_ROWS = 50;

/** What a kind's overview shows when its declaration does not say: what each of its tabs does. */
export function sectionsOf(definition: AnyDefinition): { section: OverviewSection; sides: RelationSides }[] {
  const sides = relationSidesOf(definition.name);
  const declared =
    definition.overview ?? definition.tabs.map(({ relation }): OverviewSection => ({ relation: relation.name }));
  return declared.map((section) => {
    const found = sides.find(({ relation }) => relation.name === section.relation);
    if (!found)
      throw new Error(`${definition.name} has no relation ${section.relation}: lib/records/relations.ts names them`);
    return { section, sides: found };
  });
}

/** The reference lists by which a kind's overview names entries. */
export function listsOfOverview(definition: AnyDefinition): ReferenceListName[] {
  const own = definition.form.flatMap((group) => group.fields).map((name) => definition.fields[name]);
  const linked = sectionsOf(definition).flatMap(({ section, sides }) => {
    const child = definitionOf(sides.other.kind);
    return (section.shows ?? []).map((glance) => ("field" in glance ? child.fields[glance.field] : undefined));
  });
  const isNamed = (field: Field | undefined) => field?.storage.in !== "links";
  return [...new Set([...own, ...linked].filter(isNamed).flatMap((field) => field?.reference ?? []))];
}

/** Whether a field's value tells nothing: it is empty, or the entry that stands for "not applicable". */
function tellsNothing(field: Field, value: unknown): boolean {
  if (isEmptyValue(value)) return true;
  const ids = Array.isArray(value) ? value : [value];
  return field.reference !== undefined && ids.every((id) => id === NOT_APPLICABLE);
}

/** A field's value in words, empty where it tells nothing. */
function textOf({ fields }: AnyDefinition, record: AnyRow, name: string, names: EntryNames): string {
  const field = fields[name];
  if (!field || tellsNothing(field, record[name])) return "";
  return field.text(record[name], names);
}

/** What a glance finds, in pieces, as a name may hold commas; none where there is nothing to see. */
export type Glimpse = { pieces: string[]; isBadge: boolean };

/** How many names are told before the rest is counted. */
const TOLD_NAMES = 3;

function glimpse(definition: AnyDefinition, record: AnyRow, glance: Glance, telling: Telling): Glimpse {
  const seen = (text: string, isBadge = false): Glimpse => ({ pieces: text ? [text] : [], isBadge });
  if ("field" in glance) return seen(textOf(definition, record, glance.field, telling), glance.as === "badge");
  if ("from" in glance) return seen(displayPeriod(record[glance.from], record[glance.to]));
  const list = "names" in glance ? glance.names : glance.count;
  const tab = definition.tabs.find((candidate) => candidate.list === list);
  const rows = (record[list] ?? []) as AnyRow[];
  if (!tab || rows.length === 0) return seen("");
  const child = definitionOf(tab.other.kind);
  if ("count" in glance) return seen(telling.words(`${child.name}.count`, { count: rows.length }));
  return {
    pieces: firstNames(
      rows.map((row) => child.label(row, telling.locale)),
      TOLD_NAMES,
    ),
    isBadge: false,
  };
}

/**
 * What a record's head says below its name.
 * @param record with its link lists
 */
export const glancesAt = (definition: AnyDefinition, record: AnyRow, telling: Telling): Glimpse[] =>
  (definition.glances?.(telling.locale) ?? [])
    .map((glance) => glimpse(definition, record, glance, telling))
    .filter(({ pieces }) => pieces.length > 0);

const hrefOf = (field: Field | undefined, value: unknown) => field?.href?.(value) ?? field?.reaches?.(value) ?? null;

const labelOf = ({ name }: AnyDefinition, field: string, { words }: Telling) => words(`${name}.fields.${field}`);

/** What the name of a record and its head say already. */
const namingFields = ({ labelFields, headingNote }: AnyDefinition, locale: Locale) =>
  new Set<string>([...labelFields(locale), ...(headingNote ? [headingNote] : [])]);

/** The record's own fields that tell something, in the order of the form; long texts apart. */
function ownFacts(definition: AnyDefinition, record: AnyRow, telling: Telling) {
  const named = namingFields(definition, telling.locale);
  const told = definition.form
    .flatMap((group) => group.fields)
    .flatMap((name) => {
      const field = definition.fields[name];
      const text = textOf(definition, record, name, telling);
      const isShown = field && field.storage.in !== "links" && !named.has(name) && text !== "";
      return isShown
        ? [{ field, fact: { label: labelOf(definition, name, telling), text, href: hrefOf(field, record[name]) } }]
        : [];
    });
  const isNote = (field: Field) => field.isWide && field.storage.in === "column";
  return {
    facts: told.filter(({ field }) => !isNote(field)).map(({ fact }) => fact),
    notes: told.filter(({ field }) => isNote(field)).map(({ fact }) => fact),
  };
}

/** As `Field.share`: for a record's name, the two days of a period, and several names. */
const [NAME_SHARE, PERIOD_SHARE, NAMES_SHARE] = [5, 3, 4];

/** Where all records of a section are: the tab that shows them, or their list narrowed to the thematic field. */
function everyOne(definition: AnyDefinition, { own, other }: RelationSides, id: unknown): string {
  const { pages } = definition;
  return own.list ? `${pages.detail}/${id}?tab=${own.list}` : `${definitionOf(other.kind).pages.list}?topics=${id}`;
}

function partOf(
  definition: AnyDefinition,
  id: unknown,
  { section, sides }: ReturnType<typeof sectionsOf>[number],
  { total, past, rows }: LinkedSection,
  telling: Telling,
): OverviewPart {
  const { words } = telling;
  const child = definitionOf(sides.other.kind);
  const shows = section.shows ?? [];
  const withKind = child.tabs.find(({ list }) => list === section.with)?.other.kind;
  const rowOf = ({ id, label, values, with: names }: LinkedRow): OverviewRow => ({
    id,
    label,
    href: `${child.pages.detail}/${id}`,
    cells: shows.map((glance) => {
      const field = "field" in glance ? glance.field : undefined;
      const href = field ? hrefOf(child.fields[field], values[field]) : null;
      return { text: glimpse(child, values, glance, telling).pieces.join(""), href };
    }),
    names: withKind ? firstNames(names, TOLD_NAMES) : null,
  });
  const block = (heading: string | null, total: number, of: LinkedRow[]) => ({ heading, total, rows: of.map(rowOf) });
  const blocks = child.past
    ? [
        block(
          words("overview.present"),
          total - past,
          rows.filter(({ isPast }) => !isPast),
        ),
        block(
          words("overview.past"),
          past,
          rows.filter(({ isPast }) => isPast),
        ),
      ].filter((each) => each.total > 0)
    : [block(null, total, rows)];
  return {
    relation: section.relation,
    heading: words(`${child.name}.many`),
    total,
    shares: [
      NAME_SHARE,
      ...shows.map((glance) => ("field" in glance ? (child.fields[glance.field]?.share ?? 1) : PERIOD_SHARE)),
      ...(withKind ? [NAMES_SHARE] : []),
    ],
    columns: [
      ...shows.map((glance) => ("field" in glance ? labelOf(child, glance.field, telling) : words("period.title"))),
      ...(withKind ? [words(`${withKind}.many`)] : []),
    ],
    blocks,
    href: everyOne(definition, sides, id),
  };
}

const NOTHING: LinkedSection = { total: 0, past: 0, rows: [] };

/**
 * A record in words: its own fields, what it is linked to, its long texts.
 * @param linked what the store found for each section, by relation
 */
export function overviewOf(
  definition: AnyDefinition,
  record: AnyRow,
  linked: Readonly<Record<string, LinkedSection>>,
  telling: Telling,
): Overview {
  const parts = sectionsOf(definition).map((each) =>
    partOf(definition, record[definition.key], each, linked[each.section.relation] ?? NOTHING, telling),
  );
  return { ...ownFacts(definition, record, telling), parts };
}
