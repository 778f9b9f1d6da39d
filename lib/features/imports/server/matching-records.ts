import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Connection } from "@/lib/store/database/client";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { columnFields, identifier } from "@/lib/store/sql/fragments";

/**
 * The fields by which import rows can be matched with records: writable column fields with a single
 * value.
 */
export const matchFieldsOf = (definition: AnyDefinition): string[] =>
  columnFields(definition).flatMap(([name, { storage, managed }]) =>
    managed || storage.type === "text[]" ? [] : [name],
  );

const trimmed = (value: SqlQuery) => sql`btrim(${value})`;

/**
 * Normalizes German spelling, case and accents: "Müller" equals "Mueller", but "Bauer" does not
 * equal "Baur".
 */
const germanSpelling = (text: SqlQuery) =>
  sql`fold_text(replace(replace(replace(lower(normalize(${text}, NFC) COLLATE "und-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'))`;

/**
 * Normalizes a value for matching. E-mail addresses keep their spelling except for case: another
 * letter may mean another person.
 */
const folded = ({ fields }: AnyDefinition, name: string, value: SqlQuery) =>
  fields[name]?.control === "email" ? sql`lower(${trimmed(value)})` : germanSpelling(trimmed(value));

/**
 * Finds the records whose values equal those of import rows after normalization, in one statement
 * for all rows. If some records have exactly the values of a row, only those match the row.
 * @param rows the values of each row as texts, in the order of `fields`
 * @returns for each row its normalized values, and the keys of the matching records
 */
export async function matchingRecords(
  connection: Connection,
  definition: AnyDefinition,
  fields: readonly string[],
  rows: readonly { row: number; values: readonly string[] }[],
): Promise<Map<number, { folded: string; ids: number[] }>> {
  const all = (each: (name: string, at: number) => SqlQuery) => join(fields.map(each), ` || E'\\n' || `);
  const rowValue = (at: number) => sql`(values->>${at}::int)`;
  const storedValue = (name: string) => sql`coalesce(r.${identifier(name)}::text, '')`;
  const found = await connection.$queryRaw<{ row: number; folded: string; ids: number[] }[]>`
    WITH searched AS MATERIALIZED (
      SELECT row, ${all((_, at) => trimmed(rowValue(at)))} AS exact, ${all((name, at) => folded(definition, name, rowValue(at)))} AS folded
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v(row integer, values jsonb)),
    existing AS MATERIALIZED (
      SELECT r.${identifier(definition.key)} AS id, ${all((name) => trimmed(storedValue(name)))} AS exact,
        ${all((name) => folded(definition, name, storedValue(name)))} AS folded
      FROM ${identifier(definition.table)} r)
    SELECT searched.row, searched.folded, coalesce(
        array_agg(existing.id ORDER BY existing.id) FILTER (WHERE existing.exact = searched.exact),
        array_remove(array_agg(existing.id ORDER BY existing.id), NULL)) AS ids
    FROM searched LEFT JOIN existing USING (folded) GROUP BY 1, 2`;
  return new Map(found.map(({ row, ...match }) => [row, match]));
}
