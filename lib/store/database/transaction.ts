import pg from "pg";
import type { Locale } from "@/lib/model/messages/i18n";
import type { ChangeSource } from "@/lib/model/change";
import type { Rights } from "@/lib/base/access/permissions";
import { db, STATEMENT_TIMEOUT_MS, type Connection, type Database, type Transaction } from "./client";
import { withReadFailover, primaryBehind } from "./replicas/read-routing";
import { sqlWhile } from "./sql";

/** The account that acts, with its current name, its rights, and what its login has shown (`LoginProof`). */
export type Actor = { id: number; name: string; bySso?: boolean; byFactor?: boolean } & Rights;

/**
 * What every function that reads or writes the database needs to know: who acts, on which
 * connection, in which language and from where. Inside a transaction, work gets a context with the
 * transaction as its connection.
 */
export type Context<C extends Connection = Connection> = {
  /** Null for commands and jobs, which run without a login and may do everything. */
  actor: Actor | null;
  connection: C;
  locale: Locale;
  source: ChangeSource;
  /** Groups changes in the history that belong together, such as the rows of one import (contract §8). */
  batch?: string;
};

/** Returns the context of commands and the seed: no login, and German names. */
export const commandContext = <C extends Connection = Database>(connection?: C): Context<C> => ({
  actor: null,
  connection: connection ?? (db() as Connection as C),
  locale: "de",
  source: "command",
});

/** Returns the context of jobs, and of what the app does by itself. */
export const jobContext = (): Context<Database> => ({ ...commandContext(), source: "job" });

/** Open transactions, so that work called inside one joins it. */
const openTransactions = new WeakSet<object>();
const isOutside = (connection: Connection): connection is Database => !openTransactions.has(connection);

/** Whether a connection is that of an open transaction. */
export const isInTransaction = (connection: Connection): boolean => !isOutside(connection);

const { escapeLiteral } = pg;

/** Default timeout of a transaction in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Returns the SQL that tells the database how long to keep an idle transaction open, and who acts:
 * the triggers that record changes to accounts and reference entries need to know. It is text,
 * because it is sent together with BEGIN.
 */
function settings({ actor, source, batch }: Context, timeoutMs?: number): string {
  const values = {
    "cooperation.actor": actor ? JSON.stringify({ id: actor.id, name: actor.name }) : "",
    "cooperation.source": source,
    "cooperation.batch": batch ?? "",
    "cooperation.recorder": "app",
    ...(timeoutMs !== undefined && { statement_timeout: String(timeoutMs) }),
    // The locks of an instance that vanished without closing its connection would last for hours.
    idle_in_transaction_session_timeout: String(2 * (timeoutMs ?? TIMEOUT_MS)),
  };
  const calls = Object.entries(values).map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`);
  return `SELECT ${calls.join(", ")}`;
}

/**
 * Executes work in a transaction on the primary: all of it is written, or nothing. Inside an open
 * transaction, work joins it.
 * @param work gets a context whose connection is the transaction
 * @param timeoutMs maximum duration of the transaction in milliseconds; five seconds by default
 */
export async function inTransaction<Result>(
  context: Context,
  work: (context: Context<Transaction>) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> {
  const { connection } = context;
  if (!isOutside(connection)) return work(context);
  const limits = { timeoutMs: timeoutMs ?? TIMEOUT_MS };
  return runTransaction(primaryBehind(connection), settings(context, timeoutMs), limits, (transaction) =>
    work({ ...context, connection: transaction }),
  );
}

/**
 * Executes work in a transaction on a connection of its own, and rolls it back if the work fails or
 * takes too long.
 * @param setup SQL that is sent together with BEGIN
 * @param limits maximum duration of the transaction and, if shorter, of one statement, in milliseconds
 */
async function runTransaction<Result>(
  database: Database,
  setup: string,
  { timeoutMs, statement = timeoutMs }: { timeoutMs: number; statement?: number },
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { sql, run, release } = await database.$connection(statement);
  let isOpen = true;
  const close = () => {
    isOpen = false;
  };
  const timer = setTimeout(close, timeoutMs);
  try {
    await run(`BEGIN; ${setup}`);
    const transaction: Transaction = sqlWhile(() => isOpen, sql);
    openTransactions.add(transaction);
    const result = await work(transaction);
    close();
    const { command } = await run("COMMIT");
    // PostgreSQL's response if a statement failed and its error was ignored.
    if (command === "ROLLBACK") throw new Error("The transaction had failed before its end");
    release();
    return result;
  } catch (error) {
    close();
    // A broken connection is discarded; PostgreSQL then rolls back by itself.
    const broken = await run("ROLLBACK").then(
      () => undefined,
      (failure: Error) => failure,
    );
    release(broken);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads with a statement timeout; beyond it, the response is 503. The app's connections have the
 * default timeout already; for another one, a transaction is needed.
 * @param timeoutMs maximum duration of one statement in milliseconds
 */
export function inBoundedTime<Result>(
  { connection }: Context,
  work: (connection: Connection) => Promise<Result>,
  timeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<Result> {
  if (!isOutside(connection) || connection.$timeoutMs === timeoutMs) return work(connection);
  const limits = { timeoutMs: 3 * timeoutMs, statement: timeoutMs };
  return withReadFailover(connection, (server) =>
    runTransaction(server, `SET LOCAL statement_timeout = ${timeoutMs}`, limits, work),
  );
}

/** Maximum duration of one statement of a snapshot, in milliseconds. */
const SNAPSHOT_TIMEOUT_MS = 60_000;

/**
 * Reads one consistent snapshot with several statements, whatever is written meanwhile. Occupies a
 * connection until it ends.
 * @param timeoutMs maximum duration of the whole in milliseconds
 */
export async function inSnapshot<Result>(
  { connection }: Context,
  work: (connection: Connection) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  if (!isOutside(connection)) return work(connection);
  return runTransaction(
    connection,
    `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${SNAPSHOT_TIMEOUT_MS}`,
    { timeoutMs, statement: SNAPSHOT_TIMEOUT_MS },
    work,
  );
}
