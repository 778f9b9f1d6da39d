import pg from "pg";
import { Prisma } from "../generated/prisma/client";

/** Composable SQL with bound values, from Prisma's client: `sql` templates, `join`, `empty` and unescaped `raw` text. */
export const { sql, join, empty, raw } = Prisma;
export type SqlQuery = Prisma.Sql;

/** Plain SQL on a connection, in Prisma's words: a template, or SQL that was put together before, with its values. */
export type Sql = {
  /** @returns the rows: `int8` as bigint, moments and days as Date, days at midnight UTC */
  $queryRaw: <Rows = unknown>(query: TemplateStringsArray | SqlQuery, ...values: unknown[]) => Promise<Rows>;
  /** @returns how many rows were touched */
  $executeRaw: (query: TemplateStringsArray | SqlQuery, ...values: unknown[]) => Promise<number>;
  /** As `$queryRaw`, for a text that no other use of it is like, such as a statement about a table's structure. */
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

/** PostgreSQL keeps each prepared statement on each connection, tens of kilobytes: those that come first, and no more. */
const MOST_STATEMENTS = 300;
const names = new Map<string, string>();

/** The name under which a statement is prepared, or none. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** On the statement itself: Next bundles pages and calls apart, and a list of marks would be there twice. */
const PLANNED_ANEW = Symbol.for("cooperation.plannedAnew");

/**
 * Marks a statement whose best plan depends on its values, such as a search for a word that is rare or is not: PostgreSQL
 * plans it each time.
 */
export const planAnew = (query: SqlQuery): SqlQuery => Object.assign(query, { [PLANNED_ANEW]: true });

const GOES_AHEAD = Symbol.for("cooperation.goesAhead");

/**
 * Marks a statement that may be sent before the beginning of its transaction has been answered, so that one way to the
 * database and back does for both; it overtakes what is not marked. It must not write: were the beginning to fail, it would
 * happen by itself.
 */
export const goingAhead = (query: SqlQuery): SqlQuery => Object.assign(query, { [GOES_AHEAD]: true });

const isTemplate = (query: TemplateStringsArray | SqlQuery): query is TemplateStringsArray => Array.isArray(query);

/**
 * One statement, asked with a callback: measured with the driver's own promises, all rows of a long transaction outlived the
 * quick garbage collection, 150 MB of an export of 100,000 records (docs/performance.md).
 */
async function answerOf(on: pg.Pool | pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      on.query(statement, (error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // The driver's stack leads to its socket, not to who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * Plain SQL on a pool, or on one of its connections.
 * @param prepares whether statements stay prepared on their connections
 */
export function sqlOn(on: pg.Pool | pg.PoolClient, { prepares }: { prepares: boolean }): Sql {
  const ask = (query: TemplateStringsArray | SqlQuery, given: unknown[]) => {
    const sql = isTemplate(query) ? Prisma.sql(query, ...(given as SqlQuery[])) : query;
    const { text, values } = sql;
    const name = prepares && !(PLANNED_ANEW in sql) ? nameOf(text) : undefined;
    return answerOf(on, { name, text, values, types });
  };
  return {
    $queryRaw: async <Rows>(query: TemplateStringsArray | SqlQuery, ...values: unknown[]) =>
      (await ask(query, values)).rows as Rows,
    $executeRaw: async (query, ...values) => (await ask(query, values)).rowCount ?? 0,
    $queryRawUnsafe: async <Rows>(text: string, ...values: unknown[]) =>
      (await answerOf(on, { text, values, types })).rows as Rows,
    $executeRawUnsafe: async (text, ...values) => (await answerOf(on, { text, values, types })).rowCount ?? 0,
  };
}

/** The code of a statement that took too long. */
const TOO_LONG = "57014";

/**
 * The same as long as its transaction is open. A statement that comes later, from work that nobody waits for any more, would
 * be written by itself, or into somebody else's transaction.
 * @param isOpen whether the connection still belongs to the transaction
 * @param beginning answered when the transaction has begun; only what goes ahead is sent before that, and nothing answered
 */
export function sqlWhile(isOpen: () => boolean, sql: Sql, beginning: Promise<unknown> = Promise.resolve()): Sql {
  let hasBegun = false;
  beginning.then(
    () => (hasBegun = true),
    () => undefined,
  );
  const guarded =
    <Arguments extends [unknown, ...unknown[]], Answer>(ask: (...values: Arguments) => Promise<Answer>) =>
    async (...values: Arguments) => {
      const [query] = values;
      const goesAhead = typeof query === "object" && query !== null && GOES_AHEAD in query;
      if (!hasBegun && !goesAhead) await beginning;
      if (!isOpen()) throw Object.assign(new Error("The transaction is over, or took too long"), { code: TOO_LONG });
      const [answer] = await Promise.all([ask(...values), beginning]);
      return answer;
    };
  return {
    $queryRaw: guarded(sql.$queryRaw) as Sql["$queryRaw"],
    $executeRaw: guarded(sql.$executeRaw),
    $queryRawUnsafe: guarded(sql.$queryRawUnsafe) as Sql["$queryRawUnsafe"],
    $executeRawUnsafe: guarded(sql.$executeRawUnsafe),
  };
}
