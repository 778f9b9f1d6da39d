import type { Locale } from "@/lib/model/messages/i18n";
import type { Likeness } from "../duplicate-answers";
import type { DuplicateFields } from "@/lib/model/kinds/duplicate-fields";
import { duplicateColumns } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { Connection } from "@/lib/store/database/client";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { dayBegins, detailOf, identifier, jsonParts, labelOf } from "@/lib/store/sql/fragments";

/** A record whose names have not been parsed since it was created or changed. */
export type UnreadRecord = AnyRow & { id: number; revision: number };

/**
 * Lists records whose names are still to be parsed, in key order.
 * @param after lists only keys greater than this
 * @param limit maximum number of records
 */
export const unreadRecords = (
  connection: Connection,
  { table, key, apiPath }: AnyDefinition,
  duplicateFields: DuplicateFields,
  { after, limit }: Record<"after" | "limit", number>,
) => connection.$queryRaw<UnreadRecord[]>`
  SELECT w.id, a.revision, ${join(duplicateColumns(duplicateFields).map((name) => sql`r.${identifier(name)}`))}
  FROM alike_waiting w JOIN alike_records a USING (kind, id) JOIN ${identifier(table)} r ON r.${identifier(key)} = w.id
  WHERE w.kind = ${apiPath} AND NOT w.is_read AND w.id > ${after}
  ORDER BY w.id LIMIT ${limit}`;

/** A parsed record: `known` is the comparable form as JSON, `keys` are its blocking keys. */
export type NormalizedRecord = { id: number; revision: number; known: unknown; keys: string[] };

/**
 * Stores parsed records. Skips records that have changed since they were read, or that another
 * transaction is changing: they stay in the queue.
 */
export async function saveParsedNames(
  connection: Connection,
  { apiPath }: AnyDefinition,
  records: readonly NormalizedRecord[],
): Promise<void> {
  for (const part of jsonParts(records)) {
    await connection.$executeRaw`
      WITH unchanged AS (
        SELECT parsed.* FROM json_to_recordset(${part}::json) AS parsed(id int, revision int, known jsonb, keys text[])
        JOIN alike_records latest ON latest.kind = ${apiPath} AND latest.id = parsed.id AND latest.revision = parsed.revision
        FOR UPDATE OF latest SKIP LOCKED
      ), saved AS (
        UPDATE alike_records a SET known = unchanged.known, keys = unchanged.keys FROM unchanged WHERE a.kind = ${apiPath} AND a.id = unchanged.id
      )
      UPDATE alike_waiting w SET is_read = true FROM unchanged WHERE w.kind = ${apiPath} AND w.id = unchanged.id`;
  }
}

/**
 * Tries to acquire the advisory lock for comparing a kind's records, held until the transaction
 * ends.
 * @returns false where another instance holds it
 */
export async function acquireRefreshLock(connection: Connection, { apiPath }: AnyDefinition): Promise<boolean> {
  const [row] = await connection.$queryRaw<[{ is_locked: boolean }]>`
    SELECT pg_try_advisory_xact_lock(hashtext('duplicates'), hashtext(${apiPath})) AS is_locked`;
  return row.is_locked;
}

/** Counts the records of a kind that are still to be parsed or compared. */
export async function countWaiting(connection: Connection, { apiPath }: AnyDefinition): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM alike_waiting WHERE kind = ${apiPath}`;
  return row.count;
}

/**
 * Lists the ids of parsed records that are still to be compared, in key order.
 * @param after lists only keys greater than this
 * @param limit maximum number of ids
 */
export const recordsToCompare = async (
  connection: Connection,
  { apiPath }: AnyDefinition,
  { after, limit }: Record<"after" | "limit", number>,
): Promise<number[]> => {
  const found = await connection.$queryRaw<{ id: number }[]>`
    SELECT id FROM alike_waiting WHERE kind = ${apiPath} AND is_read AND id > ${after} ORDER BY id LIMIT ${limit}`;
  return found.map(({ id }) => id);
};

/** Returns those of the given records that are parsed but not yet compared. */
export const waitingAmong = async (
  connection: Connection,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<number[]> => {
  const found = await connection.$queryRaw<{ id: number }[]>`
    SELECT id FROM alike_waiting WHERE kind = ${apiPath} AND is_read AND id = ANY(${ids}::int[])`;
  return found.map(({ id }) => id);
};

/** A record as parsed for comparison. */
export type ParsedRecord = { id: number; revision: number; known: unknown };

/** Reads records as parsed for comparison. Records that are not parsed yet are left out. */
export const parsedRecords = (connection: Connection, { apiPath }: AnyDefinition, ids: readonly number[]) =>
  connection.$queryRaw<ParsedRecord[]>`
    SELECT id, revision, known FROM alike_records
    WHERE kind = ${apiPath} AND id = ANY(${ids}::int[]) AND known IS NOT NULL`;

/** Reads the blocking keys of records. */
export async function keysOfRecords(
  connection: Connection,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<{ id: number; keys: string[] }[]> {
  return connection.$queryRaw`
    SELECT id, keys FROM alike_records WHERE kind = ${apiPath} AND id = ANY(${ids}::int[])`;
}

/**
 * A blocking key and the records that share it. If too many records share a key, the queries
 * truncate the list of ids or leave the key out.
 */
export type Sharing = { key: string; ids: number[] };

/**
 * For each blocking key, finds the records that have it, at most `most + 1`. Uses one index lookup
 * per key, so it suits few keys.
 */
export const keysSharedByFew = (connection: Connection, keys: readonly string[], limit: number) =>
  connection.$queryRaw<Sharing[]>`
    SELECT k.key, ARRAY(SELECT a.id FROM alike_records a WHERE a.keys @> ARRAY[k.key] LIMIT ${limit + 1}) AS ids
    FROM unnest(${keys}::text[]) AS k(key)`;

/**
 * For each blocking key of many records, finds the records of the kind that share it, in one scan
 * of the kind's records. Leaves out keys that only one record has or more than `limit` records have.
 */
export const keysSharedByMany = (
  connection: Connection,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
  limit: number,
) =>
  connection.$queryRaw<Sharing[]>`
    WITH requested AS MATERIALIZED (
      SELECT DISTINCT unnest(keys) AS key FROM alike_records WHERE kind = ${apiPath} AND id = ANY(${ids}::int[])
    )
    SELECT key, array_agg(id) AS ids
    FROM (SELECT id, unnest(keys) AS key FROM alike_records WHERE kind = ${apiPath}) AS one JOIN requested USING (key)
    GROUP BY key HAVING count(*) BETWEEN 2 AND ${limit}`;

/**
 * For each of many blocking keys, such as those of an import's rows, finds the records of a kind
 * that have it, in one scan of the kind's records. Leaves out keys that no record has or more than
 * `limit` records have.
 */
export const keysSharedAmong = (
  connection: Connection,
  { apiPath }: AnyDefinition,
  keys: readonly string[],
  limit: number,
) =>
  connection.$queryRaw<Sharing[]>`
    WITH requested AS MATERIALIZED (SELECT unnest(${keys}::text[]) AS key)
    SELECT key, array_agg(id) AS ids
    FROM (SELECT id, unnest(keys) AS key FROM alike_records WHERE kind = ${apiPath}) AS one JOIN requested USING (key)
    GROUP BY key HAVING count(*) <= ${limit}`;

/** Two records that may be duplicates; `a` is the smaller id. */
export type StoredPair = Readonly<Likeness> & { a: number; b: number };

/**
 * Builds a condition: the record has not changed since it was read. For an IN expression PostgreSQL
 * uses a hashed subplan; for a join, whose size it cannot estimate, it would use a nested loop.
 */
const isUnchanged = (id: SqlQuery) => sql`(${id} IN (SELECT id FROM unchanged)) IS TRUE`;

/**
 * Stores the pairs that were found and removes the compared records from the queue. Skips records
 * that have changed since they were read, or that another transaction is changing: they stay in the
 * queue.
 */
export async function savePairs(
  connection: Connection,
  { apiPath }: AnyDefinition,
  {
    pairs,
    compared,
    revisions,
  }: { pairs: readonly StoredPair[]; compared: readonly number[]; revisions: ReadonlyMap<number, number> },
): Promise<void> {
  const ofPairs = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const seenRevisions = [...new Set([...compared, ...ofPairs])].map((id) => ({
    id,
    revision: revisions.get(id) ?? -1,
  }));
  await connection.$executeRaw`
    WITH unchanged AS (
      SELECT latest.id FROM json_to_recordset(${JSON.stringify(seenRevisions)}::json) AS seen(id int, revision int)
      JOIN alike_records latest ON latest.kind = ${apiPath} AND latest.id = seen.id AND latest.revision = seen.revision
      FOR UPDATE OF latest SKIP LOCKED
    ), saved AS (
      INSERT INTO duplicate_pairs (kind, a, b, score, reasons, differences)
      SELECT ${apiPath}, p.a, p.b, p.score, p.reasons, p.differences
      FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS p(a int, b int, score real, reasons text[], differences text[])
      WHERE ${isUnchanged(sql`p.a`)} AND ${isUnchanged(sql`p.b`)}
      ON CONFLICT (kind, a, b) DO UPDATE SET score = excluded.score, reasons = excluded.reasons, differences = excluded.differences
    )
    DELETE FROM alike_waiting w WHERE w.kind = ${apiPath} AND w.is_read AND w.id = ANY(${compared}::int[])
      AND ${isUnchanged(sql`w.id`)}`;
}

/**
 * Deletes the pairs that rely on an equal web host which many records have turned out to share, and
 * queues their records for another comparison. Locks the records FOR SHARE, so that a concurrent delete
 * also removes their queue entries. Skips records that are being changed, because the change itself
 * queues them.
 * @param hosts the blocking keys of these web hosts
 * @returns how many records were queued
 */
export async function replacePairs(
  connection: Connection,
  { apiPath }: AnyDefinition,
  hosts: readonly string[],
): Promise<number> {
  return connection.$executeRaw`
    WITH affected AS (
      SELECT p.a, p.b FROM duplicate_pairs p
      JOIN alike_records r ON r.kind = p.kind AND r.id = p.a
      CROSS JOIN LATERAL unnest(r.keys) AS own(key)
      JOIN unnest(${hosts}::text[]) AS hosts(key) USING (key)
      JOIN alike_records other ON other.kind = p.kind AND other.id = p.b AND own.key = ANY(other.keys)
      WHERE p.kind = ${apiPath} AND 'website' = ANY(p.reasons)
    ), deleted AS (
      DELETE FROM duplicate_pairs p USING affected WHERE p.kind = ${apiPath} AND p.a = affected.a AND p.b = affected.b
      RETURNING p.a, p.b
    )
    INSERT INTO alike_waiting (kind, id, is_read)
    SELECT kind, id, true FROM alike_records
    WHERE kind = ${apiPath} AND id IN (SELECT a FROM deleted UNION SELECT b FROM deleted) FOR SHARE SKIP LOCKED
    ON CONFLICT (kind, id) DO NOTHING`;
}

/** A record's label and detail line. */
export type LabelledRecord = { id: number; label: string; detail: string };

/** Reads the labels and detail lines of records. */
export const namedRecords = (
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  locale: Locale,
) =>
  connection.$queryRaw<LabelledRecord[]>`
    SELECT r.${identifier(definition.key)} AS id, ${labelOf(definition, locale)} AS label, ${detailOf(definition, locale)} AS detail
    FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} = ANY(${ids}::int[])`;

const NOT_DISMISSED = sql`NOT EXISTS (
  SELECT FROM duplicate_dismissals d WHERE d.kind = p.kind AND d.a = p.a AND d.b = p.b)`;

/** Counts the pairs of a kind that are not dismissed. */
export async function countPairs(connection: Connection, { apiPath }: AnyDefinition): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM duplicate_pairs p WHERE p.kind = ${apiPath} AND ${NOT_DISMISSED}`;
  return row.count;
}

/** Lists a page of the pairs that are not dismissed, highest score first. */
export const listPairs = (
  connection: Connection,
  { apiPath }: AnyDefinition,
  { pageNo, pageSize }: Record<"pageNo" | "pageSize", number>,
) =>
  connection.$queryRaw<StoredPair[]>`
    SELECT p.a, p.b, p.score::float8 AS score, p.reasons, p.differences FROM duplicate_pairs p
    WHERE p.kind = ${apiPath} AND ${NOT_DISMISSED}
    ORDER BY p.score DESC, p.a, p.b LIMIT ${pageSize} OFFSET ${pageNo * pageSize}`;

/**
 * Dismisses a pair.
 * @returns false where it was dismissed already; null where one of the records does not exist
 */
export async function insertDismissal(
  connection: Connection,
  { table, key, apiPath }: AnyDefinition,
  [a, b]: readonly [number, number],
  user: number | null,
): Promise<boolean | null> {
  const ids = [a, b];
  // Locks both records, so that neither can be deleted before the dismissal is committed.
  const locked = await connection.$queryRaw<object[]>`
    SELECT FROM ${identifier(table)} r WHERE r.${identifier(key)} = ANY(${ids}::int[]) ORDER BY r.${identifier(key)} FOR KEY SHARE`;
  if (locked.length < ids.length) return null;
  const written = await connection.$executeRaw`
    INSERT INTO duplicate_dismissals (kind, a, b, user_id) VALUES (${apiPath}, ${a}, ${b}, ${user}) ON CONFLICT DO NOTHING`;
  return written > 0;
}

/**
 * Withdraws the dismissal of a pair.
 * @returns false where the pair was not dismissed
 */
export async function deleteDismissal(
  connection: Connection,
  { apiPath }: AnyDefinition,
  [a, b]: readonly [number, number],
): Promise<boolean> {
  const deleted = await connection.$executeRaw`
    DELETE FROM duplicate_dismissals WHERE kind = ${apiPath} AND a = ${a} AND b = ${b}`;
  return deleted > 0;
}

/**
 * Counts the pairs that a user has settled since the start of a day, by merging or dismissing them.
 */
export async function countSettled(connection: Connection, user: number | null, day: string): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT (
      (SELECT count(*) FROM duplicate_dismissals d WHERE d.user_id = ${user}::int AND d.at >= ${dayBegins(day)}) +
      (SELECT count(*) FROM changes c JOIN merged_records m ON m.kind = c.kind AND m.id = c.id
        WHERE c.user_id = ${user}::int AND c.action = 'delete' AND c.at >= ${dayBegins(day)})
    )::int AS count`;
  return row.count;
}
