import { isRequired, missing, type Field, type FieldOptions, type SchemaRecipe } from "./field";
import { dayOf, displayMoment, isMoment } from "./moments";

const shape = { type: ["string", "null"], format: "date-time" };

const dateOf = (value: unknown): Date | null => (typeof value === "string" && isMoment(value) ? new Date(value) : null);

function displayTimestamp(value: unknown): string {
  const moment = dateOf(value);
  return moment ? displayMoment(moment) : "";
}

/**
 * Defines a field whose value is a timestamp in UTC with milliseconds, such as
 * `2026-11-12T09:05:00.000Z`, or null. Filters and spreadsheets compare and contain its day in the
 * university's time zone. No form has a control for it, so it must be managed.
 */
export function timestamp(options: FieldOptions = {}): Field<string | null> {
  const { required = false, visibleWhen } = options;
  const strict = isRequired(options);
  const schema: SchemaRecipe<string | null> = (z) => {
    const moment = z.nullable(
      z.pipe(
        z.string({ error: "type" }).check(z.refine(isMoment, { error: "type" })),
        z.transform((value) => new Date(value).toISOString()),
      ),
    );
    if (!strict) return z._default(moment, null);
    return z.pipe(z.unknown().check(z.refine((value) => !missing(value), { error: "required", abort: true })), moment);
  };
  return {
    control: null,
    schema,
    initial: null,
    empty: null,
    required,
    visibleWhen,
    isWide: false,
    share: 2.4,
    minRem: 8.5,
    storage: {
      in: "column",
      type: "timestamptz",
      fromSql: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      shownSql: (column) => `to_char(${column} AT TIME ZONE 'Europe/Berlin', 'DD.MM.YYYY HH24:MI')`,
      emptySql: (column) => `${column} IS NULL`,
    },
    operators: ["from", "to", "empty", "before"],
    errorCodes: ["type", "required"],
    json: { sent: shape, answered: shape, hint: "" },
    text: displayTimestamp,
    cell: (value) => {
      const moment = dateOf(value);
      return moment && { day: dayOf(moment) };
    },
    parse: (text) => text.trim() || null,
    rowText: (row, name) => displayTimestamp(row[name]),
    sortNames: (name) => [name],
  };
}
