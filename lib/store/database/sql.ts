import pg from "pg";
import { Prisma } from "@/generated/prisma/client";
import { STATEMENT_TIMEOUT } from "@/lib/base/errors/errors";

/**
 * Composable SQL with bound values, from Prisma's client: `sql` templates, `join`, `empty` and
 * unescaped `raw` text.
 */
export const { sql, join, empty, raw } = Prisma;
export type SqlQuery = Prisma.Sql;

/**
 * Runs plain SQL on a connection. The functions have Prisma's signatures: a query is a template, or
 * composed SQL with its values.
 */
export type Sql = {
  /** @returns the rows: `int8` as bigint, timestamps and dates as Date, dates at midnight UTC */
  $queryRaw: <Rows = unknown>(query: TemplateStringsArray | SqlQuery, ...values: unknown[]) => Promise<Rows>;
  /** @returns the number of affected rows */
  $executeRaw: (query: TemplateStringsArray | SqlQuery, ...values: unknown[]) => Promise<number>;
  /** Like `$queryRaw`, but never prepared: for statements that do not repeat, such as DDL. */
  $queryRawUnsafe: <Rows = unknown>(text: string, ...values: unknown[]) => Promise<Rows>;
  $executeRawUnsafe: (text: string, ...values: unknown[]) => Promise<number>;
};

const { builtins } = pg.types;
const utc = (text: string) => new Date(`${text.replace(" ", "T")}Z`);
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: BigInt,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: (text) => utc(`${text} 00:00:00`),
  [builtins.TIMESTAMP]: utc,
};
const types = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[type]) || pg.types.getTypeParser(type, format as "text"),
} as pg.CustomTypesConfig;

/**
 * Maximum number of prepared statements. On every connection, PostgreSQL holds each of them in tens
 * of kilobytes of memory.
 */
const MAX_STATEMENTS = 300;
const names = new Map<string, string>();

/** Returns the name under which a statement is prepared, or undefined beyond the limit. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Property that marks a statement. A WeakSet of statements would exist twice, because Next bundles
 * pages and routes separately.
 */
const FORCED_CUSTOM_PLAN = Symbol.for("cooperation.plannedAnew");

/**
 * Forces a custom plan: marks a statement whose best plan depends on its values, such as a search
 * for a rare or a common word, so that it is not prepared and PostgreSQL plans it each time.
 */
export const forceCustomPlan = (query: SqlQuery): SqlQuery => Object.assign(query, { [FORCED_CUSTOM_PLAN]: true });

const isTemplate = (query: TemplateStringsArray | SqlQuery): query is TemplateStringsArray => Array.isArray(query);

/**
 * Runs one statement through the driver's callbacks. With the driver's promises, all rows of a long
 * transaction outlived the garbage collector's young generation: 150 MB in an export of 100,000
 * records (docs/performance.md).
 */
async function runStatement(target: pg.Pool | pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      target.query(statement, (error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // Replaces the driver's stack trace, which leads to its socket instead of to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * Returns plain SQL on a pool, or on one of its connections.
 * @param prepares whether statements are prepared on their connections
 */
export function sqlOn(target: pg.Pool | pg.PoolClient, { prepares }: { prepares: boolean }): Sql {
  const run = (query: TemplateStringsArray | SqlQuery, parameters: unknown[]) => {
    const sql = isTemplate(query) ? Prisma.sql(query, ...(parameters as SqlQuery[])) : query;
    const { text, values } = sql;
    const name = prepares && !(FORCED_CUSTOM_PLAN in sql) ? nameOf(text) : undefined;
    return runStatement(target, { name, text, values, types });
  };
  return {
    $queryRaw: async <Rows>(query: TemplateStringsArray | SqlQuery, ...values: unknown[]) =>
      (await run(query, values)).rows as Rows,
    $executeRaw: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
    $queryRawUnsafe: async <Rows>(text: string, ...values: unknown[]) =>
      (await runStatement(target, { text, values, types })).rows as Rows,
    $executeRawUnsafe: async (text, ...values) => (await runStatement(target, { text, values, types })).rowCount ?? 0,
  };
}

/**
 * Wraps the SQL of a transaction to refuse statements after its end. Otherwise a late statement of
 * abandoned work would run outside of a transaction, or in the connection's next transaction.
 * @param isOpen whether the connection still belongs to the transaction
 */
export function sqlWhile(isOpen: () => boolean, sql: Sql): Sql {
  const guarded =
    <Arguments extends [unknown, ...unknown[]], Answer>(run: (...values: Arguments) => Promise<Answer>) =>
    async (...values: Arguments) => {
      if (!isOpen())
        throw Object.assign(new Error("The transaction is over, or took too long"), { code: STATEMENT_TIMEOUT });
      return run(...values);
    };
  return {
    $queryRaw: guarded(sql.$queryRaw) as Sql["$queryRaw"],
    $executeRaw: guarded(sql.$executeRaw),
    $queryRawUnsafe: guarded(sql.$queryRawUnsafe) as Sql["$queryRawUnsafe"],
    $executeRawUnsafe: guarded(sql.$executeRawUnsafe),
  };
}
