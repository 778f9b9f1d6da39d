import type * as zod from "zod/mini";
import type { Locale } from "../../i18n";
import { MAX_ID } from "../../limits";
import type { ReferenceListName } from "../reference-lists/reference-lists";
import type { Plausibility } from "./plausible";

/**
 * An error code in a response's `errors` (contract §1), translated as `validation.<code>` in
 * messages/*.json. A field type may define its own codes: `Field.errorCodes` lists those that it
 * reports.
 */
export type FieldErrorCode = string;

/** A record or row of any kind, by field name. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The form controls; `components/records/form/field-control.tsx` implements each. */
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

/** The operators of list filters on a field (contract §10). */
export type FilterOperator = "in" | "any" | "from" | "to" | "contains" | "empty" | "plausible";

/** The filter operators of linked records, whether they are a form field or only a link list. */
export const LINK_OPERATORS: readonly FilterOperator[] = ["any", "empty"];

/**
 * Where a value is stored: in a column of the record's table, in a separate table with one row per
 * entry (`key` is the entry's column there, beside the record's key), or as links of a relation,
 * named by its link list. `fromSql` converts a column into its API value, `shownSql` into the
 * displayed text or null; `emptySql` is true when the column is empty.
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

/** Resolves ids of reference entries to display names. */
export type EntryNames = { locale: Locale; nameOf: (list: ReferenceListName, id: number) => string };
/** A spreadsheet cell: a text, a number, a day `YYYY-MM-DD`, or null when empty. */
export type Cell = string | number | { day: string } | null;
/** Separates several names in one cell (contract §10). */
export const NAMES_IN_CELL = " | ";

/** Resolves typed names of reference entries to ids. */
export type EntryIds = { idOf: (list: ReferenceListName, name: string) => number | undefined };

/**
 * Decides from a record's raw values, which may be any JSON, whether a field is shown. The values
 * of hidden fields are dropped without validation (contract §3).
 */
export type Visibility = (values: AnyRow) => boolean;

/**
 * Validates any input and returns the value to store; the messages of its issues are error codes.
 */
export type ValueSchema<Output = unknown, Input = unknown> = zod.ZodMiniType<Output, Input>;

/** The zod functions that schema factories use; `schemas.ts` supplies them. */
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

/**
 * A schema factory. `schemaOf` (`schemas.ts`) calls it, so that only code that validates input
 * loads zod.
 */
export type SchemaRecipe<Output = unknown, Input = unknown> = (z: Zod) => ValueSchema<Output, Input>;

/** A field of a record kind: everything that depends on the type of its value. */
export type Field<Value = unknown> = {
  control: ControlName;
  schema: SchemaRecipe<Value>;
  /** The value in an empty form. */
  initial: unknown;
  /** The empty value; also stored while the field is hidden. */
  empty: unknown;
  required: boolean;
  visibleWhen?: Visibility;
  /** Maximum length of a text, in UTF-16 units. */
  max?: number;
  /** Whether its control spans the full width of the form. */
  isWide: boolean;
  /** The relative width of its table column. */
  share: number;
  /** Whether its control starts a new form row, so that the next control is beside it. */
  startsRow?: boolean;
  reference?: ReferenceListName;
  storage: Storage;
  /** Has its own API call: neither the record's responses nor its form include it. */
  separate?: true;
  operators: readonly FilterOperator[];
  /** Detects implausible stored values, for the operator `plausible`. */
  plausibility?: Plausibility;
  errorCodes: readonly FieldErrorCode[];
  /**
   * JSON Schemas for the API description: `sent` extends the schema of request bodies, `answered`
   * describes responses, `hint` is an additional sentence.
   */
  json: { sent: JsonSchema; answered: JsonSchema; hint: string };
  /** Formats the value for display. */
  text: (value: unknown, names: EntryNames) => string;
  /** Formats the value as a spreadsheet cell that `parse` reads back. */
  cell: (value: unknown, names: EntryNames) => Cell;
  /** Parses a text. Returns unreadable text unchanged, so that the schema refuses it. */
  parse: (text: string, ids: EntryIds) => unknown;
  /** Formats the value of a list row, which contains names beside ids (contract §2). */
  rowText: (row: AnyRow, name: string, locale: Locale) => string;
  /** Like `rowText`, but as separate names, because a name may itself contain commas. */
  rowNames?: (row: AnyRow, name: string, locale: Locale) => string[];
  /** The list sort keys of this field (contract §2); empty if lists cannot sort by it. */
  sortNames: (name: string) => readonly string[];
  /** Returns the link of a web address. */
  href?: (value: unknown) => string | null;
  /** Returns the `mailto:` or `tel:` link of a value. */
  reaches?: (value: unknown) => string | null;
};

/** Options that all field types share. */
export type FieldOptions = { required?: boolean; visibleWhen?: Visibility };

/**
 * Returns whether the field's own schema requires a value. For a field that can be hidden the
 * record's schema does this instead, because it knows whether the field is shown.
 */
export const isRequired = ({ required = false, visibleWhen }: FieldOptions) => required && !visibleWhen;

export const missing = (input: unknown) => input === undefined || input === null || input === "";

export const isEmptyValue = (value: unknown) => missing(value) || (Array.isArray(value) && value.length === 0);

/**
 * Creates a zod check that reports the first error of a value. Does not use zod's `abort`, which
 * would suppress the errors of the record's own rules.
 */
export const firstError =
  <Value>(errorOf: (value: Value) => FieldErrorCode | null) =>
  (context: zod.core.ParsePayload<Value>) => {
    const message = errorOf(context.value);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  };

/** Schema of the id of a reference entry or record. The database checks whether it exists. */
export const idSchema: SchemaRecipe<number> = (z) =>
  z
    .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)));

/** Schema of a list of ids; removes duplicates. */
export const idsSchema: SchemaRecipe<number[]> = (z) =>
  z.pipe(z.array(idSchema(z), { error: (issue) => (missing(issue.input) ? "required" : "type") }), eachOnce(z));

export const eachOnce = (z: Zod) => z.transform((ids: number[]) => [...new Set(ids)]);

/** JSON Schema of a record's id. */
export const recordIdShape: JsonSchema = { type: "integer", minimum: 1, maximum: MAX_ID };
/**
 * JSON Schema of a reference entry's id: -1 is "k. A." | "n/a", and some lists start at 0 (contract
 * §1).
 */
export const entryIdShape: JsonSchema = { type: "integer", minimum: -1, maximum: MAX_ID };
