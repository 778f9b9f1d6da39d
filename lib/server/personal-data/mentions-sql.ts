import type { AnyDefinition } from "../../records/kinds/define";
import { allDefinitions } from "../../records/kinds/registry";
import type { Connection } from "../database/client";
import { join, raw, sql, type SqlQuery } from "../database/sql";
import { contains, inSearchedFields } from "../records/sql/text-search";
import { columnFields, identifier, labelOf, ownColumn } from "../records/sql/fragments";

/**
 * A record or account whose texts contain a name or address: now in `fields`, and according to the
 * history in `past_fields`.
 */
export type Mention = { kind: string; id: number; label: string; fields: string[]; past_fields: string[] };

/** The kind under which the history records changes of accounts. */
const ACCOUNTS = "users";
/** Maximum number of mentions per kind. */
const MAX_OF_A_KIND = 200;

/**
 * Minimum length of a name that may match inside a word. Shorter names occur inside too many words,
 * so they match only at the beginning of a word.
 */
const SHORT = 4;

const any = (terms: readonly SqlQuery[]) => sql`(${join(terms, " OR ")})`;

/** Builds a condition: the folded text contains one of the words. */
const holdsOne = (text: SqlQuery, words: readonly string[]) =>
  any(
    words.map((word) => {
      const folded = sql`fold_text(${text})`;
      if (word.length >= SHORT) return contains(folded, sql`fold_umlauts(${folded})`, word);
      return sql`${folded} ~ ('\\m' || regexp_replace(fold_text(${word}), '\\W', '\\\\\\&', 'g'))`;
    }),
  );

const LIKE_CHARACTERS = /[\\%_]/g;
const patterns = (words: readonly string[]) => words.map((word) => `%${word.replace(LIKE_CHARACTERS, "\\$&")}%`);

/** Builds an array with the names of those texts that contain one of the words. */
const holding = (texts: readonly (readonly [string, SqlQuery])[], words: readonly string[]) =>
  sql`array_remove(ARRAY[${join(
    texts.map(([name, text]) => sql`CASE WHEN ${holdsOne(text, words)} THEN ${name}::text END`),
  )}], NULL)`;

/**
 * Builds the query for records of a kind whose texts contain one of the words. For fields that the
 * list search covers, uses the search index.
 */
function mentionsOfKind(definition: AnyDefinition, words: readonly string[], except: readonly number[]) {
  const { table, key, apiPath, searched } = definition;
  const texts = columnFields(definition)
    .filter(([, { storage }]) => storage.type === "text" || storage.type === "text[]")
    .map(([name, { storage }]) => [name, sql`coalesce(${raw(storage.shownSql(ownColumn(name)))}, '')`] as const);
  const others = texts.filter(([name]) => !searched.includes(name)).map(([, column]) => column);
  const found = [
    ...words.map((word) => inSearchedFields(word)),
    ...(others.length > 0 ? [sql`concat_ws(' ', ${join(others)}) ILIKE ANY(${patterns(words)}::text[])`] : []),
  ];
  return sql`(
    SELECT ${apiPath}::text AS kind, id, label, fields FROM (
      SELECT r.${identifier(key)} AS id, ${labelOf(definition, "de")} AS label, ${holding(texts, words)} AS fields
      FROM ${identifier(table)} r WHERE ${any(found)} AND r.${identifier(key)} <> ALL(${except}::int[])
    ) AS found
    WHERE cardinality(fields) > 0 ORDER BY id LIMIT ${MAX_OF_A_KIND + 1})`;
}

const mentionsOfAccounts = (words: readonly string[]) => sql`(
  SELECT ${ACCOUNTS}::text AS kind, id, name AS label,
    ${holding([["name", sql`name`] as const, ["email", sql`email`] as const], words)} AS fields
  FROM users WHERE ${holdsOne(sql`name || ' ' || email`, words)} ORDER BY id LIMIT ${MAX_OF_A_KIND + 1})`;

/** Builds the query for mentions in the history of other records, existing or deleted. */
const mentionsOfPast = (kind: string, ids: readonly number[], words: readonly string[]) => sql`
  SELECT kind, id, (array_agg(label ORDER BY change_id DESC))[1] AS label,
    array_remove(array_agg(DISTINCT field ->> 'name'), NULL) AS past_fields
  FROM (SELECT c.* FROM changes c WHERE NOT (c.kind = ${kind} AND c.id = ANY(${ids}::int[]))
      AND (c.fields::text ILIKE ANY(${patterns(words)}::text[]) OR c.label ILIKE ANY(${patterns(words)}::text[]))) AS told
  LEFT JOIN LATERAL jsonb_array_elements(told.fields) AS field
    ON field ->> 'old' ILIKE ANY(${patterns(words)}::text[]) OR field ->> 'new' ILIKE ANY(${patterns(words)}::text[])
  GROUP BY kind, id ORDER BY kind, id LIMIT ${MAX_OF_A_KIND + 1}`;

/**
 * Finds mentions of a person outside the person's own record: in texts of other records, in
 * accounts, and in the history of both.
 * @param ids the person's record, and those that were merged into it
 * @param words the person's surnames and addresses
 * @returns the mentions, and whether the list is complete
 */
export async function mentionsOf(
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  words: readonly string[],
): Promise<{ mentions: Mention[]; isComplete: boolean }> {
  if (words.length === 0) return { mentions: [], isComplete: true };
  const parts = allDefinitions.map((kind) => mentionsOfKind(kind, words, kind === definition ? ids : []));
  const now = await connection.$queryRaw<Omit<Mention, "past_fields">[]>`
    ${join([...parts, mentionsOfAccounts(words)], " UNION ALL ")}`;
  const past = await connection.$queryRaw<Omit<Mention, "fields">[]>`${mentionsOfPast(definition.apiPath, ids, words)}`;
  const isSame = (one: { kind: string; id: number }) => (other: { kind: string; id: number }) =>
    one.kind === other.kind && one.id === other.id;
  const mentions = [
    ...now.map((found) => ({ ...found, past_fields: past.find(isSame(found))?.past_fields ?? [] })),
    ...past.filter((found) => !now.some(isSame(found))).map((found) => ({ ...found, fields: [] })),
  ];
  const ofKind = (wanted: string) => now.filter(({ kind }) => kind === wanted).length;
  const counts = [...now.map(({ kind }) => ofKind(kind)), past.length];
  return { mentions, isComplete: counts.every((count) => count <= MAX_OF_A_KIND) };
}
