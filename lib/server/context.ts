import type { Locale } from "../i18n";
import type { Rights } from "./permissions";
import { db, type Connection, type Database, type Transaction } from "./db";

/** Who acts: an account, by its id, by its name at this moment, and what it may do. */
export type Actor = { id: number; name: string } & Rights;

/** By which way a change comes in (contract §8). */
export type Source = "app" | "token" | "import" | "job" | "command";

/**
 * What everything that reads or writes records is told: who acts, on which connection, in which language, and by which
 * way. One context is one unit of work; a wider one hands itself down.
 */
export type Context<C extends Connection = Connection> = {
  /** Null where nobody is logged in: commands, jobs. These may do everything. */
  actor: Actor | null;
  connection: C;
  locale: Locale;
  source: Source;
  /** Names what belongs together in the history, such as the rows of one import (contract §8). */
  batch?: string;
};

/** What commands and the seed act in: nobody is logged in, and names are German. */
export const commandContext = (connection: Connection = db()): Context => ({
  actor: null,
  connection,
  locale: "de",
  source: "command",
});

/** Longest that one statement of a bounded read may take, in milliseconds. */
const STATEMENT_PATIENCE = 5_000;

/** The transactions that run, so that work which is part of one joins it. */
const running = new WeakSet<object>();
const isOutside = (connection: Connection): connection is Database => !running.has(connection);

/**
 * Does work as one: all of it is written, or nothing. Inside a running transaction it joins that one. The database is
 * told who acts, for the triggers that write the history of accounts and reference entries; the changes of records are
 * written by `records.ts`.
 * @param work gets the context of the transaction, for everything that belongs to it
 * @param patience most milliseconds that the work and the wait for a connection may take; Prisma's five seconds by default
 */
export function inTransaction<Result>(
  context: Context,
  work: (context: Context<Transaction>) => Promise<Result>,
  patience?: number,
): Promise<Result> {
  const { connection, actor, source, batch } = context;
  if (!isOutside(connection)) return work({ ...context, connection });
  return connection.$transaction(
    async (transaction) => {
      running.add(transaction);
      await transaction.$executeRaw`SELECT
        set_config('cooperation.actor', ${actor ? JSON.stringify({ id: actor.id, name: actor.name }) : ""}, true),
        set_config('cooperation.source', ${source}, true),
        set_config('cooperation.batch', ${batch ?? ""}, true),
        set_config('cooperation.recorder', 'app', true)`;
      return work({ ...context, connection: transaction });
    },
    patience === undefined ? undefined : { timeout: patience, maxWait: patience },
  );
}

/**
 * Reads with a limit on how long the database works at it; whoever waits for more is answered 503. The limit is the
 * transaction's own, because PgBouncer takes none at the start of a connection, and migrations and exports have none.
 * @param patience most milliseconds of one statement
 */
export function inBoundedTime<Result>(
  { connection }: Context,
  work: (connection: Connection) => Promise<Result>,
  patience = STATEMENT_PATIENCE,
): Promise<Result> {
  if (!isOutside(connection)) return work(connection);
  return connection.$transaction(
    async (transaction) => {
      running.add(transaction);
      await transaction.$executeRaw`SELECT set_config('statement_timeout', ${String(patience)}, true)`;
      return work(transaction);
    },
    { timeout: 3 * patience },
  );
}
