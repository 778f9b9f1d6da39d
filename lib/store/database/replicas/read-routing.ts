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
type ReadRoute = { replicaSet: Replicas; server: WatchedServer; position: Position | undefined; userId: number };
const readRoutes = new WeakMap<object, ReadRoute>();

/** Returns the writable database of the primary behind a request's database. */
export const primaryBehind = (database: Database): Database =>
  readRoutes.get(database)?.replicaSet.primary.database ?? database;

/** Returns the server to fail over to when `server` is lost; undefined if there is none. */
function failoverServer(server: WatchedServer, { replicaSet, position, userId }: ReadRoute): WatchedServer | undefined {
  if (server !== replicaSet.primary) return replicaSet.primary;
  return position === undefined ? undefined : replicaSet.findCaughtUp(position, userId);
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
  const route = readRoutes.get(database);
  if (!route) return work(database);
  const { server, replicaSet } = route;
  try {
    return await server.runUnlessLost(work, { ignoresLastCheck: server === replicaSet.primary });
  } catch (error) {
    const other = isForThePrimary(error) ? failoverServer(server, route) : undefined;
    if (!other) throw error;
    if (isLostServer(error) && other === replicaSet.primary) server.markLost();
    // The rest of the request reads from this server, too.
    route.server = other;
    return other.runUnlessLost(work, { ignoresLastCheck: true });
  }
}

/**
 * Opens a connection to the server that the request reads from. If a connection to a lost server is
 * established after the failover, it is released.
 */
async function connectionOf(database: Database): ReturnType<Database["$connection"]> {
  const opening: ReturnType<Database["$connection"]>[] = [];
  let chosen: unknown;
  try {
    const connection = await withReadFailover(database, (server) => {
      const one = server.$connection();
      opening.push(one);
      return one;
    });
    chosen = connection;
    return connection;
  } finally {
    for (const one of opening) {
      one.then(
        (lateConnection) => lateConnection === chosen || lateConnection.release(),
        () => undefined,
      );
    }
  }
}

/**
 * Creates the database object of one request: its reads go to the chosen server, everything else
 * goes to the primary.
 */
function routedDatabase(route: ReadRoute): Database {
  const database: Database = overlay(route.replicaSet.primary.database, {
    $queryRaw: (...query: Parameters<Connection["$queryRaw"]>) =>
      withReadFailover(database, (server) => server.$queryRaw(...query)),
    $queryRawUnsafe: (...query: Parameters<Connection["$queryRawUnsafe"]>) =>
      withReadFailover(database, (server) => server.$queryRawUnsafe(...query)),
    $connection: () => connectionOf(database),
  } as Pick<Database, "$queryRaw" | "$queryRawUnsafe" | "$connection">) as Database;
  readRoutes.set(database, route);
  return database;
}

/**
 * Returns the database for a request that reads, or for a page. It reads from a replica that has all
 * of the user's writes, or else from the primary.
 */
export function readWith(request: Pick<CallRequest, "headers" | "cookies">, userId: number): Database {
  const replicaSet = replicas();
  if (!replicaSet) return db();
  const position = positionOfRequest(request);
  const replica = position === undefined ? undefined : replicaSet.findCaughtUp(position, userId);
  return routedDatabase({ replicaSet, server: replica ?? replicaSet.primary, position, userId });
}

/**
 * Runs work on the primary whose result the rest of the request must see: the request reads from
 * the primary from then on. If the primary is lost, the work is skipped or abandoned, and the
 * request keeps reading from its replica.
 */
export async function onPrimaryThenStick(connection: Connection, work: () => Promise<void>): Promise<void> {
  const route = readRoutes.get(connection);
  if (!route || route.server === route.replicaSet.primary) return work();
  try {
    await route.replicaSet.primary.runUnlessLost(work);
    route.server = route.replicaSet.primary;
  } catch (error) {
    if (!isLostServer(error)) throw error;
  }
}

/**
 * Runs a read on the primary that needs current data, such as that of a session. While the primary
 * is lost, runs it on a replica with acceptable lag, so that reads keep working during a failover.
 */
export async function primaryOrReplica<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const replicaSet = replicas();
  if (!replicaSet) return work(db());
  try {
    return await replicaSet.primary.runUnlessLost(work);
  } catch (error) {
    const replica = isLostServer(error) ? replicaSet.findCaughtUp(0n, 0) : undefined;
    if (replica) return replica.runUnlessLost(work);
    // Without a replica, tries the primary anyway: it may only have been slow to answer its check.
    if (error instanceof LostServer) return replicaSet.primary.runUnlessLost(work, { ignoresLastCheck: true });
    throw error;
  }
}

/** Returns whether this instance has replicas, whose readers need the log position of their writes. */
export const hasReplicas = (): boolean => replicas() !== undefined;

/** Sends the log position after a write, so that the client's later reads include it. */
export const sendLogPosition = (request: CallRequest, response: NextResponse): Promise<void> =>
  setPositionHeaders(db(), request, response);

/** Returns the states of the replicas, for metrics; none without DATABASE_REPLICA_URL. */
export const replicaStates = (): ReplicaState[] => replicas()?.states() ?? [];
