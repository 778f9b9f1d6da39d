import * as z from "zod";
import type { Locale } from "../i18n";
import type { Field, FieldErrorCode } from "./field-types";
import { localizedName, type ReferenceListName } from "./reference-lists";
import type { LinkCallName } from "./relations";

export type SortOrder = "asc" | "desc";
export type Sort = { field: string; order: SortOrder };

export const kindNames = ["member", "project", "institution", "person", "thematicField"] as const;
/** The five kinds of records (spec §3). */
export type KindName = (typeof kindNames)[number];

/** The counts of the global data (spec §3), one for each kind. */
export type CountName =
  | "university_members_count"
  | "cooperation_projects_count"
  | "partner_institution_count"
  | "kooperationspartner_personen_count"
  | "thematic_fields_count";

type Fields = Record<string, Field>;
/** A record's values as its form and its API calls carry them. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]["schema"]> };

/** Any record or row, seen by its field names. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A column of a kind's list. `sortBy` names the field that the API sorts by, where the column can be sorted. */
export type Column = {
  name: string;
  text: (row: AnyRow, locale: Locale) => string;
  sortBy?: (locale: Locale) => string;
};

/** A tab of a kind's detail screen that lists linked records. */
export type LinkTab = { list: string; kind: KindName; call: LinkCallName };

/** A heading of the form and the fields below it, in order. */
export type FieldGroup<Name extends string = string> = { name: string; fields: readonly Name[] };

type RecordRule = {
  field: string;
  code: FieldErrorCode;
  holds: (values: AnyRow) => boolean;
};

type Declaration<F extends Fields> = {
  /** The kind's name in code and in `messages/*.json` (`records.<name>`). */
  name: KindName;
  /** The field that identifies a record. */
  key: string;
  /** The first word of its API paths, e.g. `members` of `/api/members`. */
  apiPath: string;
  /** Its two pages; the specification's singular and plural differ. */
  pages: { list: string; detail: string };
  table: string;
  fields: F;
  /** The form, in the order of its screen. Fields that stand in no group are accepted by the API only. */
  form: readonly FieldGroup<Extract<keyof F, string>>[];
  /** Rules that need more than one field. */
  rules?: readonly RecordRule[];
  columns: readonly Column[];
  /** Every field that lists can be sorted by (contract §2), with the aliases that are accepted for them. */
  sortFields: readonly string[];
  sortAliases?: Readonly<Record<string, string>>;
  defaultSort: string;
  multiSort?: boolean;
  /** Whether its list can be narrowed to thematic fields. */
  topics: boolean;
  /** What a link list and a typeahead hit carry of this kind, key first (contract §3). */
  linkFields: readonly string[];
  tabs: readonly LinkTab[];
  /** How a record is called in headings, notices and typeahead. */
  label: (record: AnyRow, locale: Locale) => string;
  /** What the heading of a detail screen shows besides the label. */
  headingNote?: (record: AnyRow) => string;
  countName: CountName;
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
export type RecordDefinition<F extends Fields = Fields> = Declaration<F> & {
  /** Validates a whole set of values; its issues' messages are error codes. */
  schema: z.ZodType<ValuesOf<F>, Record<string, unknown>>;
  defaults: () => ValuesOf<F>;
};

/** The empty name that stands for "any kind", where machinery handles all of them alike. */
export type AnyDefinition = RecordDefinition;

const isHidden = (field: Field, values: AnyRow) => field.visibleWhen !== undefined && !field.visibleWhen(values);

/** Sets the fields that their record hides to null, whatever they hold: hidden dates are dropped unread (contract §3). */
export function dropHidden(fields: Fields, values: AnyRow): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(fields)) if (isHidden(field, values)) shown[name] = null;
  return shown;
}

/**
 * Makes a definition of a declaration: derives the schema that the form and the route share. One predicate decides
 * whether a field is shown, required and stored, so that nothing can be hidden and required.
 */
export function defineRecord<F extends Fields>(declaration: Declaration<F>): RecordDefinition<F> {
  const { fields, rules = [] } = declaration;
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]));
  const always = { when: () => true };

  let schema: z.ZodType = z.strictObject(shape);
  for (const [name, field] of Object.entries(fields)) {
    if (!field.visibleWhen) continue;
    const isGiven = (values: unknown) => isHidden(field, values as AnyRow) || (values as AnyRow)[name] !== null;
    schema = schema.refine(isGiven, { error: "required", path: [name], ...always });
  }
  for (const rule of rules) {
    schema = schema.refine((values) => rule.holds(values as AnyRow), {
      error: rule.code,
      path: [rule.field],
      ...always,
    });
  }
  const isRecord = (input: unknown): input is AnyRow => typeof input === "object" && input !== null;
  return {
    ...declaration,
    schema: z.preprocess(
      (input) => (isRecord(input) ? dropHidden(fields, input) : input),
      schema,
    ) as unknown as RecordDefinition<F>["schema"],
    defaults: () =>
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial])) as ValuesOf<F>,
  };
}

/** A column that shows a text field as it is. */
export function column(name: string, options: { sortable?: boolean } = {}): Column {
  return {
    name,
    text: (row) => String(row[name] ?? ""),
    ...(options.sortable && { sortBy: () => name }),
  };
}

/** A column that shows `<stem>_de` or `<stem>_en` by the screen's language. */
export function localizedColumn(name: string, stem: string, options: { sortable?: boolean } = {}): Column {
  return {
    name,
    text: (row, locale) => localizedName(row, stem, locale),
    ...(options.sortable && { sortBy: (locale: Locale) => `${stem}_${locale}` }),
  };
}

/** A column that shows a list of entries by their localized names, joined by commas. */
export function localizedListColumn(name: string, stem: string): Column {
  return {
    name,
    text: (row, locale) =>
      ((row[name] ?? []) as AnyRow[]).map((entry) => localizedName(entry, stem, locale)).join(", "),
  };
}
