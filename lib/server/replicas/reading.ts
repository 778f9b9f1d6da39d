import { db, inFrontOf, type Connection, type Database } from "../db";
import { isLostServer } from "../errors";
import type { Position } from "./position";
import { replicas } from "./replicas";
import { LostServer, type WatchedServer } from "./watched-server";

/* Which server a read goes to. Whoever reads is handed a database as ever, and need not know. */

/** What a replica cannot do: write, lock rows; and what it broke off, because it had to replay what the read stood in the way of. */
const NOT_FOR_REPLICAS = new Set(["25006", "40001"]);
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isForThePrimary = (error: unknown) => isLostServer(error) || NOT_FOR_REPLICAS.has(String(codeOf(error)));

type Reading = { primary: Database; replica: WatchedServer | undefined };
const readings = new WeakMap<object, Reading>();

/** The database that can be written, behind one that somebody reads from. */
export const primaryBehind = (database: Database): Database => readings.get(database)?.primary ?? database;

/**
 * Does work that can be repeated on the server that is read from, and once more on the primary where that one is lost.
 * A server that answered something else has answered.
 */
export async function onReadServer<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const reading = readings.get(database);
  const { replica } = reading ?? {};
  if (!reading || !replica) return work(primaryBehind(database));
  try {
    return await replica.whileThere(work);
  } catch (error) {
    if (!isForThePrimary(error)) throw error;
    if (isLostServer(error)) replica.lose();
    // What one request reads it reads from one server, as long as that can be.
    reading.replica = undefined;
    return work(reading.primary);
  }
}

/** A connection of the server that is read from; one that comes after that was given up is given back. */
async function connectionOf(database: Database): ReturnType<Database["$connection"]> {
  const asked: ReturnType<Database["$connection"]>[] = [];
  let kept: unknown;
  try {
    const connection = await onReadServer(database, (server) => {
      const one = server.$connection();
      asked.push(one);
      return one;
    });
    kept = connection;
    return connection;
  } finally {
    for (const one of asked) {
      one.then(
        (late) => late === kept || late.release(),
        () => undefined,
      );
    }
  }
}

/** The database for one request that reads: a replica in front of the primary, which everything else goes to. */
function readingDatabase(primary: Database, replica: WatchedServer): Database {
  const database: Database = inFrontOf(primary, {
    $queryRaw: (...query: Parameters<Connection["$queryRaw"]>) =>
      onReadServer(database, (server) => server.$queryRaw(...query)),
    $queryRawUnsafe: (...query: Parameters<Connection["$queryRawUnsafe"]>) =>
      onReadServer(database, (server) => server.$queryRawUnsafe(...query)),
    $connection: () => connectionOf(database),
  } as Pick<Database, "$queryRaw" | "$queryRawUnsafe" | "$connection">) as Database;
  readings.set(database, { primary, replica });
  return database;
}

/**
 * The database for whoever asks: a replica that has all that he has written, else the primary.
 * @param position until where he has written; undefined where nobody knows
 */
export function databaseFor(position: Position | undefined, userId: number): Database {
  const replica = position === undefined ? undefined : replicas()?.caughtUpWith(position, userId);
  return replica ? readingDatabase(db(), replica) : db();
}

/**
 * Does work on the primary that the rest of a request is to see: from then on it reads there. While the primary is away it reads what
 * its replica has.
 */
export async function thenReadPrimary(connection: Connection, work: () => Promise<void>): Promise<void> {
  const reading = readings.get(connection);
  const primary = replicas()?.primary;
  if (!reading?.replica || !primary) return work();
  try {
    await primary.whileThere(work);
    reading.replica = undefined;
  } catch (error) {
    if (!isLostServer(error)) throw error;
  }
}

/**
 * Asks the primary what only that knows for certain, such as who is logged in; while there is none, a replica that was up to date when
 * there was one. So a new leader can be waited for and everything be read meanwhile.
 */
export async function askPrimaryFirst<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const known = replicas();
  if (!known) return work(db());
  try {
    return await known.primary.whileThere(work);
  } catch (error) {
    const replica = isLostServer(error) ? known.caughtUpWith(0n, 0) : undefined;
    if (replica) return replica.whileThere(work);
    // It may only have been slow to say that it is there.
    if (error instanceof LostServer) return work(db());
    throw error;
  }
}
