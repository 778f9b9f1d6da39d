import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "./env";
import { PrismaClient } from "./generated/prisma/client";

/** Milliseconds that a call waits for a connection while others use all of them. */
const CONNECTION_PATIENCE = 5_000;

/**
 * A Prisma client on the given database.
 * @param url a postgresql:// address
 * @param poolSize most connections that this client opens
 */
export function createClient(url: string, poolSize = 10) {
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, max: poolSize, connectionTimeoutMillis: CONNECTION_PATIENCE }),
    // Prisma's own two seconds refuse some of two hundred colleagues who save at once.
    transactionOptions: { maxWait: CONNECTION_PATIENCE },
  });
}

export type Database = ReturnType<typeof createClient>;
/** The client inside a transaction: everything that reads or writes records takes one of the two. */
export type Transaction = Parameters<Parameters<Database["$transaction"]>[0]>[0];
export type Connection = Database | Transaction;

const globalForDatabase = globalThis as typeof globalThis & { cooperationDatabase?: Database };

/** The process's one client; kept on `globalThis` so that a reload in development opens no second pool. */
export function db(): Database {
  return (globalForDatabase.cooperationDatabase ??= createClient(env().DATABASE_URL, env().DATABASE_POOL_SIZE));
}
