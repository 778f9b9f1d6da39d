import type { Mention } from "../personal-data-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { leadingLinkList, linkListsOf, relations, type Relation } from "@/lib/model/kinds/relations";
import type { Connection } from "@/lib/store/database/client";
import { join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import { containsOneOf, inSearchedFields } from "@/lib/store/sql/text-search";
import { columnFields, identifier, labelOf, ownColumn } from "@/lib/store/sql/fragments";

/** A mention as one part of the query finds it. */
type Found = Omit<Mention, "past_fields"> & { part: number };
/** The person's kind, and the ids of the person's record and of those merged into it. */
type Person = { name: string; apiPath: string; ids: readonly number[] };

/** The kind under which the history records changes of accounts. */
const ACCOUNTS = "users";
/** Maximum number of mentions in a kind's records, in a relation's links, and in the history. */
const MAX_OF_A_KIND = 200;

const anyOf = (terms: readonly SqlQuery[]) => sql`(${join(terms, " OR ")})`;

const LIKE_CHARACTERS = /[\\%_]/g;
const patterns = (words: readonly string[]) => words.map((word) => `%${word.replace(LIKE_CHARACTERS, "\\$&")}%`);

/** Builds an array with the names of those texts that contain one of the words. */
const fieldsContaining = (texts: readonly (readonly [string, SqlQuery])[], words: readonly string[]) =>
  sql`array_remove(ARRAY[${join(
    texts.map(([name, text]) => sql`CASE WHEN ${containsOneOf(text, words)} THEN ${name}::text END`),
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
      SELECT r.${identifier(key)} AS id, ${labelOf(definition, "de")} AS label, ${fieldsContaining(texts, words)} AS fields
      FROM ${identifier(table)} r WHERE ${anyOf(found)} AND r.${identifier(key)} <> ALL(${except}::int[])
    ) AS found
    WHERE cardinality(fields) > 0 ORDER BY id LIMIT ${MAX_OF_A_KIND + 1})`;
}

/**
 * Builds the query for links whose texts contain one of the words, as mentions in the record at one
 * end. Leaves out the person's own links, which are erased with the person.
 */
function mentionsOfLinks(relation: Relation, words: readonly string[], { name, ids }: Person): SqlQuery[] {
  const link = leadingLinkList(relation);
  const texts = Object.entries(relation.fields ?? {}).flatMap(([field, { storage }]) =>
    link && storage.in === "column" && (storage.type === "text" || storage.type === "text[]")
      ? [[`${link.list}.${field}`, sql`coalesce(${raw(storage.shownSql(`l."${field}"`))}, '')`] as const]
      : [],
  );
  if (!link || texts.length === 0) return [];
  const definition = definitionOf(link.own.kind);
  const isFilled = anyOf(texts.map(([, text]) => sql`${text} <> ''`));
  const isOfOthers = relation.ends
    .filter(({ kind }) => kind === name)
    .map(({ column }) => sql`l.${identifier(column)} <> ALL(${ids}::int[])`);
  return [
    sql`(
    SELECT ${definition.apiPath}::text AS kind, id, label, array_agg(DISTINCT field) AS fields FROM (
      SELECT r.${identifier(definition.key)} AS id, ${labelOf(definition, "de")} AS label, ${fieldsContaining(texts, words)} AS fields
      FROM ${identifier(relation.table)} l
      JOIN ${identifier(definition.table)} r ON r.${identifier(definition.key)} = l.${identifier(link.own.column)}
      WHERE ${join([isFilled, ...isOfOthers], " AND ")}
    ) AS found, unnest(fields) AS field GROUP BY id, label ORDER BY id LIMIT ${MAX_OF_A_KIND + 1})`,
  ];
}

const mentionsOfAccounts = (words: readonly string[]) => sql`(
  SELECT ${ACCOUNTS}::text AS kind, id, name AS label,
    ${fieldsContaining([["name", sql`name`] as const, ["email", sql`email`] as const], words)} AS fields
  FROM users WHERE ${containsOneOf(sql`name || ' ' || email`, words)} ORDER BY id LIMIT ${MAX_OF_A_KIND + 1})`;

/** Selects the name of a field of links as mentions contain it, `<link list>.<field>`. */
function linkFieldName(relation: SqlQuery, kind: SqlQuery, field: SqlQuery): SqlQuery {
  const lists = allDefinitions.flatMap(({ name, apiPath }) =>
    linkListsOf(name).map((link) => sql`(${link.relation.name}::text, ${apiPath}::text, ${link.list}::text)`),
  );
  return sql`concat((SELECT n.list || '.' FROM (VALUES ${join(lists)}) AS n(relation, kind, list)
    WHERE n.relation = ${relation} AND n.kind = ${kind} LIMIT 1), ${field})`;
}

/**
 * Builds the query for mentions in the history of other records, existing or deleted. Leaves out the
 * values of the person's own links, which are erased with the person.
 */
function mentionsOfPast(words: readonly string[], { apiPath, ids }: Person): SqlQuery {
  const containsWord = (text: SqlQuery) => sql`${text} ILIKE ANY(${patterns(words)}::text[])`;
  const isPerson = (kind: SqlQuery, id: SqlQuery) => sql`(${kind} = ${apiPath} AND ${id} = ANY(${ids}::int[]))`;
  const isOwn = sql`(${isPerson(sql`c.kind`, sql`c.id`)} OR c.related_id IS NOT NULL AND ${isPerson(sql`c.related_kind`, sql`c.related_id`)})`;
  const isOthersLink = sql`NOT ${isPerson(sql`link ->> 'kind'`, sql`(link ->> 'id')::int`)}`;
  return sql`
    SELECT kind, id, (array_agg(label ORDER BY change_id DESC))[1] AS label,
      array_remove(array_agg(DISTINCT held.name), NULL) AS past_fields
    FROM (SELECT c.* FROM changes c WHERE NOT ${isOwn} AND (
        ${containsWord(sql`c.fields::text`)} OR ${containsWord(sql`c.label`)}
        OR ${containsWord(sql`c.links::text`)} AND EXISTS (SELECT 1 FROM jsonb_array_elements(c.links) AS link
          WHERE ${containsWord(sql`(link -> 'values')::text`)} AND ${isOthersLink}))) AS change
    LEFT JOIN LATERAL (
      SELECT ${linkFieldName(sql`change.relation`, sql`change.kind`, sql`field ->> 'name'`)} AS name
      FROM jsonb_array_elements(change.fields) AS field
      WHERE ${containsWord(sql`field ->> 'old'`)} OR ${containsWord(sql`field ->> 'new'`)}
      UNION ALL
      SELECT ${linkFieldName(sql`link ->> 'relation'`, sql`change.kind`, sql`given.key`)}
      FROM jsonb_array_elements(change.links) AS link, jsonb_each_text(link -> 'values') AS given(key, value)
      WHERE ${containsWord(sql`given.value`)} AND ${isOthersLink}
    ) AS held ON true
    GROUP BY kind, id ORDER BY kind, id LIMIT ${MAX_OF_A_KIND + 1}`;
}

const isSame = (one: Pick<Mention, "kind" | "id">) => (other: Pick<Mention, "kind" | "id">) =>
  one.kind === other.kind && one.id === other.id;

/** Joins mentions in one record's own texts with those in the texts of its links. */
function joined(found: readonly Found[]): Found[] {
  const first = found.filter((mention, at) => found.findIndex(isSame(mention)) === at);
  return first.map((mention) => ({
    ...mention,
    fields: found.filter(isSame(mention)).flatMap(({ fields }) => fields),
  }));
}

/**
 * Finds mentions of a person outside the person's own record and links: in texts of other records and
 * links, in accounts, and in the history of all of them.
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
  const person = { name: definition.name, apiPath: definition.apiPath, ids };
  const parts = [
    ...allDefinitions.map((kind) => mentionsOfKind(kind, words, kind === definition ? ids : [])),
    mentionsOfAccounts(words),
    ...relations.flatMap((relation) => mentionsOfLinks(relation, words, person)),
  ];
  const found = await connection.$queryRaw<Found[]>`
    ${join(
      parts.map((part, at) => sql`SELECT ${at}::int AS part, kind, id, label, fields FROM ${part} AS found`),
      " UNION ALL ",
    )}`;
  const past = await connection.$queryRaw<Omit<Mention, "fields">[]>`${mentionsOfPast(words, person)}`;
  const now = joined(found).map(({ part: _part, ...mention }) => mention);
  const mentions = [
    ...now.map((found) => ({ ...found, past_fields: past.find(isSame(found))?.past_fields ?? [] })),
    ...past.filter((found) => !now.some(isSame(found))).map((found) => ({ ...found, fields: [] })),
  ];
  const counts = [...parts.map((_, at) => found.filter(({ part }) => part === at).length), past.length];
  return { mentions, isComplete: counts.every((count) => count <= MAX_OF_A_KIND) };
}
