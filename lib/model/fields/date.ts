import { displayDate, isCalendarDate } from "./day";
import { isRequired, missing, type Field, type FieldOptions, type SchemaRecipe } from "./field";
import { parseTypedDate } from "./parse-day";

const shape = { type: ["string", "null"], format: "date" };

/** Defines a field whose value is a calendar day `YYYY-MM-DD`, or null. */
export function date(options: FieldOptions & { startsRow?: boolean } = {}): Field<string | null> {
  const { required = false, visibleWhen, startsRow } = options;
  const strict = isRequired(options);
  const schema: SchemaRecipe<string | null> = (z) => {
    const text = z
      .string({ error: "date" })
      .check(z.refine((value) => value === "" || isCalendarDate(value), { error: "date" }));
    const day = z.nullable(
      z.pipe(
        text,
        z.transform((value) => value || null),
      ),
    );
    if (!strict) return z._default(day, null);
    return z.pipe(z.unknown().check(z.refine((value) => !missing(value), { error: "required", abort: true })), day);
  };
  return {
    control: "date",
    schema,
    initial: null,
    empty: null,
    required,
    visibleWhen,
    isWide: false,
    share: 2,
    minRem: 6.5,
    startsRow,
    storage: {
      in: "column",
      type: "date",
      fromSql: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
      shownSql: (column) => `to_char(${column}, 'DD.MM.YYYY')`,
      emptySql: (column) => `${column} IS NULL`,
    },
    operators: ["from", "to", "empty"],
    errorCodes: ["date", "required"],
    json: {
      sent: shape,
      answered: shape,
      hint: visibleWhen ? "Required and stored only while the contractual basis requires it, otherwise null." : "",
    },
    text: displayDate,
    cell: (value) => (typeof value === "string" && value ? { day: value } : null),
    parse: (text) => parseTypedDate(text),
    rowText: (row, name) => displayDate(row[name]),
    sortNames: (name) => [name],
  };
}
