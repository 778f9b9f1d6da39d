import pg from "pg";
import { sealedDigest } from "./sealed-file";

/** A table's rows and a digest of all their columns, in any order of the rows. */
export type TableContents = { rows: number; digest: string };
/** What a database holds: its tables by name, and how far its sequences have counted. */
export type Contents = { tables: Record<string, TableContents>; sequences: Record<string, string> };

/** What belongs to an extension comes with the extension. */
const NOT_OF_EXTENSIONS = (catalogue: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = ${oid} AND deptype = 'e')`;
const OURS = "nspname NOT IN ('information_schema') AND nspname NOT LIKE 'pg\\_%'";

const TABLES = `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE relkind = 'r' AND relpersistence <> 't' AND ${OURS} AND ${NOT_OF_EXTENSIONS("pg_class", "c.oid")} ORDER BY 1`;
const SEQUENCES = `SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, 0)::text AS last
  FROM pg_sequences ORDER BY 1`;

/** Whatever somebody has made in a database: relations, routines, types and schemas that no extension brought. */
export const LEFT_IN_DATABASE = `SELECT count(*)::int AS things FROM (
  SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE ${OURS} AND relpersistence <> 't' AND ${NOT_OF_EXTENSIONS("pg_class", "c.oid")}
  UNION ALL SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
    WHERE ${OURS} AND ${NOT_OF_EXTENSIONS("pg_proc", "p.oid")}
  UNION ALL SELECT t.oid FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
    WHERE ${OURS} AND typtype IN ('e', 'd') AND ${NOT_OF_EXTENSIONS("pg_type", "t.oid")}
  UNION ALL SELECT n.oid FROM pg_namespace n
    WHERE ${OURS} AND nspname <> 'public' AND ${NOT_OF_EXTENSIONS("pg_namespace", "n.oid")}) AS things`;

/** A row as text must not depend on who asks. */
const SAME_TEXT = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL search_path = '';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** The sums of both halves of 128 bits of each row's SHA-256: the same in any order, and in no memory that grows with the table. */
const digestOf = (table: string) => `SELECT count(*)::text AS rows,
  concat_ws(' ', sum(('x' || encode(substr(hash, 1, 8), 'hex'))::bit(64)::bigint),
    sum(('x' || encode(substr(hash, 9, 8), 'hex'))::bit(64)::bigint)) AS sums
  FROM (SELECT sha256(convert_to("the row"::text, 'UTF8')) AS hash FROM ONLY ${table} AS "the row") AS hashed`;

/** Connects, and works in one transaction that sees one moment and changes nothing. */
export async function atOneMoment<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(SAME_TEXT);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Counts and digests every table, in the moment that the transaction sees.
 * @param key makes the digests worthless to whoever has not got it
 * @param signal stops between two tables
 */
export async function readContents(
  client: pg.Client,
  key: string | undefined,
  signal?: AbortSignal,
): Promise<Contents> {
  const sequences = (await client.query<{ name: string; last: string }>(SEQUENCES)).rows;
  const tables: Contents["tables"] = {};
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ rows: string; sums: string }>(digestOf(name));
    tables[name] = {
      rows: Number(rows[0]?.rows),
      digest: sealedDigest(key, `${name} ${rows[0]?.rows} ${rows[0]?.sums}`),
    };
  }
  return { tables, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) };
}

/** The names of the tables that are not the same in both, those that one lacks included. */
export const differingTables = (one: Contents["tables"], other: Contents["tables"]): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name]?.digest !== other[name]?.digest)
    .sort();

/** How many rows there are in all tables. */
export const allRows = (tables: Contents["tables"]) => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
