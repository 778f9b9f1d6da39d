import pg from "pg";
import type { Locale } from "../../i18n";
import type { Rights } from "../access/permissions";
import {
  db,
  STATEMENT_TIMEOUT_MS,
  type Connection,
  type Database,
  type PrismaConnection,
  type PrismaTransaction,
  type Transaction,
} from "./client";
import { withReadFailover, primaryBehind } from "./read-routing";
import { sqlWhile } from "./sql";

/** Who acts: an account, by its id and its current name, what it may do, and whether it logged in by single sign-on. */
export type Actor = { id: number; name: string; bySso?: boolean } & Rights;

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
export const commandContext = <C extends Connection = Database>(connection?: C): Context<C> => ({
  actor: null,
  connection: connection ?? (db() as Connection as C),
  locale: "de",
  source: "command",
});

/** What jobs act in, and what the app does by itself. */
export const jobContext = (): Context<Database> => ({ ...commandContext(), source: "job" });

/** A context in which Prisma's models can be used, too. */
export type AccountContext = Context<PrismaConnection>;

/** The transactions that run, so that work which is part of one joins it. */
const running = new WeakSet<object>();
const isOutside = (connection: Connection): connection is Database => !running.has(connection);

/** Whether a connection is that of a running transaction of ours. */
export const isInTransaction = (connection: Connection): boolean => !isOutside(connection);

const { escapeLiteral } = pg;

/** Most milliseconds of a transaction that asks for no more. */
const TIMEOUT_MS = 5_000;

/**
 * How long the database keeps a transaction open in which nothing happens: a machine that vanished says no goodbye, and what
 * it had locked would stay locked for hours. Nobody may use it any longer than this either.
 */
const idleLimit = (timeoutMs = TIMEOUT_MS) => ({ idle_in_transaction_session_timeout: String(2 * timeoutMs) });

/**
 * What tells the database who acts, for the triggers that write the history of accounts and reference entries. As text,
 * because one way to the database and back begins a transaction and says all of this.
 */
function introduction({ actor, source, batch }: Context, timeoutMs?: number): string {
  const settings = {
    "cooperation.actor": actor ? JSON.stringify({ id: actor.id, name: actor.name }) : "",
    "cooperation.source": source,
    "cooperation.batch": batch ?? "",
    "cooperation.recorder": "app",
    ...(timeoutMs !== undefined && { statement_timeout: String(timeoutMs) }),
    ...idleLimit(timeoutMs),
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`);
  return `SELECT ${calls.join(", ")}`;
}

/**
 * Does work as one: all of it is written, or nothing. Inside a running transaction it joins that one. The changes of records
 * are written by `applyPlans`.
 * @param work gets the context of the transaction, for everything that belongs to it
 * @param timeoutMs most milliseconds that the work may take; five seconds by default
 */
export async function inTransaction<Result>(
  context: Context,
  work: (context: Context<Transaction>) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> {
  const { connection } = context;
  if (!isOutside(connection)) return work(context);
  const limits = { timeoutMs: timeoutMs ?? TIMEOUT_MS };
  return alone(primaryBehind(connection), introduction(context, timeoutMs), limits, (transaction) =>
    work({ ...context, connection: transaction }),
  );
}

/**
 * Does work on a connection of its own, and undoes it where it fails or takes too long. The work starts while the beginning is
 * under way (`goingAhead`).
 * @param introduction the statement that comes first, in one go with the beginning
 * @param limits most milliseconds of the whole, and of one statement where that is less
 */
async function alone<Result>(
  database: Database,
  introduction: string,
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
    const beginning = run(`BEGIN; ${introduction}`);
    const transaction: Transaction = sqlWhile(() => isOpen, sql, beginning);
    running.add(transaction);
    const result = await work(transaction);
    await beginning;
    close();
    const { command } = await run("COMMIT");
    // PostgreSQL's answer where a statement failed and nobody said so.
    if (command === "ROLLBACK") throw new Error("The transaction had failed before its end");
    release();
    return result;
  } catch (error) {
    close();
    // Of a connection that is broken nothing more can be undone: it is thrown away, and the database undoes it.
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

/** As `inTransaction`, for work on accounts, which uses Prisma's models beside SQL. */
export function inAccountTransaction<Result>(
  context: AccountContext,
  work: (context: Context<PrismaTransaction>) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> {
  const { connection } = context;
  if (!isOutside(connection)) return work({ ...context, connection });
  return connection.$transaction(
    async (transaction) => {
      running.add(transaction);
      await transaction.$queryRawUnsafe(introduction(context, timeoutMs));
      return work({ ...context, connection: transaction });
    },
    timeoutMs === undefined ? undefined : { timeout: timeoutMs, maxWait: timeoutMs },
  );
}

/**
 * Reads with a limit on how long the database works at it; whoever waits for more is answered 503. A connection of the app
 * has the usual limit by itself; another one is a transaction's own.
 * @param timeoutMs most milliseconds of one statement
 */
export function inBoundedTime<Result>(
  { connection }: Context,
  work: (connection: Connection) => Promise<Result>,
  timeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<Result> {
  if (!isOutside(connection) || connection.$timeoutMs === timeoutMs) return work(connection);
  const limits = { timeoutMs: 3 * timeoutMs, statement: timeoutMs };
  return withReadFailover(connection, (server) =>
    alone(server, `SET LOCAL statement_timeout = ${timeoutMs}`, limits, work),
  );
}

/** Longest that one statement of a snapshot may take, in milliseconds. */
const SNAPSHOT_TIMEOUT_MS = 60_000;

/**
 * Reads in several statements what was there at one moment, whatever others write meanwhile. It keeps a connection for as
 * long as it takes.
 * @param timeoutMs most milliseconds of the whole
 */
export async function inSnapshot<Result>(
  { connection }: Context,
  work: (connection: Connection) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  if (!isOutside(connection)) return work(connection);
  return alone(
    connection,
    `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${SNAPSHOT_TIMEOUT_MS}`,
    { timeoutMs, statement: SNAPSHOT_TIMEOUT_MS },
    work,
  );
}
