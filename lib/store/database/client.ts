import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "@/lib/base/config/env";
import { PrismaClient } from "@/generated/prisma/client";

export type { ApiToken, User } from "@/generated/prisma/client";
import { timeoutClientClass, type TimeoutClient } from "./pg-client";
import { sqlOn, type Sql } from "./sql";
import { boundToSpan } from "@/lib/base/observability/tracing";
import { existingSingleton, processSingleton, setSingleton } from "@/lib/base/config/process-singleton";

/** How long a call waits for a free connection of the pool, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 5_000;

/** Default statement timeout in milliseconds; a transaction can set a longer one. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** A pool whose waiting callers keep their own trace span, not that of the caller that releases a connection. */
class TracedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    return callback ? super.connect(boundToSpan(callback)) : super.connect();
  }
}

/**
 * Whether an address leads to PgBouncer, which may use another connection for each transaction, so
 * that settings and prepared statements would be lost.
 */
const isPgBouncer = (url: string) => new URL(url).searchParams.get("pgbouncer") === "true";

/** Overlays `own` on `base` by prototype: everything that `own` lacks comes from `base`. */
export const overlay = <Base extends object, Own extends object>(base: Base, own: Own) =>
  Object.create(base, Object.getOwnPropertyDescriptors(own)) as Omit<Base, keyof Own> & Own;

/**
 * Creates a database client: Prisma's models for single calls and, on the same connections, plain
 * SQL for transactions and frequent queries, as prepared statements and without Prisma's overhead
 * (docs/decisions/0012-speed.md).
 * @param url a postgresql:// address; with `pgbouncer=true` no state is kept on connections
 * @param poolSize maximum number of connections
 * @param timeoutMs statement timeout in milliseconds; undefined, as for commands, means no timeout
 */
export function createClient(url: string, poolSize = 10, timeoutMs?: number) {
  const isStateless = isPgBouncer(url);
  const pool = new TracedPool({
    connectionString: url,
    Client: timeoutClientClass(timeoutMs),
    max: poolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...(timeoutMs !== undefined && !isStateless && { statement_timeout: timeoutMs }),
  });
  // An idle connection broke: the pool has removed it and opens another one when needed.
  pool.on("error", () => undefined);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // Prisma's default of 2 s would refuse some of 200 users who save at once.
    transactionOptions: { maxWait: CONNECTION_TIMEOUT_MS },
  });
  const asSql = (target: pg.Pool | pg.PoolClient) => sqlOn(target, { prepares: !isStateless });

  return overlay(prisma, {
    ...asSql(pool),
    /** Pool figures: open and idle connections, and calls waiting for one. */
    $pool: pool as Readonly<Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>,
    /** Default statement timeout in milliseconds. */
    $timeoutMs: isStateless ? undefined : timeoutMs,
    /**
     * Checks out a connection for one transaction of plain SQL. The caller begins and ends the
     * transaction, and releases the connection.
     * @param maxStatementMs maximum duration of each statement in milliseconds
     */
    async $connection(maxStatementMs?: number) {
      const connection = await pool.connect();
      // The pool creates clients of this class, but its type does not say so.
      const client = connection as unknown as TimeoutClient;
      client.setTimeoutMs(maxStatementMs);
      // Nothing to handle: when the connection breaks, the running statement is rejected anyway.
      const ignore = () => undefined;
      connection.on("error", ignore);
      const release = (failure?: Error) => {
        connection.removeListener("error", ignore);
        client.setTimeoutMs();
        connection.release(failure);
      };
      return { sql: asSql(connection), run: (text: string) => connection.query(text), release };
    },
    async $disconnect() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  });
}

export type Database = ReturnType<typeof createClient>;
/** An object that runs plain SQL: the database, or a transaction. */
export type Connection = Sql;
declare const inside: unique symbol;
/** A connection inside a transaction. */
export type Transaction = Connection & { readonly [inside]?: true };

/** Returns the process-wide client, which also survives development reloads. */
export const db = (): Database =>
  processSingleton("database", () => createClient(env().DATABASE_URL, env().DATABASE_POOL_SIZE, STATEMENT_TIMEOUT_MS));

/** Closes the process-wide client. The next call of `db` creates another one. */
export async function closeDatabase(): Promise<void> {
  await existingSingleton<Database>("database")?.$disconnect();
  setSingleton("database", undefined);
}
