import { CONFIRMED_BY } from "../../records/fields/confirmation";
import { confirmableKinds } from "../../records/rounds/round";
import type { Transaction } from "../database/client";
import { sql, type SqlQuery } from "../database/sql";
import { identifier } from "../records/sql/fragments";

/** Separates the names of recipients who share an address. */
const SEPARATOR = ", ";

/**
 * Erases names of persons from the confirmations of records, and from the history of these (contract
 * §15). When records were confirmed stays, and so do the other values of the changes, and the names of
 * others who share an address with the person. Names are compared without regard to case.
 */
export async function eraseConfirmer(transaction: Transaction, names: readonly string[]): Promise<void> {
  const wanted = [...new Set(names.map((name) => name.trim().toLowerCase()))].filter(Boolean);
  if (wanted.length === 0) return;
  const isNamed = (text: SqlQuery) => sql`(lower(${text}) = ANY(${wanted}::text[])
    OR string_to_array(lower(${text}), ${SEPARATOR}) && ${wanted}::text[])`;
  const others = (text: SqlQuery) => sql`CASE WHEN lower(${text}) = ANY(${wanted}::text[]) THEN NULL ELSE nullif((
    SELECT string_agg(name, ${SEPARATOR} ORDER BY place)
    FROM unnest(string_to_array(${text}, ${SEPARATOR})) WITH ORDINALITY AS listed(name, place)
    WHERE lower(name) <> ALL(${wanted}::text[])), '') END`;
  const by = identifier(CONFIRMED_BY);
  for (const { table } of confirmableKinds()) {
    await transaction.$executeRaw`UPDATE ${identifier(table)} SET ${by} = ${others(by)} WHERE ${isNamed(by)}`;
  }
  const without = (side: "old" | "new") => sql`
    CASE WHEN ${isNamed(sql`(field ->> ${side})`)} THEN to_jsonb(${others(sql`(field ->> ${side})`)})
      ELSE field -> ${side} END`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'erase', true)`;
  await transaction.$executeRaw`
    UPDATE changes c SET fields = (
      SELECT jsonb_agg(CASE WHEN field ->> 'name' = ${CONFIRMED_BY}
        THEN jsonb_build_object('name', ${CONFIRMED_BY}::text, 'old', ${without("old")}, 'new', ${without("new")})
        ELSE field END ORDER BY place)
      FROM jsonb_array_elements(c.fields) WITH ORDINALITY AS listed(field, place))
    WHERE c.kind = ANY(${confirmableKinds().map(({ apiPath }) => apiPath)}::text[])
      AND c.fields @> ${JSON.stringify([{ name: CONFIRMED_BY }])}::jsonb
      AND EXISTS (SELECT 1 FROM jsonb_array_elements(c.fields) AS field WHERE field ->> 'name' = ${CONFIRMED_BY}
        AND (${isNamed(sql`(field ->> 'old')`)} OR ${isNamed(sql`(field ->> 'new')`)}))`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', '', true)`;
}
