import type { Locale } from "../../i18n";
import type { AlikeFields, AlikeReason } from "../../records/kinds/alike";
import { alikeColumns } from "../../records/kinds/alike";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { Connection } from "../database/client";
import { join, sql, type SqlQuery } from "../database/sql";
import { dayBegins, detailOf, identifier, jsonParts, labelOf } from "../records/sql/fragments";

/** A record whose names are still to be read. */
export type UnreadRecord = AnyRow & { id: number; revision: number };

/** Records whose names are still to be read, so many by their keys, from the first after a key. */
export const unreadRecords = (
  connection: Connection,
  { table, key, apiPath }: AnyDefinition,
  alike: AlikeFields,
  { after, most }: Record<"after" | "most", number>,
) => connection.$queryRaw<UnreadRecord[]>`
  SELECT w.id, a.revision, ${join(alikeColumns(alike).map((name) => sql`r.${identifier(name)}`))}
  FROM alike_waiting w JOIN alike_records a USING (kind, id) JOIN ${identifier(table)} r ON r.${identifier(key)} = w.id
  WHERE w.kind = ${apiPath} AND NOT w.is_read AND w.id > ${after}
  ORDER BY w.id LIMIT ${most}`;

/** A record as it was read: what is compared, as JSON, and what others are looked for by. */
export type ReadRecord = { id: number; revision: number; known: unknown; keys: string[] };

/** Keeps what was read, but of records that have changed meanwhile, or are being changed: these are read anew. */
export async function keepRead(
  connection: Connection,
  { apiPath }: AnyDefinition,
  records: readonly ReadRecord[],
): Promise<void> {
  for (const part of jsonParts(records)) {
    await connection.$executeRaw`
      WITH mine AS (
        SELECT told.* FROM json_to_recordset(${part}::json) AS told(id int, revision int, known jsonb, keys text[])
        JOIN alike_records now ON now.kind = ${apiPath} AND now.id = told.id AND now.revision = told.revision
        FOR UPDATE OF now SKIP LOCKED
      ), kept AS (
        UPDATE alike_records a SET known = mine.known, keys = mine.keys FROM mine WHERE a.kind = ${apiPath} AND a.id = mine.id
      )
      UPDATE alike_waiting w SET is_read = true FROM mine WHERE w.kind = ${apiPath} AND w.id = mine.id`;
  }
}

/** Takes the turn of comparing a kind's records, until the transaction ends. @returns false where another instance has it */
export async function takeTurn(connection: Connection, { apiPath }: AnyDefinition): Promise<boolean> {
  const [row] = await connection.$queryRaw<[{ mine: boolean }]>`
    SELECT pg_try_advisory_xact_lock(hashtext('duplicates'), hashtext(${apiPath})) AS mine`;
  return row.mine;
}

/** How many records of a kind wait: to be read, or to be compared. */
export async function countWaiting(connection: Connection, { apiPath }: AnyDefinition): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM alike_waiting WHERE kind = ${apiPath}`;
  return row.count;
}

/** Records that have been read and are still to be compared, so many by their keys. */
export const recordsToCompare = async (
  connection: Connection,
  { apiPath }: AnyDefinition,
  { after, most }: Record<"after" | "most", number>,
): Promise<number[]> => {
  const found = await connection.$queryRaw<{ id: number }[]>`
    SELECT id FROM alike_waiting WHERE kind = ${apiPath} AND is_read AND id > ${after} ORDER BY id LIMIT ${most}`;
  return found.map(({ id }) => id);
};

/** Which of some records are still to be compared. */
export const waitingAmong = async (
  connection: Connection,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<number[]> => {
  const found = await connection.$queryRaw<{ id: number }[]>`
    SELECT id FROM alike_waiting WHERE kind = ${apiPath} AND is_read AND id = ANY(${ids}::int[])`;
  return found.map(({ id }) => id);
};

/** A record as it was kept. */
export type KeptRecord = { id: number; revision: number; known: unknown };

/** What is kept of records. Those that wait to be read are not among them. */
export const keptRecords = (connection: Connection, { apiPath }: AnyDefinition, ids: readonly number[]) =>
  connection.$queryRaw<KeptRecord[]>`
    SELECT id, revision, known FROM alike_records
    WHERE kind = ${apiPath} AND id = ANY(${ids}::int[]) AND known IS NOT NULL`;

/** What others of some records' kind are looked for by. */
export async function keysOfRecords(
  connection: Connection,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<{ id: number; keys: string[] }[]> {
  return connection.$queryRaw`
    SELECT id, keys FROM alike_records WHERE kind = ${apiPath} AND id = ANY(${ids}::int[])`;
}

/** Who shares a key: nobody is told where too many do. */
export type Sharing = { key: string; ids: number[] };

/** The records that have each of some keys, one more than `most` at most. An index finds them, each key by itself. */
export const sharingFew = (connection: Connection, keys: readonly string[], most: number) =>
  connection.$queryRaw<Sharing[]>`
    SELECT k.key, ARRAY(SELECT a.id FROM alike_records a WHERE a.keys @> ARRAY[k.key] LIMIT ${most + 1}) AS ids
    FROM unnest(${keys}::text[]) AS k(key)`;

/** The same for the keys of very many records of a kind, in one walk through all of them. */
export const sharingMany = (connection: Connection, { apiPath }: AnyDefinition, ids: readonly number[], most: number) =>
  connection.$queryRaw<Sharing[]>`
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT unnest(keys) AS key FROM alike_records WHERE kind = ${apiPath} AND id = ANY(${ids}::int[])
    )
    SELECT key, array_agg(id) AS ids
    FROM (SELECT id, unnest(keys) AS key FROM alike_records WHERE kind = ${apiPath}) AS one JOIN wanted USING (key)
    GROUP BY key HAVING count(*) BETWEEN 2 AND ${most}`;

/** The same for very many keys that nobody needs to have yet, such as those of a table's rows. */
export const sharingAmong = (
  connection: Connection,
  { apiPath }: AnyDefinition,
  keys: readonly string[],
  most: number,
) =>
  connection.$queryRaw<Sharing[]>`
    WITH wanted AS MATERIALIZED (SELECT unnest(${keys}::text[]) AS key)
    SELECT key, array_agg(id) AS ids
    FROM (SELECT id, unnest(keys) AS key FROM alike_records WHERE kind = ${apiPath}) AS one JOIN wanted USING (key)
    GROUP BY key HAVING count(*) <= ${most}`;

/** Two records that are alike; `a` is the smaller id. */
export type Pair = { a: number; b: number; score: number; reasons: readonly AlikeReason[] };

/** As an expression it is looked up in a table of hashes; as a join, of whose size nothing is known, row by row. */
const isUnchanged = (id: SqlQuery) => sql`(${id} IN (SELECT id FROM unchanged)) IS TRUE`;

/**
 * Keeps the pairs that were found, and that their records have been compared. Of a record that has changed meanwhile, or is being
 * changed, nothing is kept: it is compared again.
 */
export async function keepPairs(
  connection: Connection,
  { apiPath }: AnyDefinition,
  {
    pairs,
    compared,
    revisions,
  }: { pairs: readonly Pair[]; compared: readonly number[]; revisions: ReadonlyMap<number, number> },
): Promise<void> {
  const ofPairs = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const told = [...new Set([...compared, ...ofPairs])].map((id) => ({ id, revision: revisions.get(id) ?? -1 }));
  await connection.$executeRaw`
    WITH unchanged AS (
      SELECT now.id FROM json_to_recordset(${JSON.stringify(told)}::json) AS told(id int, revision int)
      JOIN alike_records now ON now.kind = ${apiPath} AND now.id = told.id AND now.revision = told.revision
      FOR UPDATE OF now SKIP LOCKED
    ), kept AS (
      INSERT INTO duplicate_pairs (kind, a, b, score, reasons)
      SELECT ${apiPath}, p.a, p.b, p.score, p.reasons
      FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS p(a int, b int, score real, reasons text[])
      WHERE ${isUnchanged(sql`p.a`)} AND ${isUnchanged(sql`p.b`)}
      ON CONFLICT (kind, a, b) DO UPDATE SET score = excluded.score, reasons = excluded.reasons
    )
    DELETE FROM alike_waiting w WHERE w.kind = ${apiPath} AND w.is_read AND w.id = ANY(${compared}::int[])
      AND ${isUnchanged(sql`w.id`)}`;
}

/**
 * Has records compared anew that were told alike by a host which turned out to be that of many. They are held meanwhile, so that
 * who deletes one in this moment takes along what waits of it; who changes one has it wait himself.
 * @param hosts keys of hosts
 * @returns how many records these are
 */
export async function compareAnew(
  connection: Connection,
  { apiPath }: AnyDefinition,
  hosts: readonly string[],
): Promise<number> {
  return connection.$executeRaw`
    WITH told AS (
      SELECT p.a, p.b FROM duplicate_pairs p
      JOIN alike_records r ON r.kind = p.kind AND r.id = p.a
      CROSS JOIN LATERAL unnest(r.keys) AS own(key)
      JOIN unnest(${hosts}::text[]) AS hosts(key) USING (key)
      WHERE p.kind = ${apiPath} AND 'website' = ANY(p.reasons)
    ), gone AS (
      DELETE FROM duplicate_pairs p USING told WHERE p.kind = ${apiPath} AND p.a = told.a AND p.b = told.b
      RETURNING p.a, p.b
    )
    INSERT INTO alike_waiting (kind, id, is_read)
    SELECT kind, id, true FROM alike_records
    WHERE kind = ${apiPath} AND id IN (SELECT a FROM gone UNION SELECT b FROM gone) FOR SHARE SKIP LOCKED
    ON CONFLICT (kind, id) DO NOTHING`;
}

/** What hits say of a record, by its id. */
export type Named = { id: number; label: string; detail: string };

/** What records are called, and what tells them apart. */
export const namedRecords = (
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  locale: Locale,
) =>
  connection.$queryRaw<Named[]>`
    SELECT r.${identifier(definition.key)} AS id, ${labelOf(definition, locale)} AS label, ${detailOf(definition, locale)} AS detail
    FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} = ANY(${ids}::int[])`;

const NOT_DISMISSED = sql`NOT EXISTS (
  SELECT FROM duplicate_dismissals d WHERE d.kind = p.kind AND d.a = p.a AND d.b = p.b)`;

/** How many pairs of a kind there are that nobody has dismissed. */
export async function countPairs(connection: Connection, { apiPath }: AnyDefinition): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM duplicate_pairs p WHERE p.kind = ${apiPath} AND ${NOT_DISMISSED}`;
  return row.count;
}

/** A page of the pairs that nobody has dismissed, the surest first. */
export const listPairs = (
  connection: Connection,
  { apiPath }: AnyDefinition,
  { pageNo, pageSize }: Record<"pageNo" | "pageSize", number>,
) =>
  connection.$queryRaw<Pair[]>`
    SELECT p.a, p.b, p.score::float8 AS score, p.reasons FROM duplicate_pairs p
    WHERE p.kind = ${apiPath} AND ${NOT_DISMISSED}
    ORDER BY p.score DESC, p.a, p.b LIMIT ${pageSize} OFFSET ${pageNo * pageSize}`;

/** Says that two records are not one. @returns whether that was news; null where one of them is not there */
export async function insertDismissal(
  connection: Connection,
  { table, key, apiPath }: AnyDefinition,
  [a, b]: readonly [number, number],
  user: number | null,
): Promise<boolean | null> {
  const ids = [a, b];
  // The records must not go before what is said of them stands.
  const there = await connection.$queryRaw<object[]>`
    SELECT FROM ${identifier(table)} r WHERE r.${identifier(key)} = ANY(${ids}::int[]) ORDER BY r.${identifier(key)} FOR KEY SHARE`;
  if (there.length < ids.length) return null;
  const written = await connection.$executeRaw`
    INSERT INTO duplicate_dismissals (kind, a, b, user_id) VALUES (${apiPath}, ${a}, ${b}, ${user}) ON CONFLICT DO NOTHING`;
  return written > 0;
}

/** Takes it back. @returns whether it had been said */
export async function deleteDismissal(
  connection: Connection,
  { apiPath }: AnyDefinition,
  [a, b]: readonly [number, number],
): Promise<boolean> {
  const taken = await connection.$executeRaw`
    DELETE FROM duplicate_dismissals WHERE kind = ${apiPath} AND a = ${a} AND b = ${b}`;
  return taken > 0;
}

/** How many pairs somebody has settled on a day: merged, or said not to be one. */
export async function countSettled(connection: Connection, user: number | null, day: string): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT (
      (SELECT count(*) FROM duplicate_dismissals d WHERE d.user_id = ${user}::int AND d.at >= ${dayBegins(day)}) +
      (SELECT count(*) FROM changes c JOIN merged_records m ON m.kind = c.kind AND m.id = c.id
        WHERE c.user_id = ${user}::int AND c.action = 'delete' AND c.at >= ${dayBegins(day)})
    )::int AS count`;
  return row.count;
}
