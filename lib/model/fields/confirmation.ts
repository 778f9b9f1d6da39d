import type { AnyRow, Field } from "./field";
import { text } from "./text";
import { timestamp } from "./timestamp";

/** The names of the fields with the time of a record's confirmation, and with who confirmed it. */
export const CONFIRMED_AT = "bestaetigt_am";
export const CONFIRMED_BY = "bestaetigt_von";

/** Maximum length of a confirmer's or recipient's name: given name and surname with a space between them. */
export const CONFIRMER_MAX_LENGTH = 201;

const name = text({ max: CONFIRMER_MAX_LENGTH });

/** A text that is null, not empty, before the first confirmation. */
const confirmedBy: Field = {
  ...name,
  managed: true,
  initial: null,
  empty: null,
  storage: {
    in: "column",
    type: "text",
    fromSql: (column) => column,
    shownSql: (column) => `nullif(${column}, '')`,
    emptySql: (column) => `coalesce(${column}, '') = ''`,
  },
  json: { ...name.json, answered: { type: ["string", "null"], maxLength: CONFIRMER_MAX_LENGTH } },
};

/** The fields of kinds whose records can be confirmed (contract §15). */
export const confirmationFields: Record<string, Field> = {
  [CONFIRMED_AT]: { ...timestamp(), managed: true },
  [CONFIRMED_BY]: confirmedBy,
};

/** When and by whom a record was last confirmed; `by` is null after the person was erased. */
export type Confirmation = { at: string; by: string | null };

/** Returns a record's confirmation, or null if it has none. */
export function confirmationOf(record: AnyRow): Confirmation | null {
  const [at, by] = [record[CONFIRMED_AT], record[CONFIRMED_BY]];
  return typeof at === "string" ? { at, by: typeof by === "string" && by !== "" ? by : null } : null;
}

/**
 * Returns the confirmation of the record `keep` after the record `drop` was merged into it: the later
 * one (contract §15); an empty object if that is its own, or none is known.
 */
export function laterConfirmation(keep: AnyRow, drop: AnyRow): AnyRow {
  const [keptTime, droppedTime] = [keep[CONFIRMED_AT], drop[CONFIRMED_AT]];
  if (
    typeof droppedTime !== "string" ||
    (typeof keptTime === "string" && Date.parse(keptTime) >= Date.parse(droppedTime))
  )
    return {};
  return { [CONFIRMED_AT]: droppedTime, [CONFIRMED_BY]: drop[CONFIRMED_BY] ?? null };
}
