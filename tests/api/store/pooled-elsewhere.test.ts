import { afterAll, beforeAll, expect, it } from "vitest";
import { commandContext, inBoundedTime, inTransaction } from "@/lib/store/database/transaction";
import { createClient, STATEMENT_TIMEOUT_MS, type Database } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";

/**
 * Creates a client with one connection to the database of this test file, configured for PgBouncer
 * or for a direct connection.
 */
function client(pooledElsewhere: boolean): Database {
  const url = new URL(env().DATABASE_URL);
  if (pooledElsewhere) url.searchParams.set("pgbouncer", "true");
  return createClient(url.href, 1, STATEMENT_TIMEOUT_MS);
}

const prepared = async (database: Database) => {
  await database.$queryRaw`SELECT 1 AS one`;
  await database.$queryRaw`SELECT 1 AS one`;
  const rows = await database.$queryRawUnsafe<object[]>(
    "SELECT FROM pg_prepared_statements WHERE statement LIKE '%AS one%' AND statement NOT LIKE '%pg_prepared%'",
  );
  return rows.length;
};
const limitIn = (database: Database) =>
  inBoundedTime({ ...commandContext(database) }, async (connection) => {
    const [row] = await connection.$queryRaw<[{ statement_timeout: string }]>`SHOW statement_timeout`;
    return row.statement_timeout;
  });

let ours: Database;
let pooled: Database;
beforeAll(() => {
  [ours, pooled] = [client(false), client(true)];
});
afterAll(() => Promise.all([ours.$disconnect(), pooled.$disconnect()]));

it("a direct connection keeps prepared statements and the statement timeout", async () => {
  expect(await prepared(ours)).toBe(1);
  expect(await ours.$queryRaw`SHOW statement_timeout`).toEqual([{ statement_timeout: "5s" }]);
  expect(await limitIn(ours)).toBe("5s");
});

it("a connection through an external pool keeps neither prepared statements nor the statement timeout, but bounded reads still have their timeout", async () => {
  expect(await prepared(pooled)).toBe(0);
  expect(await pooled.$queryRaw`SHOW statement_timeout`).toEqual([{ statement_timeout: "0" }]);
  expect(await limitIn(pooled)).toBe("5s");
});

it.each([false, true])(
  "a failed transaction is rolled back, and its connection stays usable (%s)",
  async (elsewhere) => {
    const database = elsewhere ? pooled : ours;
    const broken = inTransaction(commandContext(database), async ({ connection }) => {
      await connection.$executeRaw`CREATE TABLE never (id int)`;
      await connection.$queryRaw`SELECT 1 / 0`;
    });
    await expect(broken).rejects.toThrow("division by zero");
    expect(await database.$queryRaw`SELECT to_regclass('never') AS found`).toEqual([{ found: null }]);
  },
);

it("a transaction that exceeds its timeout stops executing statements and is rolled back", async () => {
  const late = inTransaction(
    commandContext(ours),
    async ({ connection }) => {
      await connection.$executeRaw`CREATE TABLE never (id int)`;
      for (;;) await connection.$executeRaw`SELECT 1`;
    },
    20,
  );
  await expect(late).rejects.toThrow("took too long");
  expect(await ours.$queryRaw`SELECT to_regclass('never') AS found`).toEqual([{ found: null }]);
});

it("a statement issued after the end of its transaction is refused", async () => {
  let endTransaction = () => {};
  let left: Promise<unknown> = Promise.resolve();
  const failed = inTransaction(commandContext(ours), async ({ connection }) => {
    const over = new Promise<void>((resolve) => {
      endTransaction = resolve;
    });
    left = over.then(() => connection.$executeRaw`CREATE TABLE never (id int)`);
    left.catch(() => undefined);
    throw new Error("the other half failed");
  });
  await expect(failed).rejects.toThrow("the other half failed");
  endTransaction();
  await expect(left).rejects.toThrow("The transaction is over");
  expect(await ours.$queryRaw`SELECT to_regclass('never') AS found`).toEqual([{ found: null }]);
});

it("a broken connection fails only its transaction", async () => {
  const broken = inTransaction(commandContext(ours), async ({ connection }) => {
    const [{ pid }] = await connection.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
    await pooled.$queryRaw`SELECT pg_terminate_backend(${pid})::text`;
    for (;;) await connection.$queryRaw`SELECT 1`;
  });
  await expect(broken).rejects.toThrow();
  expect(await ours.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

it("a transaction with a swallowed statement error fails at commit", async () => {
  const silent = inTransaction(commandContext(ours), async ({ connection }) => {
    await connection.$queryRaw`SELECT 1 / 0`.catch(() => undefined);
  });
  await expect(silent).rejects.toThrow("had failed before its end");
});
