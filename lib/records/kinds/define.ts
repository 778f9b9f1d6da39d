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
import type { AlikeFields } from "./alike";
import type { DerivedFacts } from "./derived-facts";
import type { Glance, RowGlance } from "./glance";
import type { OverviewSection } from "../overview/overview";
import type { ReferenceListName } from "../reference-lists/reference-lists";
import { linkListsOf, type LinkList } from "./relations";

export type { AnyRow };

export type SortOrder = "asc" | "desc";
export type Sort = { field: string; order: SortOrder };

type Fields = Record<string, Field>;
/** A record's values as its form and its API calls carry them. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: output<ReturnType<F[Name]["schema"]>> };

type NameOf<F extends Fields> = Extract<keyof F, string>;

/** A field as a column of the kind's list. */
type DeclaredColumn<Name extends string> = {
  field: Name;
  /** Whether lists sort by it; `alias` is a further name for that (contract §2). */
  sorts?: true;
  alias?: string;
  /** `false`: lists sort by it, but do not show it by themselves. */
  shown?: false;
  /** Its part of the table's width, where the field's own does not fit the kind. */
  share?: number;
};

/** A column of a kind's list. `sortBy` names what the API sorts by, where the column can be sorted. */
export type Column = {
  name: string;
  text: (row: AnyRow, locale: Locale) => string;
  /** The text in pieces, where a row carries several names. */
  names?: (row: AnyRow, locale: Locale) => string[];
  sortBy?: (locale: Locale) => string;
  /** Its part of the table's width. */
  share: number;
};

/** A heading of the form and the fields below it, in order. */
export type FieldGroup<Name extends string = string> = { name: string; fields: readonly Name[] };

type RecordRule = {
  field: string;
  code: FieldErrorCode;
  holds: (values: AnyRow) => boolean;
};

/**
 * The second line of a hit, which tells namesakes apart: fields, link lists (their records' labels), or the first of
 * several that is filled.
 */
export type Detail = { parts: (locale: Locale) => readonly (string | readonly string[])[]; separator: string };

type Declaration<F extends Fields> = {
  /** The kind's name in code and in `messages/*.json` (`records.<name>`). */
  name: string;
  /** The field that identifies a record. */
  key: string;
  /** The first word of its API paths, e.g. `members` of `/api/members`; the history calls the kind so, too. */
  apiPath: string;
  /** Its two pages; the specification's singular and plural differ. */
  pages: { list: string; detail: string };
  table: string;
  fields: F;
  /** The form, in the order of its screen. Fields that stand in no group are accepted by the API only. */
  form: readonly FieldGroup<NameOf<F>>[];
  /** Rules that need more than one field. */
  rules?: readonly RecordRule[];
  columns: readonly DeclaredColumn<NameOf<F>>[];
  /** What heads a row that became a card, where its first column alone would not say what it is. */
  cardHeading?: readonly NameOf<F>[];
  /** The quiet second line of a list row, below its name. */
  rowNote?: readonly RowGlance<NameOf<F>>[];
  defaultSort: NameOf<F>;
  multiSort?: boolean;
  /** The views that its list comes with: parameters of it, whose days may be relative (`relative-days.ts`). */
  views?: readonly { name: string; query: string }[];
  /** What the list's filter looks into (contract §2); of references the names in both languages. */
  searched: readonly NameOf<F>[];
  /** What a link list and a typeahead hit carry of this kind, key first (contract §3). */
  linkFields: readonly string[];
  /** The fields that name a record in headings, notices and typeahead. */
  labelFields: (locale: Locale) => readonly NameOf<F>[];
  detail: Detail;
  /** What typeahead looks into besides the label (contract §4). */
  foundBy?: readonly NameOf<F>[];
  /** What the heading of a detail screen shows besides the label. */
  headingNote?: NameOf<F>;
  /** What its head says at a glance, below the name. */
  glances?: (locale: Locale) => readonly Glance<NameOf<F>>[];
  /** The sections of its overview; unless told otherwise one for each tab. */
  overview?: readonly OverviewSection[];
  /**
   * Which records belong to the past: those whose `field` holds an entry with this flag, and those whose day `end` is over.
   * Overviews tell them from those that are under way.
   */
  past?: { field: NameOf<F>; flag: string; end: NameOf<F> };
  /** What is worked out of its values for today, and lists can show and be narrowed by. */
  derived?: DerivedFacts & { from: readonly NameOf<F>[] };
  /** By what its records are told to be one; those of a kind without it are never compared (contract §12). */
  alike?: AlikeFields<NameOf<F>>;
  /**
   * Its records are persons, whom the law lets ask what is kept of them and have it erased (contract §9): the fields by which
   * others' texts mention them.
   */
  person?: { surname: NameOf<F>; email: NameOf<F> };
  /** Its count in the global data (spec §3). */
  countName: string;
  /** The whole list that answers to create and delete carry (spec §7). */
  answerList?: Extract<ReferenceListName, "themenfelder" | "partner_institutionen">;
  /** Whether the answer to PUT carries counts and `lastId`, too (spec §7). */
  countsAfterUpdate?: boolean;
  /** The refusal of a delete while other records are linked (contract §3); without it the links go along. */
  inUse?: "cannotdeletecontrains" | "thematic_field_still_in_use";
  /** Where "no more" leads after creating: the new record, or the list (spec §4). */
  afterCreate: "record" | "list";
};

/** Everything that both sides know about a kind. */
export type RecordDefinition<F extends Fields = Fields> = Omit<Declaration<F>, "columns"> & {
  columns: readonly Column[];
  /** Everything that lists can be sorted by (contract §2), and the further names for it. */
  sortFields: readonly string[];
  sortAliases: Readonly<Record<string, string>>;
  /** The field behind something that lists can be sorted by, and the language of its names if it has two. */
  sortedField: (sortField: string) => { field: string; locale: Locale | null };
  /** The names of reference entries that its table keeps beside their keys, so that lists are sorted by them from an index. */
  keptNames: readonly { column: string; field: string }[];
  /** Makes what validates a whole set of values (`schemaOf`); its issues' messages are error codes. */
  schema: SchemaRecipe<ValuesOf<F>, Record<string, unknown>>;
  defaults: () => ValuesOf<F>;
  label: (record: AnyRow, locale: Locale) => string;
  /** The fields whose entries a list row carries by their names, beside the record's own single values (contract §2). */
  namedInRows: readonly string[];
  /** The link lists that a list row carries. */
  listsInRows: readonly string[];
  /** The link lists of its records, in the order of their tabs. */
  tabs: readonly LinkList[];
  /** The link list that the list parameter `topics` filters by (contract §2); null for a kind without topics. */
  topicsList: string | null;
};

/** What a record's answers carry of its values: what travels apart has a call of its own. */
export const answeredValues = ({ fields }: Pick<AnyDefinition, "fields">, values: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.apart));

/** The empty name that stands for "any kind", where machinery handles all of them alike. */
export type AnyDefinition = RecordDefinition;

const isHidden = (field: Field, values: AnyRow) => field.visibleWhen !== undefined && !field.visibleWhen(values);

/** Empties the fields that their record hides, whatever they hold: hidden dates are dropped unread (contract §3). */
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
        // One name, or one for each language in the order of LOCALES.
        ...(sorts && { sortBy: (locale: Locale) => names[LOCALES.indexOf(locale)] ?? names[0] ?? name }),
      };
    });
}

/** What a list row needs besides the record's own single values: for its columns, its second line and its search. */
function rowOf(
  fields: Fields,
  columns: readonly DeclaredColumn<string>[],
  rowNote: readonly RowGlance[],
  searched: readonly string[],
) {
  const shown = columns.filter((column) => column.shown !== false).map(({ field }) => field);
  const noted = rowNote.flatMap((glance) => ("field" in glance ? [glance.field] : []));
  return {
    namedInRows: [...new Set([...shown, ...noted, ...searched])].filter((name) => fields[name]?.reference),
    listsInRows: rowNote.flatMap((glance) => ("names" in glance ? [glance.names] : [])),
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
    keptNames: terms
      .filter(({ behind }) => fields[behind.field]?.reference)
      .map(({ sortField, behind }) => ({ column: sortField, field: behind.field })),
    sortedField: (wanted: string) => {
      const term = terms.find(({ sortField }) => sortField === wanted);
      if (!term) throw new Error(`Nothing sorts by ${wanted}`);
      return term.behind;
    },
  };
}

/**
 * Makes a definition of a declaration: derives the schema that the form and the route share, what lists show and sort
 * by, and the label. One predicate decides whether a field is shown, required and stored, so that nothing can be hidden
 * and required.
 */
export function defineRecord<F extends Fields>(declaration: Declaration<F>): RecordDefinition<F> {
  const { name, rules = [], columns, labelFields, rowNote = [], foundBy = [] } = declaration;
  // Whatever a kind is, its records may have further names, by which they are found.
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
    ...rowOf(fields, columns, rowNote, searched),
    schema: recipeOf(fields, rules) as unknown as RecordDefinition<F>["schema"],
    defaults: () =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, { apart, initial }]) => (apart ? [] : [[field, initial]])),
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
