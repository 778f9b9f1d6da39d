import type { AnyRow } from "@/lib/model/fields/field";
import { isEmptyValue, type Field } from "@/lib/model/fields/field";
import type { Locale } from "@/lib/model/messages/i18n";
import type { Relation } from "@/lib/model/kinds/relations";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";

/**
 * Returns the values of a link as calls take them, from a row of a link list, which contains entries
 * instead of their ids.
 */
export function linkValuesOf({ fields = {} }: Relation, row: AnyRow): AnyRow {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { reference, empty }]) => {
      const value = row[name] ?? empty;
      if (!reference || !Array.isArray(value)) return [name, value];
      const { key } = referenceLists[reference];
      return [
        name,
        (value as (AnyRow | number)[]).map((entry) => (typeof entry === "number" ? entry : Number(entry[key]))),
      ];
    }),
  );
}

/** Returns values with their texts as the server stores them: without blanks around them. */
export const withoutBlanks = (values: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]),
  );

/** The fields of a relation's links as a table shows them: in columns of their own, or beside a column. */
export type ShownLinkFields = { columns: readonly string[]; secondary: readonly string[] };

/**
 * Decides which fields of links get a column: the roles and the period. Flags and texts, which most
 * links lack, are shown in the first of these columns.
 */
export function shownLinkFields({ fields = {}, roles, period }: Relation): ShownLinkFields {
  const names = Object.keys(fields);
  const main = [roles?.field, period?.from, period?.to].filter((name) => name !== undefined);
  const columns = main.length > 0 ? names.filter((name) => main.includes(name)) : names.slice(0, 1);
  return { columns, secondary: names.filter((name) => !columns.includes(name)) };
}

/** Returns the text of a value of a link; an empty text for an empty value, and for a flag. */
export function linkText(field: Field | undefined, row: AnyRow, name: string, locale: Locale): string {
  if (!field || isEmptyValue(row[name]) || typeof row[name] === "boolean") return "";
  return field.rowText(row, name, locale);
}

/** Returns yes or no for the value of a flag; an empty text for other fields. */
export const flagText = (field: Field | undefined, row: AnyRow, name: string, locale: Locale): string =>
  field && typeof row[name] === "boolean" ? field.rowText(row, name, locale) : "";
