import type * as zod from "zod/mini";
import type { Locale, MessageKey } from "../messages/i18n";
import { MAX_ID } from "../limits";
import type { ReferenceListName } from "../reference-lists/reference-lists";
import type { ControlName } from "./controls";
import type { Plausibility } from "./plausible";

/**
 * An error code in the `errors` of a response (contract §1); its text is `validation.<code>` in
 * messages/*.json. Field types may define additional codes; `Field.errorCodes` lists the codes that
 * a field reports.
 */
export type FieldErrorCode = MessageKey<"validation">;

/** Error codes by field. */
export type FieldErrors = Record<string, FieldErrorCode[]>;

/** The values of a record or list row of any kind, by field name. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The operators of field filters in lists (contract §10). */
export type FilterOperator = "in" | "any" | "from" | "to" | "before" | "contains" | "empty" | "plausible";

/**
 * The operators of filters on linked records, both for `links` fields and for link lists that are
 * not a field.
 */
export const LINK_OPERATORS: readonly FilterOperator[] = ["any", "empty"];

/**
 * Where a value is stored: in a column of the record's table; in a separate table with one row per
 * entry (`key` is the column with the entry's id); or as the links of a relation (`list` is the
 * link list). For columns, `fromSql` returns the API value, `shownSql` the displayed text or null,
 * and `emptySql` whether the value is empty.
 */
export type Storage =
  | {
      in: "column";
      type: "text" | "integer" | "date" | "timestamptz" | "boolean" | "text[]" | "integer[]";
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
/** The separator between several names in one cell (contract §10). */
export const NAME_SEPARATOR = " | ";

/** Resolves names of reference entries, as typed or imported, to ids. */
export type EntryIds = { idOf: (list: ReferenceListName, name: string) => number | undefined };

/**
 * Returns whether a field is shown for these values of a record, which may be unvalidated JSON. The
 * values of hidden fields are dropped without validation (contract §3).
 */
type Visibility = (values: AnyRow) => boolean;

/**
 * A schema that validates any input and returns the value to store. The messages of its issues are
 * error codes.
 */
export type ValueSchema<Output = unknown, Input = unknown> = zod.ZodMiniType<Output, Input>;

/** The zod functions that schema factories use; `schemas.ts` passes them to the factories. */
export type Zod = Pick<
  typeof zod,
  | "_default"
  | "array"
  | "boolean"
  | "globalRegistry"
  | "nullable"
  | "number"
  | "optional"
  | "overwrite"
  | "pipe"
  | "refine"
  | "strictObject"
  | "string"
  | "transform"
  | "unknown"
>;

/**
 * A schema factory. Only `schemaOf` (`schemas.ts`) calls it, so that code that does not validate
 * input does not load zod.
 */
export type SchemaRecipe<Output = unknown, Input = unknown> = (z: Zod) => ValueSchema<Output, Input>;

/**
 * A field of a record kind. It defines everything that depends on the field's type: control,
 * schema, storage, formatting, filters.
 */
export type Field<Value = unknown> = {
  /** Null for types of which all fields are managed, so that no form shows them. */
  control: ControlName | null;
  schema: SchemaRecipe<Value>;
  /** The value of the field in the form of a new record. */
  initial: unknown;
  /** The empty value of the field, which is also stored while the field is hidden. */
  empty: unknown;
  required: boolean;
  visibleWhen?: Visibility;
  /** Maximum length of a text, in UTF-16 units. */
  max?: number;
  /** Maximum number of names of a field with several. */
  maxNames?: number;
  /** Whether its control spans the full width of the form. */
  isWide: boolean;
  /** The relative width of its table column. */
  share: number;
  /** The column's minimum width in rem, enough for the longest usual word. */
  minRem: number;
  /** Whether its control starts a new form row, so that the next control is beside it. */
  startsRow?: boolean;
  reference?: ReferenceListName;
  /** Set if only the entries of one group of the reference list are possible values. */
  group?: string;
  storage: Storage;
  /**
   * Set if a separate API call reads the field, because the responses for the record do not include
   * it. Requests may contain it.
   */
  separate?: true;
  /**
   * Set if the app alone writes the field: requests that contain it are accepted and ignored, forms,
   * bulk edits and imports do not offer it, and writing it raises no version.
   */
  managed?: true;
  operators: readonly FilterOperator[];
  /**
   * The words that stand for the values in the parameter of the filter operator `in`, if the values
   * are no ids. A filter contains their positions.
   */
  tokens?: readonly string[];
  /** The patterns of plausible values, for the filter operator `plausible`. */
  plausibility?: Plausibility;
  errorCodes: readonly FieldErrorCode[];
  /**
   * The field in the OpenAPI document: `sent` is added to the JSON Schema of request bodies,
   * `answered` is the JSON Schema of responses, and `hint` is added to the description.
   */
  json: { sent: JsonSchema; answered: JsonSchema; hint: string };
  /** Formats the value for display. */
  text: (value: unknown, names: EntryNames) => string;
  /** Formats the value as a spreadsheet cell that `parse` can read again. */
  cell: (value: unknown, names: EntryNames) => Cell;
  /**
   * Parses the text of a spreadsheet cell. Returns a text that it cannot read unchanged, so that
   * the schema rejects it.
   */
  parse: (text: string, ids: EntryIds) => unknown;
  /**
   * Returns the error code of a spreadsheet text that has lost the value, such as a telephone number
   * in exponent notation; null for any other text.
   */
  spreadsheetError?: (text: string) => FieldErrorCode | null;
  /**
   * Joins the texts of several spreadsheet columns into one value; undefined for fields that take a
   * single column.
   */
  join?: (texts: readonly string[]) => string;
  /**
   * Formats the value in a list row, which contains the names of entries in addition to their ids
   * (contract §2).
   */
  rowText: (row: AnyRow, name: string, locale: Locale) => string;
  /** Like `rowText`, but returns the names separately, because a name may contain commas. */
  rowNames?: (row: AnyRow, name: string, locale: Locale) => string[];
  /**
   * Returns the sort keys of the field (contract §2); an empty array if lists cannot be sorted by
   * it.
   */
  sortNames: (name: string) => readonly string[];
  /** Set if records without a value come last, in both directions, although the value is not null. */
  sortsEmptyLast?: true;
  /** Returns the URL to which a web address links; null if it is not valid. */
  href?: (value: unknown) => string | null;
  /**
   * Returns the `mailto:` or `tel:` URL of an e-mail address or telephone number; null if it is not
   * valid.
   */
  contactHref?: (value: unknown) => string | null;
};

/** The options that all field types have in common. */
export type FieldOptions = { required?: boolean; visibleWhen?: Visibility };

/**
 * Returns whether the schema of the field itself requires a value. If the field can be hidden, the
 * schema of the whole record checks this instead, because it knows whether the field is shown.
 */
export const isRequired = ({ required = false, visibleWhen }: FieldOptions) => required && !visibleWhen;

export const missing = (input: unknown) => input === undefined || input === null || input === "";

export const isEmptyValue = (value: unknown) => missing(value) || (Array.isArray(value) && value.length === 0);

/**
 * Creates a zod check that reports one error code for a value, or none. It does not use zod's
 * `abort`, which would suppress the errors of rules that involve several fields.
 */
export const firstError =
  <Value>(errorOf: (value: Value) => FieldErrorCode | null) =>
  (context: zod.core.ParsePayload<Value>) => {
    const message = errorOf(context.value);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  };

/**
 * Schema of the id of a reference entry or record. Whether the id exists is checked later, in the
 * database.
 */
export const idSchema: SchemaRecipe<number> = (z) =>
  z
    .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)));

/** Schema of a list of ids; removes duplicates. */
export const idsSchema: SchemaRecipe<number[]> = (z) =>
  z.pipe(
    z.array(idSchema(z), { error: (issue) => (missing(issue.input) ? "required" : "type") }),
    withoutDuplicates(z),
  );

export const withoutDuplicates = (z: Zod) => z.transform((ids: number[]) => [...new Set(ids)]);

/** JSON Schema of a record's id. */
export const recordIdShape: JsonSchema = { type: "integer", minimum: 1, maximum: MAX_ID };
/**
 * JSON Schema of the id of a reference entry. -1 is the entry "k. A." (English "n/a"), of `dateiarten`
 * "Sonstiges"; the ids of some lists start at 0 (contract §1).
 */
export const entryIdShape: JsonSchema = { type: "integer", minimum: -1, maximum: MAX_ID };
