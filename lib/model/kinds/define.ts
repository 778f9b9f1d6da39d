import type { output } from "zod/mini";
import { LOCALES, type Locale, type MessageKey } from "../messages/i18n";
import {
  isEmptyValue,
  type AnyRow,
  type Field,
  type FieldErrorCode,
  type SchemaRecipe,
  type ValueSchema,
} from "../fields/field";
import { ALIASES, aliases } from "./aliases";
import { CONFIRMED_AT, confirmationFields } from "../fields/confirmation";
import type { DuplicateFields } from "./duplicate-fields";
import type { DerivedFacts, DerivedList } from "./derived-facts";
import { fieldsOfHighlight, type Highlight } from "./highlight-fields";
import type { LinkLanguage } from "./link-words";
import type { OverviewSection } from "../overview/overview";
import type { ReferenceListName } from "../reference-lists/reference-lists";
import { linkListsOf, type LinkList } from "./relations";
import { ownValue } from "../pure/own-value";

/**
 * What a record's page can show first: the tab `base_data` as in the specification, or the
 * overview.
 */
export const RECORD_TABS = ["base_data", "overview"] as const;

export type { AnyRow };

export type SortOrder = "asc" | "desc";
export type Sort = { field: string; order: SortOrder };

type Fields = Record<string, Field>;
/** The values of a record, as its form and its API calls contain them. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: output<ReturnType<F[Name]["schema"]>> };

type NameOf<F extends Fields> = Extract<keyof F, string>;

/** Declares that a field is a column of the kind's list page. */
type DeclaredColumn<Name extends string> = {
  field: Name;
  /**
   * Whether lists can be sorted by the field. `alias` is a second sort key for the same field
   * (contract §2).
   */
  isSortable?: true;
  alias?: string;
  /** `false` if lists can be sorted by the field, but do not show it by default. */
  shown?: false;
  /** The column's relative width, if it differs from the `share` of the field. */
  share?: number;
  /** The column's minimum width in rem, if it differs from the `minRem` of the field. */
  minRem?: number;
};

/**
 * A column of a kind's list page. `sortBy` returns the sort key for the API; it is undefined if the
 * list cannot be sorted by the column.
 */
export type Column = {
  name: string;
  text: (row: AnyRow, language: LinkLanguage) => string;
  /** The names in the cell, for columns whose cells contain several names. */
  names?: (row: AnyRow, language: LinkLanguage) => string[];
  sortBy?: (locale: Locale) => string;
  /** The column's relative width. */
  share: number;
  /** The column's minimum width in rem. */
  minRem: number;
};

/** A group of form fields under one heading, in display order. */
type FieldGroup<Name extends string = string> = {
  name: MessageKey<"records.groups">;
  fields: readonly Name[];
  /**
   * Set if the three fields that do not span the full width share one row on wide screens; the first
   * of them is narrow.
   */
  inOneRow?: true;
};

type RecordRule = {
  field: string;
  code: FieldErrorCode;
  holds: (values: AnyRow) => boolean;
};

/**
 * The second line of a search hit, which distinguishes records with the same name. A part is a
 * field, a link list (shown as the labels of its records), or an array of these, of which the first
 * non-empty one is shown.
 */
type Detail = { parts: (locale: Locale) => readonly (string | readonly string[])[]; separator: string };

/** The name of a kind of records (spec §3), in code and in `messages/*.json` (`records.<name>`). */
export type KindName = "member" | "project" | "institution" | "person" | "thematicField";

type Declaration<F extends Fields> = {
  name: KindName;
  /** The field that identifies a record. */
  key: string;
  /**
   * The first segment of the kind's API paths, such as `members` in `/api/members`. It is also the
   * kind's name in the history.
   */
  apiPath: string;
  /**
   * The base paths of the kind's list and detail pages. Both must be declared, because the
   * specification uses singular and plural inconsistently.
   */
  pages: { list: string; detail: string };
  table: string;
  fields: F;
  /**
   * The field groups of the form, in display order; the definition adds the aliases. A field in no
   * group can be set through the API, but not in the form.
   */
  form: readonly FieldGroup<NameOf<F>>[];
  /** Validation rules that involve more than one field. */
  rules?: readonly RecordRule[];
  columns: readonly DeclaredColumn<NameOf<F>>[];
  /**
   * The fields in the heading of a list row shown as a card; declared if the first column alone
   * would be ambiguous.
   */
  cardHeading?: readonly NameOf<F>[];
  /** The highlights in the subtitle of a list row, below the record's name. */
  rowSubtitle?: readonly Highlight<NameOf<F>>[];
  defaultSort: NameOf<F>;
  multiSort?: boolean;
  /**
   * The fields that the text filter of the list searches (contract §2). Of a reference field it
   * searches the entry's names in both languages.
   */
  searched: readonly NameOf<F>[];
  /**
   * The fields of this kind's records in link lists of other kinds and in typeahead hits; the key
   * comes first (contract §3).
   */
  linkFields: readonly string[];
  /** The fields that make up a record's label, which headings, toasts and typeahead show. */
  labelFields: (locale: Locale) => readonly NameOf<F>[];
  detail: Detail;
  /** The fields that typeahead searches in addition to the label (contract §4). */
  foundBy?: readonly NameOf<F>[];
  /**
   * The fields by which lists of linked records find this kind's records, in addition to the label
   * and aliases (contract §2). The list of the kind itself must search them, too.
   */
  foundFromLinked?: readonly NameOf<F>[];
  /** The field shown after the label in the heading of a record's page. */
  titleSuffix?: NameOf<F>;
  /** The highlights that a record's page shows below the record's name. */
  highlights?: (locale: Locale) => readonly Highlight<NameOf<F>>[];
  /** The sections of a record's overview; by default one per tab. */
  overview?: readonly OverviewSection[];
  /**
   * Defines which records are past: those whose entry in `field` has the given `flag`, and those
   * whose `end` is before today. Overviews list past records separately from current ones.
   */
  past?: { field: NameOf<F>; flag: string; end: NameOf<F> };
  /**
   * Facts that are derived from a record's values for the current day. Lists can show them and be
   * filtered by them.
   */
  derived?: DerivedFacts & { from: readonly NameOf<F>[] };
  /** The derived lists of linked records, which lists can show and be filtered by. */
  derivedLists?: readonly DerivedList[];
  /**
   * The fields used for duplicate detection (contract §12). Records of a kind without this property
   * are not compared.
   */
  duplicateFields?: DuplicateFields<NameOf<F>>;
  /**
   * The fields with the place and the country of a record, and those that suggest them: the postal and
   * the web address (contract §16).
   */
  location?: { place: NameOf<F>; country: NameOf<F>; address: NameOf<F>; website: NameOf<F> };
  /**
   * The field that names a contact person in free text, the link list of the persons whom it may
   * mean, and the fields from which a new person takes its values; the first of them must be known.
   */
  contact?: { field: NameOf<F>; list: string; copies: readonly NameOf<F>[] };
  /**
   * Set if records can be confirmed (contract §15): who can be asked whether they are right. `self`
   * is the field with the record's own address; `responsible` and `contacts` are the link lists of
   * those to ask.
   */
  confirmation?: { self?: NameOf<F>; responsible?: string; contacts?: string };
  /**
   * Set if the records of the kind are persons, who have a legal right of access and erasure
   * (contract §9). Texts of other records are searched for the values of these two fields.
   */
  person?: { surname: NameOf<F>; email: NameOf<F> };
  /**
   * The link list of the organisations that a record belongs to. Where a record is created from another
   * one that has links with such organisations, these are offered.
   */
  affiliation?: string;
  /** The name of the kind's record count in the response of `GET /api/global` (spec §3). */
  countName: string;
  /**
   * The reference list that the responses to create and delete calls contain completely (spec §7).
   */
  answerList?: Extract<ReferenceListName, "themenfelder" | "partner_institutionen">;
  /**
   * Whether the response to PUT contains the record counts and `lastId`, as the response to a
   * create call does (spec §7).
   */
  countsAfterUpdate?: boolean;
  /**
   * The error code for deleting a record that others are linked to (contract §3). If undefined, the
   * links are deleted together with the record.
   */
  inUse?: "cannotdeletecontrains" | "thematic_field_still_in_use";
  /**
   * The page shown after a record was created, if the user does not want to create another: the new
   * record or the list (spec §4).
   */
  afterCreate: "record" | "list";
};

/** The definition of a record kind, used by client and server. */
export type RecordDefinition<F extends Fields = Fields> = Omit<Declaration<F>, "columns"> & {
  columns: readonly Column[];
  /** The sort keys of the kind's lists (contract §2); `sortAliases` maps their aliases to them. */
  sortFields: readonly string[];
  sortAliases: Readonly<Record<string, string>>;
  /**
   * Returns the field that a sort key belongs to and, if the field has a sort key per language, the
   * language of this one.
   */
  sortedField: (sortField: string) => { field: string; locale: Locale | null };
  /**
   * The columns of the kind's table with denormalized names of reference entries. They exist so
   * that an index can sort lists by these names.
   */
  sortColumns: readonly { column: string; field: string }[];
  /**
   * Creates the schema of all values of a record that users write; code gets it through `schemaOf`.
   * The messages of the schema's issues are error codes.
   */
  schema: SchemaRecipe<ValuesOf<F>, Record<string, unknown>>;
  defaults: () => ValuesOf<F>;
  label: (record: AnyRow, locale: Locale) => string;
  /**
   * The reference fields of which list rows contain the entry names, in addition to the record's
   * scalar values (contract §2).
   */
  namedInRows: readonly string[];
  /** The link lists that list rows contain. */
  listsInRows: readonly string[];
  /** The link lists of the kind's records, in the order of their tabs. */
  tabs: readonly LinkList[];
  /** The link lists whose records' labels the text filter searches, too (contract §2). */
  searchedLists: readonly LinkList[];
  /**
   * The link list by which the URL parameter `topics` filters lists (contract §2); null for a kind
   * without topics.
   */
  topicsList: string | null;
};

/**
 * Returns the values that responses for a record include: all fields except those that a separate
 * API call reads.
 */
export const responseValues = ({ fields }: Pick<AnyDefinition, "fields">, values: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.separate));

/** The definition of any kind, for code that handles all kinds in the same way. */
export type AnyDefinition = RecordDefinition;

/** Returns the fields that users write, with their names: all but the managed ones. */
export const writableFields = <Any extends Field>({ fields }: { fields: Readonly<Record<string, Any>> }) =>
  Object.entries(fields).filter(([, { managed }]) => !managed);

/** Returns the names of the managed fields. */
export const managedFields = ({ fields }: Pick<AnyDefinition, "fields">): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.managed);

/** Returns values without those of managed fields. */
export const writableValues = ({ fields }: Pick<AnyDefinition, "fields">, values: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.managed));

/** Returns the values of all managed fields, empty ones where a value is missing. */
export const managedValues = ({ fields }: Pick<AnyDefinition, "fields">, values: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { managed, empty }]) => (managed ? [[name, values[name] ?? empty]] : [])),
  );

/** Returns whether a record with these values does not have the field (`visibleWhen`). */
export const isHidden = (field: Field, values: AnyRow): boolean =>
  field.visibleWhen !== undefined && !field.visibleWhen(values);

/**
 * Empties the hidden fields of a record. Their values are not validated: an invalid date in a
 * hidden field is dropped, too (contract §3).
 */
export function dropHidden(fields: Fields, values: AnyRow): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(fields)) if (isHidden(field, values)) shown[name] = field.empty;
  return shown;
}

const recipeOf =
  (fields: Fields, rules: readonly RecordRule[]): SchemaRecipe =>
  (z) => {
    const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema(z)]));
    const always = { when: () => true };

    let schema: ValueSchema = z.strictObject(shape);
    for (const [name, field] of Object.entries(fields)) {
      if (!field.visibleWhen || !field.required) continue;
      const hasValue = (values: unknown) =>
        isHidden(field, values as AnyRow) || !isEmptyValue((values as AnyRow)[name]);
      schema = schema.check(z.refine(hasValue, { error: "required", path: [name], ...always }));
    }
    for (const rule of rules) {
      const holds = (values: unknown) => rule.holds(values as AnyRow);
      schema = schema.check(z.refine(holds, { error: rule.code, path: [rule.field], ...always }));
    }
    const isRecord = (input: unknown): input is AnyRow => typeof input === "object" && input !== null;
    return z.pipe(
      z.transform((input: unknown) => (isRecord(input) ? dropHidden(fields, input) : input)),
      schema,
    );
  };

function columnsOf(fields: Fields, declared: readonly DeclaredColumn<string>[]): Column[] {
  return declared
    .filter(({ shown }) => shown !== false)
    .map(({ field: name, isSortable, share, minRem }) => {
      const field = fields[name];
      if (!field) throw new Error(`No field ${name} for a column`);
      const names = field.sortNames(name);
      const { rowNames } = field;
      return {
        name,
        share: share ?? field.share,
        minRem: minRem ?? field.minRem,
        text: (row: AnyRow, { locale }: LinkLanguage) => field.rowText(row, name, locale),
        ...(rowNames && { names: (row: AnyRow, { locale }: LinkLanguage) => rowNames(row, name, locale) }),
        // `names` contains a single sort key, or one per language in the order of LOCALES.
        ...(isSortable && { sortBy: (locale: Locale) => names[LOCALES.indexOf(locale)] ?? names[0] ?? name }),
      };
    });
}

/**
 * Returns the entry names and link lists that list rows need in addition to the record's scalar
 * values, for the columns and the subtitle.
 */
function rowContents(fields: Fields, columns: readonly DeclaredColumn<string>[], rowSubtitle: readonly Highlight[]) {
  const shown = columns.filter((column) => column.shown !== false).map(({ field }) => field);
  const subtitleFields = rowSubtitle.flatMap(fieldsOfHighlight);
  return {
    namedInRows: [...new Set([...shown, ...subtitleFields])].filter((name) => fields[name]?.reference),
    listsInRows: rowSubtitle.flatMap((highlight) => ("names" in highlight ? [highlight.names] : [])),
  };
}

function sortingOf(fields: Fields, declared: readonly DeclaredColumn<string>[]) {
  const sorting = declared.filter(({ isSortable }) => isSortable);
  const terms = sorting.flatMap(({ field }) => {
    const names = fields[field]?.sortNames(field) ?? [];
    return names.map((sortField, index) => ({
      sortField,
      source: { field, locale: names.length > 1 ? (LOCALES[index] ?? null) : null },
    }));
  });
  return {
    sortFields: terms.map(({ sortField }) => sortField),
    sortAliases: Object.fromEntries(sorting.flatMap(({ alias, field }) => (alias ? [[alias, field]] : []))),
    sortColumns: terms
      .filter(({ source }) => fields[source.field]?.reference)
      .map(({ sortField, source }) => ({ column: sortField, field: source.field })),
    sortedField: (key: string) => {
      const term = terms.find(({ sortField }) => sortField === key);
      if (!term) throw new Error(`Unknown sort key ${key}`);
      return term.source;
    },
  };
}

/** Adds the aliases to a form, after the last of the fields that name the record. */
const withAliases = <Name extends string>(form: readonly FieldGroup<Name>[], nameFields: readonly Name[]) =>
  form.map((group) => {
    const after = group.fields.findLastIndex((field) => nameFields.includes(field)) + 1;
    if (after === 0) return group;
    const all: string[] = [...group.fields.slice(0, after), ALIASES, ...group.fields.slice(after)];
    return { ...group, fields: all as Name[] };
  });

/** Returns the fields of a kind's labels, in all languages. */
export const allLabelFields = <Name>({ labelFields }: { labelFields: (locale: Locale) => readonly Name[] }): Name[] => [
  ...new Set(LOCALES.flatMap((locale) => labelFields(locale))),
];

/**
 * Returns the fields by which typeahead finds a record (contract §4), those of its labels first. The
 * column `namen` has their texts in this order; that of a label field is one line.
 */
export const namingFields = (definition: Pick<AnyDefinition, "labelFields" | "foundBy">): string[] => [
  ...new Set([...allLabelFields(definition), ...(definition.foundBy ?? [])]),
];

/**
 * Builds the SQL expression for the folded and collapsed text of a label field.
 * @param names the column `namen`
 */
export const collapsedNameSql = (definition: AnyDefinition, name: string, names: string): string =>
  `split_part(fold_umlauts(${names}), E'\\n', ${namingFields(definition).indexOf(name) + 1})`;

/**
 * Builds the definition of a kind from its declaration: derives the schema that the form and the
 * API share, the columns and sort keys of lists, and the label. `visibleWhen` alone decides whether
 * a field is shown, required and stored, so that no field can be both hidden and required.
 */
export function defineRecord<F extends Fields>(declaration: Declaration<F>): RecordDefinition<F> {
  const { name, rules = [], labelFields, rowSubtitle = [], foundBy = [] } = declaration;
  const isConfirmable = declaration.confirmation !== undefined;
  // Records of every kind can have aliases, which forms edit and list filters and typeahead search.
  // Without a prototype: a name from a request, such as `constructor`, must not find one of its properties.
  const fields: F = Object.assign(
    Object.create(null),
    ...[declaration.fields, { [ALIASES]: aliases }, isConfirmable ? confirmationFields : {}],
  );
  const columns: readonly DeclaredColumn<string>[] = [
    ...declaration.columns,
    ...(isConfirmable ? [{ field: CONFIRMED_AT, isSortable: true, shown: false } as const] : []),
  ];
  const searched = [...declaration.searched, ALIASES] as Declaration<F>["searched"];
  const labelOf = (record: AnyRow, locale: Locale) =>
    labelFields(locale)
      .map((field) => String(ownValue(record, field) ?? ""))
      .join(" ");
  return {
    ...declaration,
    fields,
    form: withAliases(declaration.form, allLabelFields(declaration)),
    searched,
    foundBy: [...foundBy, ALIASES] as Declaration<F>["foundBy"],
    columns: columnsOf(fields, columns),
    ...sortingOf(fields, columns),
    ...rowContents(fields, columns, rowSubtitle),
    schema: recipeOf(Object.fromEntries(writableFields({ fields })), rules) as unknown as RecordDefinition<F>["schema"],
    defaults: () =>
      Object.fromEntries(
        writableFields({ fields }).flatMap(([field, { separate, initial }]) => (separate ? [] : [[field, initial]])),
      ) as ValuesOf<F>,
    label: labelOf,
    get tabs() {
      return linkListsOf(name);
    },
    get searchedLists() {
      return linkListsOf(name).filter(({ other }) => !other.isTopic);
    },
    get topicsList() {
      return linkListsOf(name).find(({ other }) => other.isTopic)?.list ?? null;
    },
  };
}
