import { CONFIRMED_AT, CONFIRMED_BY } from "@/lib/model/fields/confirmation";
import { confirmableKinds } from "../round";
import type { Transaction } from "@/lib/store/database/client";
import { sql, type SqlQuery } from "@/lib/store/database/sql";
import { identifier } from "@/lib/store/sql/fragments";

/** An answer in a round: the recipient's name, in lower case, and the moment. */
export type AnswerMoment = { name: string; at: Date };

/** The characters with a meaning in regular expressions. */
const SPECIAL = /[\\^$.|?*+()[\]{}]/g;

/** Builds a pattern of names in a text; ", " separates recipients who share an address. */
const patternOf = (names: readonly string[]) =>
  `(^|, )(${names.map((name) => name.replace(SPECIAL, "\\$&")).join("|")})(?=, |$)`;

/**
 * Erases names of persons from the confirmations of records, and from the history of these (contract
 * §15). When records were confirmed stays, and so do the other values of the changes, and the names of
 * others who share an address with the person. Names are compared without regard to case.
 * @param namesakes answers of other persons with these names: their confirmations stay
 */
export async function eraseConfirmer(
  transaction: Transaction,
  names: readonly string[],
  namesakes: readonly AnswerMoment[] = [],
): Promise<void> {
  const erasedNames = [...new Set(names.map((name) => name.trim()))].filter(Boolean);
  if (erasedNames.length === 0) return;
  const pattern = patternOf(erasedNames);
  const isOfNamesake = (name: SqlQuery, at: SqlQuery) => sql`EXISTS (
    SELECT FROM jsonb_to_recordset(${JSON.stringify(namesakes)}::jsonb) AS n(name text, at timestamptz)
    WHERE n.name = lower(${name}) AND n.at = ${at})`;
  const isErased = (name: SqlQuery, at: SqlQuery) =>
    namesakes.length > 0
      ? sql`(coalesce(${name} ~* ${pattern}, false) AND NOT ${isOfNamesake(name, at)})`
      : sql`coalesce(${name} ~* ${pattern}, false)`;
  const remainingNames = (name: SqlQuery) => sql`
    nullif(regexp_replace(regexp_replace(${name}, ${pattern}, '', 'gi'), '^, ', ''), '')`;
  const [by, at] = [identifier(CONFIRMED_BY), identifier(CONFIRMED_AT)];
  for (const { table } of confirmableKinds()) {
    await transaction.$executeRaw`UPDATE ${identifier(table)} SET ${by} = ${remainingNames(by)} WHERE ${isErased(by, at)}`;
  }
  const moment = (side: "old" | "new") => sql`(
    SELECT (moment ->> ${side})::timestamptz FROM jsonb_array_elements(c.fields) AS moment
    WHERE moment ->> 'name' = ${CONFIRMED_AT})`;
  const nameOf = (side: "old" | "new") => sql`(field ->> ${side})`;
  const isErasedIn = (side: "old" | "new") => isErased(nameOf(side), moment(side));
  const erasedValue = (side: "old" | "new") => sql`
    CASE WHEN ${isErasedIn(side)} THEN to_jsonb(${remainingNames(nameOf(side))}) ELSE field -> ${side} END`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'erase', true)`;
  await transaction.$executeRaw`
    UPDATE changes c SET fields = (
      SELECT jsonb_agg(CASE WHEN field ->> 'name' = ${CONFIRMED_BY}
        THEN jsonb_build_object('name', ${CONFIRMED_BY}::text, 'old', ${erasedValue("old")}, 'new', ${erasedValue("new")})
        ELSE field END ORDER BY place)
      FROM jsonb_array_elements(c.fields) WITH ORDINALITY AS listed(field, place))
    WHERE c.kind = ANY(${confirmableKinds().map(({ apiPath }) => apiPath)}::text[])
      AND c.fields @> ${JSON.stringify([{ name: CONFIRMED_BY }])}::jsonb
      AND EXISTS (SELECT 1 FROM jsonb_array_elements(c.fields) AS field WHERE field ->> 'name' = ${CONFIRMED_BY}
        AND (${isErasedIn("old")} OR ${isErasedIn("new")}))`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', '', true)`;
}
