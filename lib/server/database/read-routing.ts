import { db, inFrontOf, type Connection, type Database } from "./client";
import { isLostServer } from "../errors/errors";
import type { Position } from "./lsn";
import { replicas, type Replicas } from "./replicas";
import { LostServer, type WatchedServer } from "./server-monitor";

/* Which server a read goes to. Whoever reads is handed a database as ever, and need not know. */

/** What a replica cannot do: write, lock rows; and what it broke off, because it had to replay what the read stood in the way of. */
const NOT_FOR_REPLICAS = new Set(["25006", "40001"]);
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isForThePrimary = (error: unknown) => isLostServer(error) || NOT_FOR_REPLICAS.has(String(codeOf(error)));

/** What one request reads from, and what it may read from. */
type Reading = { known: Replicas; server: WatchedServer; position: Position | undefined; userId: number };
const readings = new WeakMap<object, Reading>();

/** The database that can be written, behind one that somebody reads from. */
export const primaryBehind = (database: Database): Database =>
  readings.get(database)?.known.primary.database ?? database;

/** The server to ask where the one that was asked is lost, if there is another. */
function otherThan(server: WatchedServer, { known, position, userId }: Reading): WatchedServer | undefined {
  if (server !== known.primary) return known.primary;
  return position === undefined ? undefined : known.caughtUpWith(position, userId);
}

/**
 * Does work that can be repeated on the server that is read from, and once more on another where that one is lost: on the primary,
 * or, where the primary is lost, on a replica that has caught up meanwhile. A server that answered something else has answered.
 */
export async function onReadServer<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const reading = readings.get(database);
  if (!reading) return work(database);
  const { server, known } = reading;
  try {
    return await server.whileThere(work, { evenIfLost: server === known.primary });
  } catch (error) {
    const other = isForThePrimary(error) ? otherThan(server, reading) : undefined;
    if (!other) throw error;
    if (isLostServer(error) && other === known.primary) server.lose();
    // What one request reads it reads from one server, as long as that can be.
    reading.server = other;
    return other.whileThere(work, { evenIfLost: true });
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

/** The database for one request that reads: a server in front of the primary, which everything else goes to. */
function readingDatabase(reading: Reading): Database {
  const database: Database = inFrontOf(reading.known.primary.database, {
    $queryRaw: (...query: Parameters<Connection["$queryRaw"]>) =>
      onReadServer(database, (server) => server.$queryRaw(...query)),
    $queryRawUnsafe: (...query: Parameters<Connection["$queryRawUnsafe"]>) =>
      onReadServer(database, (server) => server.$queryRawUnsafe(...query)),
    $connection: () => connectionOf(database),
  } as Pick<Database, "$queryRaw" | "$queryRawUnsafe" | "$connection">) as Database;
  readings.set(database, reading);
  return database;
}

/**
 * The database for whoever asks: a replica that has all that he has written, else the primary.
 * @param position until where he has written; undefined where nobody knows
 */
export function databaseFor(position: Position | undefined, userId: number): Database {
  const known = replicas();
  if (!known) return db();
  const replica = position === undefined ? undefined : known.caughtUpWith(position, userId);
  return readingDatabase({ known, server: replica ?? known.primary, position, userId });
}

/**
 * Does work on the primary that the rest of a request is to see: from then on it reads there. While the primary is away it reads what
 * its replica has.
 */
export async function thenReadPrimary(connection: Connection, work: () => Promise<void>): Promise<void> {
  const reading = readings.get(connection);
  if (!reading || reading.server === reading.known.primary) return work();
  try {
    await reading.known.primary.whileThere(work);
    reading.server = reading.known.primary;
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
    if (error instanceof LostServer) return known.primary.whileThere(work, { evenIfLost: true });
    throw error;
  }
}
