import type { Locale } from "../i18n";
import type { Connection, Database, Transaction } from "./db";

/** Who acts: an account, by its id and by its name at this moment. */
export type Actor = { id: number; name: string };

/** By which way a change comes in (contract §8). */
export type Source = "app" | "token" | "import" | "job" | "command";

/**
 * What everything that reads or writes records is told: who acts, on which connection, in which language, and by which
 * way. One context is one unit of work; a wider one hands itself down.
 */
export type Context<C extends Connection = Connection> = {
  /** Null where nobody is logged in: commands, jobs. */
  actor: Actor | null;
  connection: C;
  locale: Locale;
  source: Source;
  /** Names what belongs together in the history, such as the rows of one import (contract §8). */
  batch?: string;
};

const isDatabase = (connection: Connection): connection is Database => "$transaction" in connection;

/**
 * Does work as one: all of it is written, or nothing. Inside a running transaction it joins that one.
 * @param work gets the context of the transaction, for everything that belongs to it
 */
export function inTransaction<Result>(
  context: Context,
  work: (context: Context<Transaction>) => Promise<Result>,
): Promise<Result> {
  const { connection } = context;
  if (!isDatabase(connection)) return work({ ...context, connection });
  return connection.$transaction((transaction) => work({ ...context, connection: transaction }));
}
