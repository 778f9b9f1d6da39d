import type * as zod from "zod/mini";
import type { Locale } from "../../i18n";
import { MAX_ID } from "../../limits";
import type { ReferenceListName } from "../reference-lists/reference-lists";
import type { Plausibility } from "./plausible";

/**
 * A code that stands in an answer's `errors` (contract §1); its words are `validation.<code>` in messages/*.json. A field
 * type may bring a code of its own: `Field.errorCodes` names those that it reports.
 */
export type FieldErrorCode = string;

/** Any record or row, seen by its field names. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The controls that a form has; `components/records/form/field-control.tsx` holds one for each. */
export type ControlName =
  | "text"
  | "notice_period"
  | "email"
  | "phone"
  | "web_address"
  | "long_text"
  | "names"
  | "select"
  | "multiselect"
  | "date";

/** How the lists of a kind can be narrowed by a field (contract §10). */
export type FilterOperator = "in" | "any" | "from" | "to" | "contains" | "empty" | "plausible";

/** The operators of linked records, whether a field of the form holds them or only a link list. */
export const LINK_OPERATORS: readonly FilterOperator[] = ["any", "empty"];

/**
 * Where a value is kept: in a column of the record's own table, in a table of its own with one row for each entry (`key`
 * is the entry's column there, the record's own key the other), or as links of a relation, by the list that shows them.
 * `fromSql` makes of a column what travels, `shownSql` what people read, null for nothing; `emptySql` tells whether it
 * holds nothing.
 */
export type Storage =
  | {
      in: "column";
      type: "text" | "integer" | "date" | "text[]";
      fromSql: (column: string) => string;
      shownSql: (column: string) => string;
      emptySql: (column: string) => string;
    }
  | { in: "list"; table: string; key: string }
  | { in: "links"; list: string };

/** Names reference entries for people. */
export type EntryNames = { locale: Locale; nameOf: (list: ReferenceListName, id: number) => string };
/** What a cell of a spreadsheet holds: a text, a number, a day `YYYY-MM-DD`, or nothing. */
export type Cell = string | number | { day: string } | null;
/** Stands between several names in one cell (contract §10). */
export const NAMES_IN_CELL = " | ";

/** Finds reference entries by a name that somebody typed. */
export type EntryIds = { idOf: (list: ReferenceListName, name: string) => number | undefined };

/**
 * Tells from a record's raw values, which may be anything that JSON can hold, whether a field takes part; hidden fields are
 * dropped unread (contract §3).
 */
export type Visibility = (values: AnyRow) => boolean;

/** Checks a value of any kind and gives what is stored; its issues' messages are error codes. */
export type ValueSchema<Output = unknown, Input = unknown> = zod.ZodMiniType<Output, Input>;

/** The parts of zod that recipes are made of; schemas.ts brings them. */
export type Zod = Pick<
  typeof zod,
  | "_default"
  | "array"
  | "globalRegistry"
  | "nullable"
  | "number"
  | "optional"
  | "pipe"
  | "refine"
  | "strictObject"
  | "string"
  | "transform"
  | "trim"
  | "unknown"
>;

/** How a schema is made; `schemaOf` (schemas.ts) makes it, and brings zod along only where input is checked. */
export type SchemaRecipe<Output = unknown, Input = unknown> = (z: Zod) => ValueSchema<Output, Input>;

/** One field of a kind: everything that depends on what sort of value it is. */
export type Field<Value = unknown> = {
  control: ControlName;
  schema: SchemaRecipe<Value>;
  /** What an empty form holds. */
  initial: unknown;
  /** What stands for no value, and is stored while the field is hidden. */
  empty: unknown;
  required: boolean;
  visibleWhen?: Visibility;
  /** Longest text in UTF-16 units. */
  max?: number;
  /** Whether its control takes the whole width of the form. */
  isWide: boolean;
  /** How much of a table's width a column of it wants, compared with others. */
  share: number;
  /** Whether its control begins a row of the form, so that it stands beside the one that follows. */
  startsRow?: boolean;
  reference?: ReferenceListName;
  storage: Storage;
  /** It travels by a call of its own: neither a record's answers nor its form hold it. */
  apart?: true;
  operators: readonly FilterOperator[];
  /** What tells stored values that cannot be right, for the operator `plausible`. */
  plausibility?: Plausibility;
  errorCodes: readonly FieldErrorCode[];
  /** What bodies and answers carry; `sent` adds to what the schema says of itself, `hint` says the rest in words. */
  json: { sent: JsonSchema; answered: JsonSchema; hint: string };
  /** The value for people to read. */
  text: (value: unknown, names: EntryNames) => string;
  /** The value in a cell of a spreadsheet, of which `parse` makes it again. */
  cell: (value: unknown, names: EntryNames) => Cell;
  /** The value that a text stands for; what cannot be read comes back as it is, so that the schema refuses it. */
  parse: (text: string, ids: EntryIds) => unknown;
  /** What a list row shows of it; rows carry names beside ids (contract §2). */
  rowText: (row: AnyRow, name: string, locale: Locale) => string;
  /** The same in pieces, where a row carries several names: each may hold the commas that join them. */
  rowNames?: (row: AnyRow, name: string, locale: Locale) => string[];
  /** What lists can be sorted by to sort by this field (contract §2); empty where they cannot. */
  sortNames: (name: string) => readonly string[];
  /** Where a value leads to, if it is a web address. */
  href?: (value: unknown) => string | null;
  /** How a value reaches somebody: by mail or telephone. */
  reaches?: (value: unknown) => string | null;
};

/** What every field type may be told. */
export type FieldOptions = { required?: boolean; visibleWhen?: Visibility };

/**
 * Whether the field's own schema insists on a value. A field that may be hidden is required by its kind's schema, which
 * knows whether it is shown.
 */
export const insists = ({ required = false, visibleWhen }: FieldOptions) => required && !visibleWhen;

/** Whether nothing was given at all. */
export const missing = (input: unknown) => input === undefined || input === null || input === "";

/** Whether a value stands for none. */
export const isEmptyValue = (value: unknown) => missing(value) || (Array.isArray(value) && value.length === 0);

/**
 * A check that reports the first thing that is wrong with a value. Without zod's `abort`, which would keep the rules
 * of the whole record from being reported beside it.
 */
export const firstError =
  <Value>(errorOf: (value: Value) => FieldErrorCode | null) =>
  (context: zod.core.ParsePayload<Value>) => {
    const message = errorOf(context.value);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  };

/** The id of a reference entry or record; which ids exist is asked of the database. */
export const idSchema: SchemaRecipe<number> = (z) =>
  z
    .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)));

/** A list of ids, each once. */
export const idsSchema: SchemaRecipe<number[]> = (z) =>
  z.pipe(z.array(idSchema(z), { error: (issue) => (missing(issue.input) ? "required" : "type") }), eachOnce(z));

/** What a list of ids is made: each once. */
export const eachOnce = (z: Zod) => z.transform((ids: number[]) => [...new Set(ids)]);

/** The id of a record in a JSON Schema. */
export const recordIdShape: JsonSchema = { type: "integer", minimum: 1, maximum: MAX_ID };
/** The id of a reference entry: -1 is "k. A." | "n/a", and some lists begin with 0 (contract §1). */
export const entryIdShape: JsonSchema = { type: "integer", minimum: -1, maximum: MAX_ID };
