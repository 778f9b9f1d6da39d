import type { Fact, Overview, OverviewPart, OverviewRow } from "../answers/overview-answers";
import type { Locale } from "../messages/i18n";
import { displayDate } from "../fields/day";
import { dayOf } from "../fields/moments";
import { CONFIRMED_AT, confirmationOf } from "../fields/confirmation";
import type { AnyDefinition, AnyRow, Sort } from "../kinds/define";
import { isEmptyValue, type EntryNames, type Field } from "../fields/field";
import { firstNames } from "../pure/first-names";
import { inOneLine } from "../fields/line-breaks";
import { highlightPieces, type HighlightContext } from "../kinds/highlight";
import type { Highlight } from "../kinds/highlight-fields";
import { linkPieces, type LinkLanguage, type RoleOptions } from "../kinds/link-words";
import { valueHref, isShort } from "./short-texts";
import { NOT_APPLICABLE, tagListOf, type ReferenceListName } from "../reference-lists/reference-lists";
import { fieldKey } from "../kinds/field-keys";
import { definitionOf } from "../kinds/registry";
import { listsOfLinks, relationSidesOf, type RelationSides } from "../kinds/relations";
import { maxOf } from "../pure/long-lists";

/** A section of a record's overview: the records that are linked to it by one relation. */
export type OverviewSection = {
  /** The relation's name. */
  relation: string;
  /** The highlights of the linked records, each in its own column. */
  shows?: readonly Exclude<Highlight, { names: string } | { place: string }>[];
  /** A link list of the linked records; the last column shows the names in it. */
  with?: string;
  sort?: Sort;
};

/**
 * A linked record as the database returns it. `link` contains the values of the link's fields, and
 * `with` the names of its own linked records, for the last column.
 */
type LinkedRow = {
  id: number;
  label: string;
  /** Whether the record is past, or its link former. */
  isPast: boolean;
  values: AnyRow;
  link: AnyRow;
  with: string[];
};
/**
 * The linked records that a section shows, and the numbers of all linked records and of the past
 * ones among them.
 */
export type LinkedSection = { total: number; past: number; rows: LinkedRow[] };

/**
 * What formatting depends on: the language, the names of reference entries, the translations, the day
 * that counts as today, and the roles that links can have.
 */
export type FormatContext = EntryNames & LinkLanguage & { roles: RoleOptions };

/** Separates what a cell says about a link. */
const SEPARATOR = " · ";

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
      throw new Error(`${definition.name} has no relation ${section.relation}, see lib/model/kinds/relations.ts`);
    return { section, sides: found };
  });
}

/** Returns the reference lists whose entries are values of a kind's links. */
export const listsOfAllLinks = ({ name }: AnyDefinition): ReferenceListName[] => [
  ...new Set(relationSidesOf(name).flatMap(({ relation }) => listsOfLinks(relation))),
];

/** Returns the reference lists whose entry names are needed to format the overview of a kind. */
export function listsOfOverview(definition: AnyDefinition): ReferenceListName[] {
  const own = definition.form.flatMap((group) => group.fields).map((name) => definition.fields[name]);
  const linked = sectionsOf(definition).flatMap(({ section, sides }) => {
    const child = definitionOf(sides.other.kind);
    return (section.shows ?? []).map((highlight) => ("field" in highlight ? child.fields[highlight.field] : undefined));
  });
  const isNamed = (field: Field | undefined) => field?.storage.in !== "links";
  const ofFields = [...own, ...linked].filter(isNamed).flatMap((field) => field?.reference ?? []);
  return [...new Set([...ofFields, ...listsOfAllLinks(definition)])];
}

/**
 * Returns whether the value of a field is blank: empty, or nothing but the entry for "not
 * applicable".
 */
export function isBlankField(field: Field, value: unknown): boolean {
  if (isEmptyValue(value)) return true;
  const ids = Array.isArray(value) ? value : [value];
  return field.reference !== undefined && ids.every((id) => id === NOT_APPLICABLE);
}

/** Returns whether the values of a field are long texts, which keep their lines. */
const isNote = (field: Field) => field.control === "long_text";

/** Formats the value of a field; returns an empty text if the value is blank. */
function textOf(field: Field, value: unknown, names: EntryNames): string {
  if (isBlankField(field, value)) return "";
  const text = field.text(value, names);
  return isNote(field) ? text : inOneLine(text);
}

/**
 * A formatted highlight and, if it is an address or a telephone number, its link. Names are separate
 * `pieces`, because a name may contain commas. `tagList` is the reference list of an entry that is
 * shown as a tag.
 */
export type HighlightText = { pieces: string[]; href: string | null; tagList?: ReferenceListName };

/** Maximum number of names shown; further ones are only counted. */
const MAX_NAMES = 3;

/**
 * Returns how to format the highlights of a record whose values are in API format, as its page
 * loads them.
 */
const highlightContextOf = (record: AnyRow, formatContext: FormatContext): HighlightContext => ({
  ...formatContext,
  textOf: (field, name) => textOf(field, record[name], formatContext),
  maxNames: MAX_NAMES,
});

/**
 * Returns the formatted highlights that a record's page shows below the record's name.
 * @param record loaded with its link lists
 */
export const highlightsAt = (
  definition: AnyDefinition,
  record: AnyRow,
  formatContext: FormatContext,
): HighlightText[] =>
  (definition.highlights?.(formatContext.locale) ?? [])
    .map((highlight) => ({
      pieces: highlightPieces(definition, record, highlight, highlightContextOf(record, formatContext)),
      href: "field" in highlight ? valueHref(definition.fields[highlight.field], record[highlight.field]) : null,
      tagList: "field" in highlight ? tagListOf(definition.fields[highlight.field]) : undefined,
    }))
    .filter(({ pieces }) => pieces.length > 0);

const labelOf = ({ name }: AnyDefinition, field: string, { words }: FormatContext) => words(fieldKey(name, field));

/** Returns the fields that are already part of the heading of a record's page. */
const namingFields = ({ labelFields, titleSuffix }: AnyDefinition, locale: Locale) =>
  new Set<string>([...labelFields(locale), ...(titleSuffix ? [titleSuffix] : [])]);

/**
 * Returns the formatted field beside the heading of a record's page: the e-mail address of people. An
 * empty array if the kind has none, or it is blank.
 */
export function factBesideHeading(definition: AnyDefinition, record: AnyRow, formatContext: FormatContext): Fact[] {
  const name = definition.titleSuffix;
  const field = name && definition.fields[name];
  const text = field ? textOf(field, record[name], formatContext) : "";
  if (!field || text === "") return [];
  return [{ label: labelOf(definition, name, formatContext), text, href: valueHref(field, record[name]) }];
}

/**
 * Returns the formatted fields of the record that are not blank, in the order of the form. Long
 * texts are returned separately, as `notes`.
 */
function ownFacts(definition: AnyDefinition, record: AnyRow, formatContext: FormatContext) {
  const named = namingFields(definition, formatContext.locale);
  const shownFields = definition.form
    .flatMap((group) => group.fields)
    .flatMap((name) => {
      const field = definition.fields[name];
      const isShown = field && field.storage.in !== "links" && !named.has(name);
      const text = isShown ? textOf(field, record[name], formatContext) : "";
      return isShown && text !== ""
        ? [
            {
              field,
              fact: { label: labelOf(definition, name, formatContext), text, href: valueHref(field, record[name]) },
            },
          ]
        : [];
    });
  return {
    facts: [
      ...shownFields.filter(({ field }) => !isNote(field)).map(({ fact }) => fact),
      ...confirmedFact(definition, record, formatContext),
    ],
    notes: shownFields.filter(({ field }) => isNote(field)).map(({ fact }) => fact),
  };
}

/** Returns when and by whom the record was last confirmed, unless it never was. */
function confirmedFact(definition: AnyDefinition, record: AnyRow, formatContext: FormatContext): Fact[] {
  const confirmed = confirmationOf(record);
  if (!confirmed) return [];
  const { at, by } = confirmed;
  const day = displayDate(dayOf(new Date(at)));
  const text = by ? formatContext.words("overview.confirmed_by", { day, name: by }) : day;
  return [{ label: labelOf(definition, CONFIRMED_AT, formatContext), text, href: null }];
}

/** Least and largest share of a column that is not as wide as its texts. */
const [LEAST_SHARE, LARGEST_SHARE] = [20, 45];

/** Returns a column's share for its texts: their average length, so that rows become low. */
function shareOf(texts: readonly string[]): number {
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(texts.length, 1);
  return Math.round(Math.min(Math.max(average, LEAST_SHARE), LARGEST_SHARE));
}

/** Returns the share of the column with roles, whose words are not broken. */
const shareOfRoles = (texts: readonly string[]) =>
  maxOf(
    texts.flatMap((text) => text.split(" ").map(({ length }) => length)),
    shareOf(texts),
  );

const shareUnlessShort = (texts: readonly string[]) => (texts.every(isShort) ? null : shareOf(texts));

/**
 * Returns the URL of the page that lists all records of a section: the tab of the record's page or,
 * for a thematic field, the list of the other kind filtered by this topic.
 */
function allRecordsHref(definition: AnyDefinition, { own, other }: RelationSides, id: unknown): string {
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
  const { relation } = sides;
  const linkTexts = new Map(
    rows.map(({ id: linkedId, link }) => [linkedId, linkPieces(relation, link, formatContext).join(SEPARATOR)]),
  );
  const hasLinkTexts = [...linkTexts.values()].some((text) => text !== "");
  const withKind = child.tabs.find(({ list }) => list === section.with)?.other.kind;
  const rowOf = ({ id: linkedId, label, values, with: names }: LinkedRow): OverviewRow => ({
    id: linkedId,
    label: inOneLine(label),
    href: `${child.pages.detail}/${linkedId}`,
    cells: [
      ...(hasLinkTexts ? [{ text: linkTexts.get(linkedId) ?? "", href: null }] : []),
      ...shows.map((highlight) => {
        const field = "field" in highlight ? highlight.field : undefined;
        const href = field ? valueHref(child.fields[field], values[field]) : null;
        return {
          text: highlightPieces(child, values, highlight, highlightContextOf(values, formatContext)).join(""),
          href,
        };
      }),
    ],
    names: withKind ? firstNames(names, MAX_NAMES) : null,
  });
  const formattedRows = rows.map((row) => ({ isPast: row.isPast, row: rowOf(row) }));
  const block = (heading: "present" | "current" | "past", count: number) => ({
    heading: words(`overview.${heading}`),
    total: count,
    rows: formattedRows.filter(({ isPast }) => isPast === (heading === "past")).map(({ row }) => row),
  });
  const blocks =
    child.past || past > 0
      ? [block(child.past ? "present" : "current", total - past), block("past", past)].filter((each) => each.total > 0)
      : [{ heading: null, total, rows: formattedRows.map(({ row }) => row) }];
  const textsOf = (of: (row: OverviewRow) => string) => formattedRows.map(({ row }) => of(row));
  return {
    relation: section.relation,
    heading: words(`${child.name}.many`),
    total,
    shares: [
      shareOf(textsOf((row) => row.label)),
      ...(hasLinkTexts ? [shareOfRoles([...linkTexts.values()])] : []),
      ...shows.map((_, index) =>
        shareUnlessShort(textsOf((row) => row.cells.at(index + (hasLinkTexts ? 1 : 0))?.text ?? "")),
      ),
      ...(withKind ? [shareOf(textsOf((row) => (row.names ?? []).join(", ")))] : []),
    ],
    columns: [
      ...(hasLinkTexts ? [words("overview.link")] : []),
      ...shows.map((highlight) =>
        "field" in highlight ? labelOf(child, highlight.field, formatContext) : words("period.title"),
      ),
      ...(withKind ? [words(`${withKind}.many`)] : []),
    ],
    blocks,
    href: allRecordsHref(definition, sides, id),
  };
}

const EMPTY_SECTION: LinkedSection = { total: 0, past: 0, rows: [] };

/**
 * Formats a record for its overview: its fields, its linked records and its long texts.
 * @param linked the linked records from the database, by name of the section's relation
 */
export function overviewOf(
  definition: AnyDefinition,
  record: AnyRow,
  linked: Readonly<Record<string, LinkedSection>>,
  formatContext: FormatContext,
): Overview {
  const parts = sectionsOf(definition).map((each) =>
    partOf(definition, record[definition.key], each, linked[each.section.relation] ?? EMPTY_SECTION, formatContext),
  );
  return { ...ownFacts(definition, record, formatContext), parts };
}
