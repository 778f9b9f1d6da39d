import type { output } from "zod/mini";
import { LOCALES, type Locale } from "../../i18n";
import {
  isEmptyValue,
  type AnyRow,
  type Field,
  type FieldErrorCode,
  type SchemaRecipe,
  type ValueSchema,
} from "../fields/field";
import { ALIASES, aliases } from "./aliases";
import type { DuplicateFields } from "./duplicate-fields";
import type { DerivedFacts } from "./derived-facts";
import type { Highlight, RowHighlight } from "./highlight";
import type { OverviewSection } from "../overview/overview";
import type { ReferenceListName } from "../reference-lists/reference-lists";
import { linkListsOf, type LinkList } from "./relations";

/** The tabs that a record can open with: the specification's first one, or the overview. */
export const RECORD_TABS = ["base_data", "overview"] as const;

export type { AnyRow };

export type SortOrder = "asc" | "desc";
export type Sort = { field: string; order: SortOrder };

type Fields = Record<string, Field>;
/** A record's values in its form and its API calls. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: output<ReturnType<F[Name]["schema"]>> };

type NameOf<F extends Fields> = Extract<keyof F, string>;

/** A field as a column of the kind's list. */
type DeclaredColumn<Name extends string> = {
  field: Name;
  /** Whether lists can sort by it; `alias` is another sort key for it (contract §2). */
  sorts?: true;
  alias?: string;
  /** `false`: lists can sort by it, but do not show it by default. */
  shown?: false;
  /** Its relative width, where the field's own does not suit the kind. */
  share?: number;
};

/** A column of a kind's list. `sortBy` returns the API's sort key, if the column is sortable. */
export type Column = {
  name: string;
  text: (row: AnyRow, locale: Locale) => string;
  /** The text as separate names, where a row contains several. */
  names?: (row: AnyRow, locale: Locale) => string[];
  sortBy?: (locale: Locale) => string;
  /** Its relative width. */
  share: number;
};

/** A heading of the form with its fields, in order. */
export type FieldGroup<Name extends string = string> = { name: string; fields: readonly Name[] };

type RecordRule = {
  field: string;
  code: FieldErrorCode;
  holds: (values: AnyRow) => boolean;
};

/**
 * The second line of a search hit, which distinguishes namesakes. A part is a field, a link list
 * (its records' labels), or an array of these, of which the first that is not empty is used.
 */
export type Detail = { parts: (locale: Locale) => readonly (string | readonly string[])[]; separator: string };

type Declaration<F extends Fields> = {
  /** The kind's name in code and in `messages/*.json` (`records.<name>`). */
  name: string;
  /** The field that identifies a record. */
  key: string;
  /**
   * The first segment of its API paths, e.g. `members` of `/api/members`; also its name in the
   * history.
   */
  apiPath: string;
  /** Its list and detail pages. The specification uses singular and plural inconsistently. */
  pages: { list: string; detail: string };
  table: string;
  fields: F;
  /** The form, in the order of its screen. Fields in no group are accepted by the API only. */
  form: readonly FieldGroup<NameOf<F>>[];
  /** Validation rules that involve more than one field. */
  rules?: readonly RecordRule[];
  columns: readonly DeclaredColumn<NameOf<F>>[];
  /** The heading of a row shown as a card, where the first column alone would be ambiguous. */
  cardHeading?: readonly NameOf<F>[];
  /** The subtitle of a list row, below its name. */
  rowSubtitle?: readonly RowHighlight<NameOf<F>>[];
  defaultSort: NameOf<F>;
  multiSort?: boolean;
  /**
   * The predefined views of its list: query parameters, whose days may be relative
   * (`relative-days.ts`).
   */
  views?: readonly { name: string; query: string }[];
  /**
   * The fields that the list's text filter searches (contract §2); for references, the names in
   * both languages.
   */
  searched: readonly NameOf<F>[];
  /** The fields in link lists and typeahead hits of this kind, key first (contract §3). */
  linkFields: readonly string[];
  /** The fields of a record's label in headings, notices and typeahead. */
  labelFields: (locale: Locale) => readonly NameOf<F>[];
  detail: Detail;
  /** The fields that typeahead searches besides the label (contract §4). */
  foundBy?: readonly NameOf<F>[];
  /** The field that follows the label in the heading of a detail screen. */
  titleSuffix?: NameOf<F>;
  /** The highlights below the name in a record's header. */
  highlights?: (locale: Locale) => readonly Highlight<NameOf<F>>[];
  /** The sections of its overview; by default one per tab. */
  overview?: readonly OverviewSection[];
  /**
   * Defines past records: those whose `field` has an entry with this flag, and those whose `end` is
   * over. Overviews list them separately from current ones.
   */
  past?: { field: NameOf<F>; flag: string; end: NameOf<F> };
  /** Facts derived from its values for the current day; lists can show them and filter by them. */
  derived?: DerivedFacts & { from: readonly NameOf<F>[] };
  /**
   * The fields used for duplicate detection; without them its records are never compared
   * (contract §12).
   */
  duplicateFields?: DuplicateFields<NameOf<F>>;
  /**
   * Set if its records are persons, who have a legal right of access and erasure (contract §9): the
   * fields by which texts of other records mention them.
   */
  person?: { surname: NameOf<F>; email: NameOf<F> };
  /** The name of its count in the global data (spec §3). */
  countName: string;
  /** The complete list in responses to create and delete (spec §7). */
  answerList?: Extract<ReferenceListName, "themenfelder" | "partner_institutionen">;
  /** Whether the response to PUT includes counts and `lastId`, too (spec §7). */
  countsAfterUpdate?: boolean;
  /**
   * The error code of a delete while other records are linked (contract §3); without one, the links
   * are deleted with the record.
   */
  inUse?: "cannotdeletecontrains" | "thematic_field_still_in_use";
  /**
   * The page after creating, when no further record is wanted: the new record, or the list
   * (spec §4).
   */
  afterCreate: "record" | "list";
};

/** The definition of a record kind, shared by client and server. */
export type RecordDefinition<F extends Fields = Fields> = Omit<Declaration<F>, "columns"> & {
  columns: readonly Column[];
  /** The sort keys of its lists (contract §2), and their aliases. */
  sortFields: readonly string[];
  sortAliases: Readonly<Record<string, string>>;
  /** Returns the field of a sort key, and the language if the field has a sort key per language. */
  sortedField: (sortField: string) => { field: string; locale: Locale | null };
  /**
   * Names of reference entries that are denormalized into its table, so that an index can sort
   * lists by them.
   */
  sortColumns: readonly { column: string; field: string }[];
  /**
   * Creates the schema of all values (call `schemaOf`); the messages of its issues are error codes.
   */
  schema: SchemaRecipe<ValuesOf<F>, Record<string, unknown>>;
  defaults: () => ValuesOf<F>;
  label: (record: AnyRow, locale: Locale) => string;
  /**
   * The reference fields whose entry names are in list rows, beside the record's scalar values
   * (contract §2).
   */
  namedInRows: readonly string[];
  /** The link lists in its list rows. */
  listsInRows: readonly string[];
  /** The link lists of its records, in the order of their tabs. */
  tabs: readonly LinkList[];
  /** The link list that the list parameter `topics` filters by (contract §2); null for a kind without topics. */
  topicsList: string | null;
};

/** Returns the values that a record's responses include: all but those with their own API call. */
export const responseValues = ({ fields }: Pick<AnyDefinition, "fields">, values: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.separate));

/** The definition of any kind, for code that handles all kinds alike. */
export type AnyDefinition = RecordDefinition;

const isHidden = (field: Field, values: AnyRow) => field.visibleWhen !== undefined && !field.visibleWhen(values);

/**
 * Empties hidden fields, whatever their values: hidden dates are dropped without validation
 * (contract §3).
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
      const isGiven = (values: unknown) => isHidden(field, values as AnyRow) || !isEmptyValue((values as AnyRow)[name]);
      schema = schema.check(z.refine(isGiven, { error: "required", path: [name], ...always }));
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
    .map(({ field: name, sorts, share }) => {
      const field = fields[name];
      if (!field) throw new Error(`No field ${name} for a column`);
      const names = field.sortNames(name);
      const { rowNames } = field;
      return {
        name,
        share: share ?? field.share,
        text: (row: AnyRow, locale: Locale) => field.rowText(row, name, locale),
        ...(rowNames && { names: (row: AnyRow, locale: Locale) => rowNames(row, name, locale) }),
        // One sort key, or one per language in the order of LOCALES.
        ...(sorts && { sortBy: (locale: Locale) => names[LOCALES.indexOf(locale)] ?? names[0] ?? name }),
      };
    });
}

/**
 * Returns what list rows need besides the record's scalar values: for columns, subtitle and search.
 */
function rowOf(
  fields: Fields,
  columns: readonly DeclaredColumn<string>[],
  rowSubtitle: readonly RowHighlight[],
  searched: readonly string[],
) {
  const shown = columns.filter((column) => column.shown !== false).map(({ field }) => field);
  const noted = rowSubtitle.flatMap((highlight) => ("field" in highlight ? [highlight.field] : []));
  return {
    namedInRows: [...new Set([...shown, ...noted, ...searched])].filter((name) => fields[name]?.reference),
    listsInRows: rowSubtitle.flatMap((highlight) => ("names" in highlight ? [highlight.names] : [])),
  };
}

function sortingOf(fields: Fields, declared: readonly DeclaredColumn<string>[]) {
  const sorting = declared.filter(({ sorts }) => sorts);
  const terms = sorting.flatMap(({ field }) => {
    const names = fields[field]?.sortNames(field) ?? [];
    return names.map((sortField, index) => ({
      sortField,
      behind: { field, locale: names.length > 1 ? (LOCALES[index] ?? null) : null },
    }));
  });
  return {
    sortFields: terms.map(({ sortField }) => sortField),
    sortAliases: Object.fromEntries(sorting.flatMap(({ alias, field }) => (alias ? [[alias, field]] : []))),
    sortColumns: terms
      .filter(({ behind }) => fields[behind.field]?.reference)
      .map(({ sortField, behind }) => ({ column: sortField, field: behind.field })),
    sortedField: (wanted: string) => {
      const term = terms.find(({ sortField }) => sortField === wanted);
      if (!term) throw new Error(`Unknown sort key ${wanted}`);
      return term.behind;
    },
  };
}

/**
 * Builds a definition from a declaration: derives the schema that the form and the route share,
 * what lists show and sort by, and the label. One predicate decides whether a field is shown,
 * required and stored, so that no field can be hidden and required.
 */
export function defineRecord<F extends Fields>(declaration: Declaration<F>): RecordDefinition<F> {
  const { name, rules = [], columns, labelFields, rowSubtitle = [], foundBy = [] } = declaration;
  // Records of every kind can have aliases, by which they are found.
  const fields: F = { ...declaration.fields, [ALIASES]: aliases };
  const searched = [...declaration.searched, ALIASES] as Declaration<F>["searched"];
  const labelOf = (record: AnyRow, locale: Locale) =>
    labelFields(locale)
      .map((field) => String(record[field] ?? ""))
      .join(" ");
  return {
    ...declaration,
    fields,
    searched,
    foundBy: [...foundBy, ALIASES] as Declaration<F>["foundBy"],
    columns: columnsOf(fields, columns),
    ...sortingOf(fields, columns),
    ...rowOf(fields, columns, rowSubtitle, searched),
    schema: recipeOf(fields, rules) as unknown as RecordDefinition<F>["schema"],
    defaults: () =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, { separate, initial }]) => (separate ? [] : [[field, initial]])),
      ) as ValuesOf<F>,
    label: labelOf,
    get tabs() {
      return linkListsOf(name);
    },
    get topicsList() {
      return linkListsOf(name).find(({ other }) => other.isTopic)?.list ?? null;
    },
  };
}
