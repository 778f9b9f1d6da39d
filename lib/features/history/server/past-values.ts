import type { Connection } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";

/** Labels of records, and values of their fields, by the fields' names. */
export type PastValues = { labels: string[]; values: ReadonlyMap<string, readonly string[]> };

/**
 * Reads the texts that records and some of their fields have had, from all of the records' own
 * changes. Empty texts and erased ones are left out.
 * @param names the names of the fields
 */
export async function pastValues(
  connection: Connection,
  kind: string,
  ids: readonly number[],
  names: readonly string[],
): Promise<PastValues> {
  const isOwn = sql`c.kind = ${kind} AND c.id = ANY(${ids}::int[])`;
  const rows = await connection.$queryRaw<{ name: string | null; text: string }[]>`
    SELECT NULL AS name, c.label AS text FROM changes c WHERE ${isOwn} AND trim(c.label) <> ''
    UNION
    SELECT field ->> 'name', given.text
    FROM changes c, jsonb_array_elements(c.fields) AS field,
      LATERAL (VALUES (field ->> 'old'), (field ->> 'new')) AS given(text)
    WHERE ${isOwn} AND c.relation IS NULL AND field ->> 'name' = ANY(${names}::text[]) AND trim(given.text) <> ''`;
  const textsOf = (searchedName: string | null) =>
    rows.flatMap(({ name, text }) => (name === searchedName ? [text] : []));
  return { labels: textsOf(null), values: new Map(names.map((name) => [name, textsOf(name)])) };
}
