import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "../config/env";
import { PrismaClient } from "../generated/prisma/client";

export type { TokenPurpose, User } from "../generated/prisma/client";
import { patientClient, type PatientClient } from "./pg-client";
import { sqlOn, sqlWhile, type Sql } from "./sql";
import { boundToSpan } from "../observability/tracing";

/** Milliseconds that a call waits for a connection while others use all of them. */
const CONNECTION_PATIENCE = 5_000;

/** Longest that one statement of the app may take, in milliseconds; who needs more says so to a transaction. */
export const STATEMENT_PATIENCE = 5_000;

/** The connection on which Prisma has begun the transaction that runs here: our own statements go there, too. */
const lending = new AsyncLocalStorage<{ connection?: pg.PoolClient }>();

/** The pools' connections are of our class, which their types do not tell. */
const asPatient = (connection: pg.PoolClient) => connection as unknown as PatientClient;

/** A pool that tells which of its connections Prisma took for a transaction; Prisma itself does not. */
class LendingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    // A pool calls back in the name of whoever gave the connection back.
    if (callback) return super.connect(boundToSpan(callback));
    return super.connect().then((connection) => {
      const loan = lending.getStore();
      if (!loan) return connection;
      const { release } = connection;
      connection.release = (error) => {
        loan.connection = undefined;
        asPatient(connection).waitFor();
        release(error);
      };
      loan.connection = connection;
      return connection;
    });
  }
}

/** PgBouncer gives each transaction another connection, which keeps neither settings nor prepared statements. */
const isPooledElsewhere = (url: string) => new URL(url).searchParams.get("pgbouncer") === "true";

/** A value of ours in front of one of Prisma's, which answers for everything else. */
export const inFrontOf = <Base extends object, Own extends object>(base: Base, own: Own) =>
  Object.create(base, Object.getOwnPropertyDescriptors(own)) as Omit<Base, keyof Own> & Own;

type PrismaOwnTransaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/**
 * A client on the given database: Prisma's models for what is written here and there, and plain SQL on the same connections
 * for what is asked all day, as prepared statements and without Prisma's way around them (docs/decisions/0012-speed.md).
 * @param url a postgresql:// address; with `pgbouncer=true` nothing is kept on a connection
 * @param poolSize most connections that this client opens
 * @param patience most milliseconds of one statement; commands have the time that they need
 */
export function createClient(url: string, poolSize = 10, patience?: number) {
  const keepsNothing = isPooledElsewhere(url);
  const pool = new LendingPool({
    connectionString: url,
    Client: patientClient(patience),
    max: poolSize,
    connectionTimeoutMillis: CONNECTION_PATIENCE,
    ...(patience !== undefined && !keepsNothing && { statement_timeout: patience }),
  });
  // A connection that breaks while nobody uses it: the next one who asks gets another.
  pool.on("error", () => undefined);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // Prisma's own two seconds refuse some of two hundred colleagues who save at once.
    transactionOptions: { maxWait: CONNECTION_PATIENCE },
  });
  const asSql = (on: pg.Pool | pg.PoolClient) => sqlOn(on, { prepares: !keepsNothing });

  return inFrontOf(prisma, {
    ...asSql(pool),
    /** How many connections there are, how many of them are idle, and how many calls wait for one. */
    $pool: pool as Readonly<Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>,
    /** How long a statement may take without being asked, in milliseconds. */
    $patience: keepsNothing ? undefined : patience,
    /**
     * A connection for one transaction of plain SQL. Whoever takes it begins, ends and releases it.
     * @param longest most milliseconds of its statements
     */
    async $connection(longest?: number) {
      const connection = await pool.connect();
      const client = asPatient(connection);
      client.waitFor(longest);
      // A connection that breaks fails the statement that is under way, which tells enough.
      const ignore = () => undefined;
      connection.on("error", ignore);
      const release = (failure?: Error) => {
        connection.removeListener("error", ignore);
        client.waitFor();
        connection.release(failure);
      };
      return { sql: asSql(connection), run: (text: string) => connection.query(text), release };
    },
    /** A transaction in which Prisma's models and plain SQL see the same. */
    $transaction: <Result>(
      work: (transaction: PrismaTransaction) => Promise<Result>,
      options?: { timeout?: number; maxWait?: number },
    ): Promise<Result> =>
      lending.run({}, () =>
        prisma.$transaction((transaction) => {
          const loan = lending.getStore();
          const connection = loan?.connection;
          if (!connection) throw new Error("Prisma has begun a transaction on a connection that nobody saw");
          asPatient(connection).waitFor(options?.timeout);
          const isLent = () => loan.connection === connection;
          return work(inFrontOf(transaction, sqlWhile(isLent, asSql(connection))));
        }, options),
      ),
    async $disconnect() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  });
}

/** Prisma's models and plain SQL inside one transaction. */
export type PrismaTransaction = Omit<PrismaOwnTransaction, keyof Sql> & Sql;
export type Database = ReturnType<typeof createClient>;
/** What is read and written in plain SQL takes this: the database, or a transaction on it. */
export type Connection = Sql;
/** What uses Prisma's models takes one of these. */
export type PrismaConnection = Database | PrismaTransaction;
declare const inside: unique symbol;
/** A connection inside a transaction. */
export type Transaction = Connection & { readonly [inside]?: true };

const globalForDatabase = globalThis as typeof globalThis & { cooperationDatabase?: Database };

/** The process's one client; kept on `globalThis` so that a reload in development opens no second pool. */
export function db(): Database {
  return (globalForDatabase.cooperationDatabase ??= createClient(
    env().DATABASE_URL,
    env().DATABASE_POOL_SIZE,
    STATEMENT_PATIENCE,
  ));
}
