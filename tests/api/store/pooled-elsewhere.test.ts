import { afterAll, beforeAll, expect, it } from "vitest";
import { commandContext, inBoundedTime, inTransaction } from "@/lib/store/database/transaction";
import { createClient, STATEMENT_TIMEOUT_MS, type Database } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { STATEMENT_TIMEOUT } from "@/lib/base/errors/errors";

/**
 * Creates a client with one connection to the database of this test file, configured for PgBouncer
 * or for a direct connection.
 */
function createTestClient(isPooled: boolean): Database {
  const url = new URL(env().DATABASE_URL);
  if (isPooled) url.searchParams.set("pgbouncer", "true");
  return createClient(url.href, 1, STATEMENT_TIMEOUT_MS);
}

const countPrepared = async (database: Database) => {
  await database.$queryRaw`SELECT 1 AS one`;
  await database.$queryRaw`SELECT 1 AS one`;
  const rows = await database.$queryRawUnsafe<object[]>(
    "SELECT FROM pg_prepared_statements WHERE statement LIKE '%AS one%' AND statement NOT LIKE '%pg_prepared%'",
  );
  return rows.length;
};
const timeoutIn = (database: Database) =>
  inBoundedTime({ ...commandContext(database) }, async (connection) => {
    const [row] = await connection.$queryRaw<[{ statement_timeout: string }]>`SHOW statement_timeout`;
    return row.statement_timeout;
  });

let direct: Database;
let pooled: Database;
beforeAll(() => {
  [direct, pooled] = [createTestClient(false), createTestClient(true)];
});
afterAll(() => Promise.all([direct.$disconnect(), pooled.$disconnect()]));

it("a direct connection keeps prepared statements and the statement timeout", async () => {
  expect(await countPrepared(direct)).toBe(1);
  expect(await direct.$queryRaw`SHOW statement_timeout`).toEqual([{ statement_timeout: "5s" }]);
  expect(await timeoutIn(direct)).toBe("5s");
});

it("a connection through an external pool keeps no session state, but bounded reads have a timeout", async () => {
  expect(await countPrepared(pooled)).toBe(0);
  expect(await pooled.$queryRaw`SHOW statement_timeout`).toEqual([{ statement_timeout: "0" }]);
  expect(await timeoutIn(pooled)).toBe("5s");
});

it.each([false, true])(
  "a failed transaction is rolled back, and its connection stays usable (%s)",
  async (isPooled) => {
    const database = isPooled ? pooled : direct;
    const failing = inTransaction(commandContext(database), async ({ connection }) => {
      await connection.$executeRaw`CREATE TABLE never (id int)`;
      await connection.$queryRaw`SELECT 1 / 0`;
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect(await database.$queryRaw`SELECT to_regclass('never') AS found`).toEqual([{ found: null }]);
  },
);

it("a transaction that exceeds its timeout stops executing statements and is rolled back", async () => {
  const slowTransaction = inTransaction(
    commandContext(direct),
    async ({ connection }) => {
      await connection.$executeRaw`CREATE TABLE never (id int)`;
      for (;;) await connection.$executeRaw`SELECT 1`;
    },
    20,
  );
  // Whichever comes first: PostgreSQL's cancellation of a statement, or the refusal of the next one.
  await expect(slowTransaction).rejects.toMatchObject({ code: STATEMENT_TIMEOUT });
  expect(await direct.$queryRaw`SELECT to_regclass('never') AS found`).toEqual([{ found: null }]);
});

it("a statement issued after the end of its transaction is refused", async () => {
  let endTransaction = () => {};
  let lateStatement: Promise<unknown> = Promise.resolve();
  const failing = inTransaction(commandContext(direct), async ({ connection }) => {
    const ended = new Promise<void>((resolve) => {
      endTransaction = resolve;
    });
    lateStatement = ended.then(() => connection.$executeRaw`CREATE TABLE never (id int)`);
    lateStatement.catch(() => undefined);
    throw new Error("the other half failed");
  });
  await expect(failing).rejects.toThrow("the other half failed");
  endTransaction();
  await expect(lateStatement).rejects.toThrow("The transaction is over");
  expect(await direct.$queryRaw`SELECT to_regclass('never') AS found`).toEqual([{ found: null }]);
});

it("a broken connection fails only its transaction", async () => {
  const failing = inTransaction(commandContext(direct), async ({ connection }) => {
    const [{ pid }] = await connection.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
    await pooled.$queryRaw`SELECT pg_terminate_backend(${pid})::text`;
    for (;;) await connection.$queryRaw`SELECT 1`;
  });
  await expect(failing).rejects.toThrow();
  expect(await direct.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

it("a transaction with a swallowed statement error fails at commit", async () => {
  const transaction = inTransaction(commandContext(direct), async ({ connection }) => {
    await connection.$queryRaw`SELECT 1 / 0`.catch(() => undefined);
  });
  await expect(transaction).rejects.toThrow("had failed before its end");
});
