import type { Locale } from "../../i18n";
import type { AnyDefinition, AnyRow, Sort } from "../kinds/define";
import { isEmptyValue, type EntryNames, type Field } from "../fields/field";
import { firstNames, glancePieces, type Reading, type RowGlance } from "../kinds/glance";
import { linkedTotal } from "../kinds/linked-lists";
import { NOT_APPLICABLE, type ReferenceListName } from "../reference-lists/reference-lists";
import { definitionOf } from "../kinds/registry";
import { linkListOf, relationSidesOf, type RelationSides } from "../kinds/relations";

/** What a record's overview shows of the records at the other end of a relation. */
export type OverviewSection = {
  /** The relation's name. */
  relation: string;
  /** What stands beside the linked record's name. */
  shows?: readonly Exclude<RowGlance, { names: string }>[];
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
      throw new Error(
        `${definition.name} has no relation ${section.relation}: lib/records/kinds/relations.ts names them`,
      );
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
const textOf = (field: Field, value: unknown, names: EntryNames) =>
  tellsNothing(field, value) ? "" : field.text(value, names);

/** What a glance finds, in pieces, as a name may hold commas. */
export type Glimpse = { pieces: string[]; isBadge: boolean };

/** How many names are told before the rest is counted. */
const TOLD_NAMES = 3;

/** How a record's own values are read, as its form and its page have them. */
const readingOf = (record: AnyRow, telling: Telling): Reading => ({
  locale: telling.locale,
  textOf: (field, name) => textOf(field, record[name], telling),
  mostNames: TOLD_NAMES,
});

function countedAt(definition: AnyDefinition, record: AnyRow, list: string, { words }: Telling): string[] {
  const count = linkedTotal(record, list);
  return count > 0 ? [words(`${linkListOf(definition.name, list).other.kind}.count`, { count })] : [];
}

/**
 * What a record's head says below its name.
 * @param record with its link lists
 */
export const glancesAt = (definition: AnyDefinition, record: AnyRow, telling: Telling): Glimpse[] =>
  (definition.glances?.(telling.locale) ?? [])
    .map((glance) => ({
      pieces:
        "count" in glance
          ? countedAt(definition, record, glance.count, telling)
          : glancePieces(definition, record, glance, readingOf(record, telling)),
      isBadge: "field" in glance && glance.as === "badge",
    }))
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
      const isShown = field && field.storage.in !== "links" && !named.has(name);
      const text = isShown ? textOf(field, record[name], telling) : "";
      return isShown && text !== ""
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
      return { text: glancePieces(child, values, glance, readingOf(values, telling)).join(""), href };
    }),
    names: withKind ? firstNames(names, TOLD_NAMES) : null,
  });
  const block = (heading: "present" | "past", count: number) => ({
    heading: words(`overview.${heading}`),
    total: count,
    rows: rows.filter(({ isPast }) => isPast === (heading === "past")).map(rowOf),
  });
  const blocks = child.past
    ? [block("present", total - past), block("past", past)].filter((each) => each.total > 0)
    : [{ heading: null, total, rows: rows.map(rowOf) }];
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
