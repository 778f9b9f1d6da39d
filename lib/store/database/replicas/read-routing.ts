import type { NextResponse } from "next/server";
import { db, overlay, type Connection, type Database } from "../client";
import { isLostServer } from "@/lib/base/errors/errors";
import type { CallRequest } from "@/lib/base/web/call";
import { positionOfRequest, setPositionHeaders, type Position } from "./lsn";
import { replicas, type Replicas, type ReplicaState } from "./replica-set";
import { LostServer, type WatchedServer } from "./server-monitor";

/*
 * The only module of this folder that others import. Chooses the server for reads: callers get an
 * ordinary database object. Sends the log position to clients that have written.
 */

export { POSITION_HEADER } from "./lsn";

/**
 * SQLSTATEs that send a read to the primary: a replica cannot write or lock rows (25006), and
 * cancels reads that conflict with replay (40001).
 */
const NOT_FOR_REPLICAS = new Set(["25006", "40001"]);
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isForThePrimary = (error: unknown) => isLostServer(error) || NOT_FOR_REPLICAS.has(String(codeOf(error)));

/** The server that a request reads from, and the data for choosing another one at a failover. */
type Reading = { known: Replicas; server: WatchedServer; position: Position | undefined; userId: number };
const readings = new WeakMap<object, Reading>();

/** Returns the writable database of the primary behind a request's database. */
export const primaryBehind = (database: Database): Database =>
  readings.get(database)?.known.primary.database ?? database;

/** Returns the server to fail over to when `server` is lost; undefined if there is none. */
function otherThan(server: WatchedServer, { known, position, userId }: Reading): WatchedServer | undefined {
  if (server !== known.primary) return known.primary;
  return position === undefined ? undefined : known.caughtUpWith(position, userId);
}

/**
 * Runs repeatable work on the server that the request reads from. If that server is lost, or is a
 * replica that cannot run the work, runs it again on another server: on the primary or, if the
 * primary is lost, on a replica that has caught up. Other errors are rethrown.
 */
export async function withReadFailover<Result>(
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
    // The rest of the request reads from this server, too.
    reading.server = other;
    return other.whileThere(work, { evenIfLost: true });
  }
}

/**
 * Opens a connection to the server that the request reads from. If a connection to a lost server is
 * established after the failover, it is released.
 */
async function connectionOf(database: Database): ReturnType<Database["$connection"]> {
  const asked: ReturnType<Database["$connection"]>[] = [];
  let kept: unknown;
  try {
    const connection = await withReadFailover(database, (server) => {
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

/**
 * Creates the database object of one request: its reads go to the chosen server, everything else
 * goes to the primary.
 */
function readingDatabase(reading: Reading): Database {
  const database: Database = overlay(reading.known.primary.database, {
    $queryRaw: (...query: Parameters<Connection["$queryRaw"]>) =>
      withReadFailover(database, (server) => server.$queryRaw(...query)),
    $queryRawUnsafe: (...query: Parameters<Connection["$queryRawUnsafe"]>) =>
      withReadFailover(database, (server) => server.$queryRawUnsafe(...query)),
    $connection: () => connectionOf(database),
  } as Pick<Database, "$queryRaw" | "$queryRawUnsafe" | "$connection">) as Database;
  readings.set(database, reading);
  return database;
}

/**
 * Returns the database for a request that reads, or for a page. It reads from a replica that has all
 * of the user's writes, or else from the primary.
 */
export function readWith(request: Pick<CallRequest, "headers" | "cookies">, userId: number): Database {
  const known = replicas();
  if (!known) return db();
  const position = positionOfRequest(request);
  const replica = position === undefined ? undefined : known.caughtUpWith(position, userId);
  return readingDatabase({ known, server: replica ?? known.primary, position, userId });
}

/**
 * Runs work on the primary whose result the rest of the request must see: the request reads from
 * the primary from then on. If the primary is lost, the work is skipped or abandoned, and the
 * request keeps reading from its replica.
 */
export async function onPrimaryThenStick(connection: Connection, work: () => Promise<void>): Promise<void> {
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
 * Runs a read on the primary that needs current data, such as that of a session. While the primary
 * is lost, runs it on a replica with acceptable lag, so that reads keep working during a failover.
 */
export async function primaryOrReplica<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const known = replicas();
  if (!known) return work(db());
  try {
    return await known.primary.whileThere(work);
  } catch (error) {
    const replica = isLostServer(error) ? known.caughtUpWith(0n, 0) : undefined;
    if (replica) return replica.whileThere(work);
    // Without a replica, tries the primary anyway: it may only have been slow to answer its check.
    if (error instanceof LostServer) return known.primary.whileThere(work, { evenIfLost: true });
    throw error;
  }
}

/** Returns whether this instance has replicas, whose readers need the log position of their writes. */
export const hasReplicas = (): boolean => replicas() !== undefined;

/** Sends the log position after a write, so that the client's later reads include it. */
export const written = (request: CallRequest, response: NextResponse): Promise<void> =>
  setPositionHeaders(db(), request, response);

/** Returns the states of the replicas, for metrics; none without DATABASE_REPLICA_URL. */
export const replicaStates = (): ReplicaState[] => replicas()?.states() ?? [];
