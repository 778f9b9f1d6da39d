import { createHash } from "node:crypto";
import pg from "pg";
import { GAZETTEER_TABLES } from "../gazetteer/fill-gazetteer";

/** Row count of each table with a digest of its rows in any order, and the last value of each sequence. */
export type Contents = {
  tables: Record<string, { rows: number; digest: string }>;
  sequences: Record<string, string>;
};

/** The objects of the database that do not belong to an extension, as `classid` and `oid`. */
const OBJECTS = `SELECT classid, object.oid FROM (
    SELECT 'pg_class'::regclass AS classid, oid, relnamespace AS namespace FROM pg_class
      WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'c', 'S') AND relpersistence <> 't'
    UNION ALL SELECT 'pg_proc'::regclass, oid, pronamespace FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, typnamespace FROM pg_type WHERE typtype IN ('e', 'd', 'r')
    UNION ALL SELECT 'pg_namespace'::regclass, oid, oid FROM pg_namespace WHERE nspname <> 'public'
  ) AS object JOIN pg_namespace n ON n.oid = namespace
  WHERE nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%' AND NOT EXISTS
    (SELECT FROM pg_depend d WHERE d.classid = object.classid AND objid = object.oid AND deptype = 'e')`;

/** Selects whether the database is empty, apart from extensions. */
export const IS_EMPTY = `SELECT NOT EXISTS (${OBJECTS}) AS empty`;

/** Drops everything in the database but extensions. Sequences come last: most are dropped with their table. */
export const DROP_ALL = `SET LOCAL lock_timeout = '10s';
DO $drop$ DECLARE target record; BEGIN
  FOR target IN SELECT identity, CASE classid WHEN 'pg_proc'::regclass THEN 'routine' ELSE replace(type, 'composite ', '') END AS kind
    FROM (${OBJECTS}) AS objects, pg_identify_object(classid, oid, 0) ORDER BY type = 'sequence'
  LOOP EXECUTE format('DROP %s IF EXISTS %s CASCADE', target.kind, target.identity); END LOOP;
  IF EXISTS (${OBJECTS}) THEN RAISE EXCEPTION 'the database contains objects that could not be dropped'; END IF;
END $drop$;
`;

/**
 * Selects the row that is digested: with the digest of binary values instead of their text, which
 * takes PostgreSQL ten times as long.
 */
const ROW = `SELECT CASE WHEN bool_or(atttypid = 'bytea'::regtype) THEN format('ROW(%s)', string_agg(
    format(CASE WHEN atttypid = 'bytea'::regtype THEN 'sha256(%I)' ELSE '%I' END, attname), ', ' ORDER BY attnum)) END
  FROM pg_attribute WHERE attrelid = objects.oid AND attnum > 0 AND NOT attisdropped`;
const TABLES = `SELECT objects.oid::regclass::text AS name, coalesce((${ROW}), '"the row"') AS row FROM (${OBJECTS}) AS objects
  JOIN pg_class c ON c.oid = objects.oid AND classid = 'pg_class'::regclass
  WHERE relkind = 'r' AND objects.oid::regclass::text <> ALL ($1) ORDER BY 1`;
const SEQUENCES = `SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, 0)::text AS last
  FROM pg_sequences ORDER BY 1`;

type Table = { name: string; row: string };

/** Makes the text of a row independent of the role's settings. */
const SAME_TEXT = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL search_path = '';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Sums both halves of 128 bits of each row's SHA-256, which needs constant memory and no order. */
const digestOf = ({ name, row }: Table) => `SELECT count(*)::text AS rows,
  concat_ws(' ', sum(('x' || encode(substr(hash, 1, 8), 'hex'))::bit(64)::bigint),
    sum(('x' || encode(substr(hash, 9, 8), 'hex'))::bit(64)::bigint)) AS sums
  FROM (SELECT sha256(convert_to(${row}::text, 'UTF8')) AS hash FROM ONLY ${name} AS "the row") AS hashed`;

/** Runs `work` in one read-only transaction that sees one snapshot. */
export async function inSnapshot<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
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
 * Counts and digests every table but those of the gazetteer.
 * @param signal stops between two tables
 */
export async function readContents(client: pg.Client, signal?: AbortSignal): Promise<Contents> {
  const sequences = (await client.query<{ name: string; last: string }>(SEQUENCES)).rows;
  const tables: Contents["tables"] = {};
  for (const table of (await client.query<Table>(TABLES, [GAZETTEER_TABLES])).rows) {
    signal?.throwIfAborted();
    const [found] = (await client.query<{ rows: string; sums: string }>(digestOf(table))).rows;
    const digest = createHash("sha256").update(`${table.name} ${found?.rows} ${found?.sums}`).digest("hex");
    tables[table.name] = { rows: Number(found?.rows), digest };
  }
  return { tables, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) };
}

/** Returns the names of the tables that differ, or that only one side has. */
export const differingTables = (one: Contents["tables"], other: Contents["tables"]): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name]?.digest !== other[name]?.digest)
    .sort();

/** Describes the size of a database: "52 tables, 1803 rows". */
export const countRows = (tables: Contents["tables"]) =>
  `${Object.keys(tables).length} tables, ${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows`;
