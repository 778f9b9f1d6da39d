import { cleanTrimmed, cleanUpTo } from "../pure/clean-text";
import { parseUrl } from "../pure/parse-url";
import {
  firstError,
  isRequired,
  missing,
  type Field,
  type FieldErrorCode,
  type FieldOptions,
  type SchemaRecipe,
} from "./field";
import type { ControlName } from "./controls";
import { inOneLine, inOneLineSql, withLineFeeds } from "./line-breaks";
import { plausibleEmail, plausibleWebAddress, type Plausibility } from "./plausible";
import { getAt } from "../pure/get-at";

/**
 * Returns whether PostgreSQL can store a text. A NUL or a lone surrogate, which cannot be encoded
 * in UTF-8, makes this impossible.
 */
export const isStorable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** The pattern of an e-mail address; identical to zod's. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;

export const isEmail = (value: string) => EMAIL.test(value);

/**
 * Returns the URL to which a stored web address links: an http(s) address unchanged, an address
 * without a scheme with `https://` (contract §1). Returns null for other schemes and for texts that
 * are not web addresses.
 */
export function webHref(value: string): string | null {
  const hasScheme = /^https?:\/\//i.test(value);
  // Text before a colon is a scheme ("javascript:…", "mailto:…") unless a digit follows
  // ("www.example.org:8080").
  if (!hasScheme && (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(value) || value.startsWith("/"))) return null;
  if (/[\s\\]/.test(value)) return null;
  const href = hasScheme ? value : `https://${value}`;
  const url = parseUrl(href);
  if (!url || url.username || url.password) return null;
  return hasScheme || url.hostname.includes(".") ? href : null;
}

/** The properties in which a type of text field differs from a plain text field. */
type TextType = {
  control: ControlName;
  /** The check of the format, and the error code if the check fails. */
  format?: { code: FieldErrorCode; isValid: (value: string) => boolean; json?: string };
  plausibility?: Plausibility;
  hint?: string;
  isWide?: boolean;
  share?: number;
  minRem?: number;
  href?: Field["href"];
  contactHref?: Field["contactHref"];
  spreadsheetError?: Field["spreadsheetError"];
  join?: Field["join"];
  sortsEmptyLast?: true;
};

type TextOptions = FieldOptions & {
  max: number;
  /** Whether its control spans the full width of the form, although its texts are not that long. */
  isWide?: boolean;
};

/** Fields with a higher maximum length than this span the full width of the form. */
const HALF_WIDTH_MAX = 255;

/** Returns a text as it is stored: cleaned and trimmed, with LF as its line breaks. */
const storedText = (text: string) => withLineFeeds(cleanTrimmed(text));

const joinByBlanks = (texts: readonly string[]) => texts.join(" ");

/**
 * Defines a text field. Values are cleaned, trimmed and at most `max` UTF-16 units long; the
 * empty value is `''` (contract §3).
 */
function textOf(textType: TextType, options: TextOptions): Field<string> {
  const { control, format, hint = "", isWide = false, share = 2, minRem = 5.5 } = textType;
  const { href, contactHref, plausibility, spreadsheetError, join = joinByBlanks, sortsEmptyLast } = textType;
  const { required = false, visibleWhen, max } = options;
  const strict = isRequired(options);

  function errorOf(value: string): FieldErrorCode | null {
    if (!isStorable(value)) return "type";
    if (value === "") return strict ? "required" : null;
    // Not zod's `.max()`, which counts code points: a browser's `maxlength` counts UTF-16 units
    // (contract §1).
    if (value.length > max) return "max";
    return format && !format.isValid(value) ? format.code : null;
  }

  // The limits for the OpenAPI document. zod cannot derive them from a custom check.
  const limits = { ...(strict && { minLength: 1 }), maxLength: max };
  const shape = !format?.json
    ? limits
    : strict
      ? { ...limits, format: format.json }
      : { ...limits, anyOf: [{ format: format.json }, { maxLength: 0 }] };
  const schema: SchemaRecipe<string> = (z) => {
    const text = z
      .string({ error: (issue) => (strict && missing(issue.input) ? "required" : "type") })
      .check(
        z.overwrite((value) => cleanUpTo(value, max, storedText)),
        firstError(errorOf),
      )
      .register(z.globalRegistry, shape);
    return strict ? text : z._default(text, "");
  };
  const asText = (value: unknown) => String(value ?? "");
  return {
    control,
    schema,
    initial: "",
    empty: "",
    required,
    visibleWhen,
    max,
    isWide: isWide || options.isWide === true || max > HALF_WIDTH_MAX,
    share,
    minRem,
    storage: {
      in: "column",
      type: "text",
      fromSql: (column) => column,
      shownSql: (column) => `nullif(${inOneLineSql(column)}, '')`,
      emptySql: (column) => `${column} = ''`,
    },
    operators: ["contains", "empty", ...(plausibility ? (["plausible"] as const) : [])],
    plausibility,
    errorCodes: ["type", "required", "max", ...(format ? [format.code] : [])],
    json: { sent: {}, answered: { type: "string", maxLength: max }, hint },
    text: asText,
    cell: asText,
    parse: (value) => cleanUpTo(value, max, storedText),
    spreadsheetError,
    join: format ? undefined : join,
    rowText: (row, name) => inOneLine(asText(row[name])),
    sortNames: (name) => [name],
    sortsEmptyLast,
    href,
    contactHref,
  };
}

/**
 * Returns the `tel:` URL of a telephone number, without spaces, brackets and slashes; null if the
 * text is not a telephone number, or has several in lines of their own.
 */
function telephoneHref(value: unknown): string | null {
  // In "+49 (0)89" the zero is dialled only without the country code.
  const text = String(value ?? "");
  const digits = (text.startsWith("+") ? text.replaceAll("(0)", "") : text).replace(/[^\S\r\n]|[()/.-]/g, "");
  return /^\+?\d{3,}$/.test(digits) ? `tel:${digits}` : null;
}

/** Defines a text field whose values usually have one line; API and imports also send several. */
export const text = (options: TextOptions) => textOf({ control: "text" }, options);

/**
 * Defines a field for a contract's notice period in free text. The form shows how the parser
 * understands the text (contract §11).
 */
export const noticePeriod = (options: TextOptions) => textOf({ control: "notice_period" }, options);

/** Longest text that can be a number in exponent notation. */
const EXPONENT_MAX_LENGTH = 30;
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;

/** Returns an error code for a number in exponent notation, of which a spreadsheet has dropped digits. */
const exponentError = (text: string) =>
  text.length <= EXPONENT_MAX_LENGTH && EXPONENT.test(text.trim()) ? "exponent" : null;

/** Defines a field with a telephone number, stored as typed. */
export const phone = (options: TextOptions) =>
  textOf({ control: "phone", contactHref: telephoneHref, spreadsheetError: exponentError }, options);

const POSTCODE = /^\d{4,5}$/;

/** Joins the parts of an address by commas, but a postcode and the name of its place by a blank (contract §10). */
function joinAddress(parts: readonly string[]): string {
  const isBeforePlace = (at: number) => POSTCODE.test(getAt(parts, at - 1)) && !/\d/.test(getAt(parts, at));
  return parts.map((part, at) => (at === 0 ? part : (isBeforePlace(at) ? " " : ", ") + part)).join("");
}

/** Defines a field with a postal address, whose parts an import may find in several columns. */
export const address = (options: TextOptions) => textOf({ control: "text", join: joinAddress }, options);

/** Defines a field with the name of a place, whose control offers the places of the gazetteer (contract §16). */
export const placeName = (options: TextOptions) => textOf({ control: "place", sortsEmptyLast: true }, options);

/** Defines a multi-line text field. */
export const longText = (options: TextOptions) => textOf({ control: "long_text", isWide: true }, options);

/** Defines a field with an e-mail address. */
export const email = (options: TextOptions) =>
  textOf(
    {
      control: "email",
      share: 4,
      minRem: 9,
      format: { code: "email", isValid: isEmail, json: "email" },
      plausibility: plausibleEmail(EMAIL),
      contactHref: (value) => (typeof value === "string" && isEmail(value) ? `mailto:${value}` : null),
    },
    options,
  );

/** Defines a field with a web address, stored as typed (contract §1). */
export const webAddress = (options: TextOptions) =>
  textOf(
    {
      control: "web_address",
      format: { code: "url", isValid: (value) => webHref(value) !== null },
      plausibility: plausibleWebAddress,
      hint: "An http(s) address; the scheme may be omitted.",
      href: (value) => (typeof value === "string" && value.trim() ? webHref(value.trim()) : null),
    },
    options,
  );
