import type { Locale } from "../../i18n";
import type { AnyDefinition, AnyRow, Sort } from "../kinds/define";
import { isEmptyValue, type EntryNames, type Field } from "../fields/field";
import { firstNames, highlightPieces, type HighlightContext, type RowHighlight } from "../kinds/highlight";
import { linkedTotal } from "../kinds/linked-lists";
import { NOT_APPLICABLE, type ReferenceListName } from "../reference-lists/reference-lists";
import { definitionOf } from "../kinds/registry";
import { linkListOf, relationSidesOf, type RelationSides } from "../kinds/relations";

/** A section of a record's overview: the records at the other end of a relation. */
export type OverviewSection = {
  /** The relation's name. */
  relation: string;
  /** The highlights beside the linked record's name. */
  shows?: readonly Exclude<RowHighlight, { names: string }>[];
  /** A link list of the linked record, whose names are shown in its row, too. */
  with?: string;
  sort?: Sort;
};

/** A linked record from the database: its values, and the names in its row. */
export type LinkedRow = { id: number; label: string; isPast: boolean; values: AnyRow; with: string[] };
/**
 * The linked records of a section that are shown, the total count, and how many of these are past.
 */
export type LinkedSection = { total: number; past: number; rows: LinkedRow[] };

/** A labelled text with its link, if any: a web page, `mailto:` or `tel:`. */
export type Fact = { label: string; text: string; href: string | null };
export type OverviewRow = {
  id: number;
  label: string;
  href: string;
  cells: Omit<Fact, "label">[];
  /**
   * The names of its own linked records, for the last column; null if the section does not show
   * them.
   */
  names: string[] | null;
};
/**
 * A formatted section: the column headings except that of the name, and the rows in blocks. Blocks
 * have headings if the kind has past records.
 */
export type OverviewPart = {
  relation: string;
  heading: string;
  total: number;
  columns: string[];
  /** The relative column widths, that of the name first. */
  shares: number[];
  blocks: { heading: string | null; total: number; rows: OverviewRow[] }[];
  /** The page with all records of the section. */
  href: string;
};
/** A formatted record, for screens and for print. */
export type Overview = { facts: Fact[]; parts: OverviewPart[]; notes: Fact[] };

/** Translates a key of `records`. */
export type Words = (key: string, values?: Record<string, string | number>) => string;

/** The formatting context: language, names of reference entries, translations. */
export type FormatContext = EntryNames & { words: Words };

/** Maximum number of linked records that a section shows. */
export const OVERVIEW_ROWS = 50;

/** Returns the sections of a kind's overview; by default one per tab. */
export function sectionsOf(definition: AnyDefinition): { section: OverviewSection; sides: RelationSides }[] {
  const sides = relationSidesOf(definition.name);
  const declared =
    definition.overview ?? definition.tabs.map(({ relation }): OverviewSection => ({ relation: relation.name }));
  return declared.map((section) => {
    const found = sides.find(({ relation }) => relation.name === section.relation);
    if (!found)
      throw new Error(`${definition.name} has no relation ${section.relation}, see lib/records/kinds/relations.ts`);
    return { section, sides: found };
  });
}

/** Returns the reference lists whose entries a kind's overview names. */
export function listsOfOverview(definition: AnyDefinition): ReferenceListName[] {
  const own = definition.form.flatMap((group) => group.fields).map((name) => definition.fields[name]);
  const linked = sectionsOf(definition).flatMap(({ section, sides }) => {
    const child = definitionOf(sides.other.kind);
    return (section.shows ?? []).map((highlight) => ("field" in highlight ? child.fields[highlight.field] : undefined));
  });
  const isNamed = (field: Field | undefined) => field?.storage.in !== "links";
  return [...new Set([...own, ...linked].filter(isNamed).flatMap((field) => field?.reference ?? []))];
}

/** Returns whether a field's value is blank: empty, or only the entry for "not applicable". */
function tellsNothing(field: Field, value: unknown): boolean {
  if (isEmptyValue(value)) return true;
  const ids = Array.isArray(value) ? value : [value];
  return field.reference !== undefined && ids.every((id) => id === NOT_APPLICABLE);
}

/** Formats a field's value; empty if it is blank. */
const textOf = (field: Field, value: unknown, names: EntryNames) =>
  tellsNothing(field, value) ? "" : field.text(value, names);

/** A formatted highlight, as separate names because a name may contain commas. */
export type HighlightText = { pieces: string[]; isBadge: boolean };

/** Number of names shown before the rest is counted. */
const TOLD_NAMES = 3;

/** Returns how to format a record's own values in the format of its form and its page. */
const readingOf = (record: AnyRow, formatContext: FormatContext): HighlightContext => ({
  locale: formatContext.locale,
  textOf: (field, name) => textOf(field, record[name], formatContext),
  mostNames: TOLD_NAMES,
});

function countedAt(definition: AnyDefinition, record: AnyRow, list: string, { words }: FormatContext): string[] {
  const count = linkedTotal(record, list);
  return count > 0 ? [words(`${linkListOf(definition.name, list).other.kind}.count`, { count })] : [];
}

/**
 * Returns the highlights below the name in a record's header.
 * @param record loaded with its link lists
 */
export const highlightsAt = (
  definition: AnyDefinition,
  record: AnyRow,
  formatContext: FormatContext,
): HighlightText[] =>
  (definition.highlights?.(formatContext.locale) ?? [])
    .map((highlight) => ({
      pieces:
        "count" in highlight
          ? countedAt(definition, record, highlight.count, formatContext)
          : highlightPieces(definition, record, highlight, readingOf(record, formatContext)),
      isBadge: "field" in highlight && highlight.as === "badge",
    }))
    .filter(({ pieces }) => pieces.length > 0);

const hrefOf = (field: Field | undefined, value: unknown) => field?.href?.(value) ?? field?.reaches?.(value) ?? null;

const labelOf = ({ name }: AnyDefinition, field: string, { words }: FormatContext) => words(`${name}.fields.${field}`);

/** Returns the fields that the record's label and header already show. */
const namingFields = ({ labelFields, titleSuffix }: AnyDefinition, locale: Locale) =>
  new Set<string>([...labelFields(locale), ...(titleSuffix ? [titleSuffix] : [])]);

/**
 * Returns the record's own fields that are not blank, in the order of the form; long texts
 * separately.
 */
function ownFacts(definition: AnyDefinition, record: AnyRow, formatContext: FormatContext) {
  const named = namingFields(definition, formatContext.locale);
  const told = definition.form
    .flatMap((group) => group.fields)
    .flatMap((name) => {
      const field = definition.fields[name];
      const isShown = field && field.storage.in !== "links" && !named.has(name);
      const text = isShown ? textOf(field, record[name], formatContext) : "";
      return isShown && text !== ""
        ? [
            {
              field,
              fact: { label: labelOf(definition, name, formatContext), text, href: hrefOf(field, record[name]) },
            },
          ]
        : [];
    });
  const isNote = (field: Field) => field.isWide && field.storage.in === "column";
  return {
    facts: told.filter(({ field }) => !isNote(field)).map(({ fact }) => fact),
    notes: told.filter(({ field }) => isNote(field)).map(({ fact }) => fact),
  };
}

/** Relative column widths, like `Field.share`: of a record's name, a period, and several names. */
const [NAME_SHARE, PERIOD_SHARE, NAMES_SHARE] = [5, 3, 4];

/**
 * Returns the URL with all records of a section: the tab that shows them, or their list filtered by
 * the thematic field.
 */
function everyOne(definition: AnyDefinition, { own, other }: RelationSides, id: unknown): string {
  const { pages } = definition;
  return own.list ? `${pages.detail}/${id}?tab=${own.list}` : `${definitionOf(other.kind).pages.list}?topics=${id}`;
}

function partOf(
  definition: AnyDefinition,
  id: unknown,
  { section, sides }: ReturnType<typeof sectionsOf>[number],
  { total, past, rows }: LinkedSection,
  formatContext: FormatContext,
): OverviewPart {
  const { words } = formatContext;
  const child = definitionOf(sides.other.kind);
  const shows = section.shows ?? [];
  const withKind = child.tabs.find(({ list }) => list === section.with)?.other.kind;
  const rowOf = ({ id, label, values, with: names }: LinkedRow): OverviewRow => ({
    id,
    label,
    href: `${child.pages.detail}/${id}`,
    cells: shows.map((highlight) => {
      const field = "field" in highlight ? highlight.field : undefined;
      const href = field ? hrefOf(child.fields[field], values[field]) : null;
      return { text: highlightPieces(child, values, highlight, readingOf(values, formatContext)).join(""), href };
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
      ...shows.map((highlight) => ("field" in highlight ? (child.fields[highlight.field]?.share ?? 1) : PERIOD_SHARE)),
      ...(withKind ? [NAMES_SHARE] : []),
    ],
    columns: [
      ...shows.map((highlight) =>
        "field" in highlight ? labelOf(child, highlight.field, formatContext) : words("period.title"),
      ),
      ...(withKind ? [words(`${withKind}.many`)] : []),
    ],
    blocks,
    href: everyOne(definition, sides, id),
  };
}

const NOTHING: LinkedSection = { total: 0, past: 0, rows: [] };

/**
 * Formats a record for its overview: its own fields, its linked records, its long texts.
 * @param linked the linked records of each section from the database, by relation
 */
export function overviewOf(
  definition: AnyDefinition,
  record: AnyRow,
  linked: Readonly<Record<string, LinkedSection>>,
  formatContext: FormatContext,
): Overview {
  const parts = sectionsOf(definition).map((each) =>
    partOf(definition, record[definition.key], each, linked[each.section.relation] ?? NOTHING, formatContext),
  );
  return { ...ownFacts(definition, record, formatContext), parts };
}
