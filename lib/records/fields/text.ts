import {
  firstError,
  isRequired,
  missing,
  type ControlName,
  type Field,
  type FieldErrorCode,
  type FieldOptions,
  type SchemaRecipe,
} from "./field";
import { plausibleEmail, plausibleWebAddress, type Plausibility } from "./plausible";

/**
 * Returns whether PostgreSQL can store a text: no NUL, and no lone surrogate, which has no UTF-8
 * form.
 */
export const isStorable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** The pattern of an e-mail address; identical to zod's. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;

export const isEmail = (value: string) => EMAIL.test(value);

/**
 * Returns the link of a stored web address: http(s) addresses unchanged, those without a scheme
 * with https (contract §1). Returns null for any other scheme and for text that is no web address.
 */
export function webHref(value: string): string | null {
  const hasScheme = /^https?:\/\//i.test(value);
  // "www.example.org:8080" is a host with a port, "javascript:…" and "mailto:…" are schemes.
  if (!hasScheme && (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(value) || value.startsWith("/"))) return null;
  if (/[\s\\]/.test(value)) return null;
  const href = hasScheme ? value : `https://${value}`;
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (url.username || url.password) return null;
  return hasScheme || url.hostname.includes(".") ? href : null;
}

/** Properties that a text type adds to plain text. */
type TextSort = {
  control: ControlName;
  /** The format check, and the error code when it fails. */
  format?: { code: FieldErrorCode; holds: (value: string) => boolean; json?: string };
  plausibility?: Plausibility;
  hint?: string;
  isWide?: boolean;
  share?: number;
  href?: Field["href"];
  reaches?: Field["reaches"];
};

type TextOptions = FieldOptions & { max: number };

/** Fields that allow longer texts span the full width of the form. */
const HALF_WIDTH_MAX = 255;

/** Defines a text field: trimmed, at most `max` UTF-16 units, `''` when empty (contract §3). */
export function textOf(sort: TextSort, options: TextOptions): Field<string> {
  const { control, format, hint = "", isWide = false, share = 2, href, reaches, plausibility } = sort;
  const { required = false, visibleWhen, max } = options;
  const strict = isRequired(options);

  function errorOf(value: string): FieldErrorCode | null {
    if (!isStorable(value)) return "type";
    if (value === "") return strict ? "required" : null;
    // zod's own .max() counts code points; a browser's maxlength counts UTF-16 units (contract §1).
    if (value.length > max) return "max";
    return format && !format.holds(value) ? format.code : null;
  }

  // zod cannot derive limits from a custom check, so they are declared for the API description.
  const limits = { ...(strict && { minLength: 1 }), maxLength: max };
  const shape = !format?.json
    ? limits
    : strict
      ? { ...limits, format: format.json }
      : { ...limits, anyOf: [{ format: format.json }, { maxLength: 0 }] };
  const schema: SchemaRecipe<string> = (z) => {
    const text = z
      .string({ error: (issue) => (strict && missing(issue.input) ? "required" : "type") })
      .check(z.trim(), firstError(errorOf))
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
    isWide: isWide || max > HALF_WIDTH_MAX,
    share,
    storage: {
      in: "column",
      type: "text",
      fromSql: (column) => column,
      shownSql: (column) => `nullif(${column}, '')`,
      emptySql: (column) => `${column} = ''`,
    },
    operators: ["contains", "empty", ...(plausibility ? (["plausible"] as const) : [])],
    plausibility,
    errorCodes: ["type", "required", "max", ...(format ? [format.code] : [])],
    json: { sent: {}, answered: { type: "string", maxLength: max }, hint },
    text: asText,
    cell: asText,
    parse: (text) => text.trim(),
    rowText: (row, name) => asText(row[name]),
    sortNames: (name) => [name],
    href,
    reaches,
  };
}

/**
 * Returns the `tel:` link of a number without spaces, brackets and slashes; null if it is no
 * number.
 */
function telephoneHref(value: unknown): string | null {
  // In "+49 (0)89" the zero is dialled only without the country code.
  const digits = String(value ?? "").replace(/(?<=^\+.*)\(0\)|[\s()/.-]/g, "");
  return /^\+?\d{3,}$/.test(digits) ? `tel:${digits}` : null;
}

/** Defines a single-line text field. */
export const text = (options: TextOptions) => textOf({ control: "text" }, options);

/**
 * Defines a field with a contract's notice period in free text; the form shows how it is understood
 * (contract §11).
 */
export const noticePeriod = (options: TextOptions) => textOf({ control: "notice_period" }, options);

/** Defines a field with a telephone number, stored as typed. */
export const phone = (options: TextOptions) => textOf({ control: "phone", reaches: telephoneHref }, options);

/** Defines a multi-line text field. */
export const longText = (options: TextOptions) => textOf({ control: "long_text", isWide: true }, options);

/** Defines a field with an e-mail address. */
export const email = (options: TextOptions) =>
  textOf(
    {
      control: "email",
      share: 4,
      format: { code: "email", holds: isEmail, json: "email" },
      plausibility: plausibleEmail(EMAIL),
      reaches: (value) => (typeof value === "string" && isEmail(value) ? `mailto:${value}` : null),
    },
    options,
  );

/** Defines a field with a web address, stored as typed (contract §1). */
export const webAddress = (options: TextOptions) =>
  textOf(
    {
      control: "web_address",
      format: { code: "url", holds: (value) => webHref(value) !== null },
      plausibility: plausibleWebAddress,
      hint: "An http(s) address; the scheme may be omitted.",
      href: (value) => (typeof value === "string" && value.trim() ? webHref(value.trim()) : null),
    },
    options,
  );
