import * as z from "zod";
import { MAX_ID } from "../limits";
import type { KindName } from "./define";
import { referenceLists, type ReferenceListName } from "./reference-lists";

// zod compiles validators with `new Function`, which the content security policy of our pages forbids.
if (typeof window !== "undefined") z.config({ jitless: true });

/** The codes that stand in an answer's `errors` (contract §1); each has its words under `validation.<code>`. */
export type FieldErrorCode =
  "required" | "email" | "url" | "max" | "min" | "date" | "date_order" | "exists" | "type" | "mismatch" | "unknown";

/** What a form shows for a field. */
export type Widget = "text" | "email" | "tel" | "url" | "textarea" | "select" | "multiselect" | "date" | "links";

/** Tells from a record's raw values whether a field takes part; hidden fields are dropped unread (contract §3). */
export type Visibility = (values: Readonly<Record<string, unknown>>) => boolean;

/** One field: its rule (`schema`), its widget and what both need to know. */
export type Field<Schema extends z.ZodType = z.ZodType> = {
  widget: Widget;
  schema: Schema;
  /** What an empty form holds. */
  initial: unknown;
  required: boolean;
  /** Longest text in UTF-16 units. */
  max?: number;
  reference?: ReferenceListName;
  visibleWhen?: Visibility;
  /** The kind whose links to the record the field replaces. */
  linkTo?: KindName;
};

/** Whether nothing was given at all. */
export const missing = (input: unknown) => input === undefined || input === null || input === "";

/** PostgreSQL stores no NUL, and a lone surrogate has no UTF-8 form. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** Whether a text is a usable e-mail address. */
export const isEmail = (value: string) => z.regexes.email.test(value);

/**
 * The address that a stored web address leads to, or null when it is none: http(s) as it is, without a scheme
 * with https (contract §1). Any other scheme leads nowhere.
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

/**
 * A check that reports the first thing that is wrong with a value. Without zod's `abort`, which would keep the rules
 * of the whole record from being reported beside it.
 */
export const firstError =
  <Value>(errorOf: (value: Value) => FieldErrorCode | null) =>
  (context: z.core.ParsePayload<Value>) => {
    const message = errorOf(context.value);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  };

function textError(value: string, widget: Widget, max: number, required: boolean): FieldErrorCode | null {
  if (!isStorable(value)) return "type";
  if (value === "") return required ? "required" : null;
  // zod's own .max() counts code points; a browser's maxlength counts UTF-16 units (contract §1).
  if (value.length > max) return "max";
  if (widget === "email" && !isEmail(value)) return "email";
  return widget === "url" && webHref(value) === null ? "url" : null;
}

/** What the API's description says of a text; zod cannot see into our own checks. */
function textShape(widget: Widget, max: number, required: boolean) {
  const shape = { ...(required && { minLength: 1 }), maxLength: max };
  if (widget !== "email") return shape;
  return required ? { ...shape, format: "email" } : { ...shape, anyOf: [{ format: "email" }, { maxLength: 0 }] };
}

type TextOptions<Required extends boolean> = {
  required?: Required;
  max: number;
  widget?: "text" | "email" | "tel" | "url" | "textarea";
};

/** A text field; trimmed, at most `max` UTF-16 units. The widgets `email` and `url` bring their format with them. */
export function text<Required extends boolean = false>({
  required,
  max,
  widget = "text",
}: TextOptions<Required>): Field<z.ZodType<string>> {
  const formatted = z
    .string({ error: (issue) => (required && missing(issue.input) ? "required" : "type") })
    .trim()
    .check(firstError((value) => textError(value, widget, max, required ?? false)))
    .meta(textShape(widget, max, required ?? false));
  return {
    widget,
    schema: required ? formatted : formatted.default(""),
    initial: "",
    required: required ?? false,
    max,
  };
}

/** The id of a reference entry or record; which ids exist is asked of the database. */
const id = z
  .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
  .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)));

/** One entry of a reference list. Without a default the field starts empty and must be chosen. */
export function select(options: { list: ReferenceListName; default?: number }): Field<z.ZodType<number>> {
  return {
    widget: "select",
    schema: options.default === undefined ? id : id.default(options.default),
    initial: options.default ?? null,
    required: options.default === undefined,
    reference: options.list,
  };
}

const unique = (ids: number[]) => [...new Set(ids)];

/** At least one entry of a reference list. */
export function multiselect(options: { list: ReferenceListName }): Field<z.ZodType<number[]>> {
  return {
    widget: "multiselect",
    schema: z
      .array(id, { error: (issue) => (missing(issue.input) ? "required" : "type") })
      .min(1, { error: "required" })
      .transform(unique),
    initial: [],
    required: true,
    reference: options.list,
  };
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isCalendarDate = (value: string) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match || match[1] === "0000") return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

/** A calendar day `YYYY-MM-DD`, required while it is visible, otherwise null (spec §5). */
export function date(options: { visibleWhen: Visibility }): Field<z.ZodType<string | null>> {
  return {
    widget: "date",
    schema: z
      .string({ error: "date" })
      .refine((value) => value === "" || isCalendarDate(value), { error: "date" })
      .transform((value) => value || null)
      .nullable()
      .default(null),
    initial: null,
    required: true,
    visibleWhen: options.visibleWhen,
  };
}

/**
 * A list of linked records, as ids or as objects that carry their key. Present it means "these are the links now",
 * absent it leaves the links alone (contract §3).
 */
export function links(options: { list: ReferenceListName; to: KindName }): Field<z.ZodType<number[] | undefined>> {
  const { key } = referenceLists[options.list];
  const toId = (item: unknown) =>
    typeof item === "object" && item !== null ? ((item as Record<string, unknown>)[key] ?? item) : item;
  return {
    widget: "links",
    schema: z.array(z.preprocess(toId, id), { error: "type" }).transform(unique).optional(),
    initial: undefined,
    required: false,
    reference: options.list,
    linkTo: options.to,
  };
}
