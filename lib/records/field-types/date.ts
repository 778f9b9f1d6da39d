import * as z from "zod/mini";
import { displayDate, isCalendarDate, parseTypedDate } from "./day";
import { insists, missing, type Field, type FieldOptions } from "./field";

const shape = { type: ["string", "null"], format: "date" };

/** A calendar day `YYYY-MM-DD`, null for none. */
export function date(options: FieldOptions & { startsRow?: boolean } = {}): Field<string | null> {
  const { required = false, visibleWhen, startsRow } = options;
  const strict = insists(options);
  const text = z
    .string({ error: "date" })
    .check(z.refine((value) => value === "" || isCalendarDate(value), { error: "date" }));
  const day = z.nullable(
    z.pipe(
      text,
      z.transform((value) => value || null),
    ),
  );
  return {
    control: "date",
    schema: strict
      ? z.pipe(z.unknown().check(z.refine((value) => !missing(value), { error: "required", abort: true })), day)
      : z._default(day, null),
    initial: null,
    empty: null,
    required,
    visibleWhen,
    isWide: false,
    share: 2,
    startsRow,
    storage: {
      in: "column",
      type: "date",
      fromSql: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
      shownSql: (column) => `to_char(${column}, 'DD.MM.YYYY')`,
    },
    operators: ["from", "to", "empty"],
    errorCodes: ["date", "required"],
    json: {
      sent: shape,
      answered: shape,
      hint: visibleWhen ? "Required and stored only while the contractual basis asks for it, otherwise null." : "",
    },
    text: displayDate,
    parse: parseTypedDate,
    rowText: (row, name) => displayDate(row[name]),
    sortNames: (name) => [name],
  };
}
