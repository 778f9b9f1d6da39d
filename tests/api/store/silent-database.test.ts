import { afterAll, expect, it, onTestFinished } from "vitest";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { createClient, db } from "@/lib/store/database/client";
import { toAppError } from "@/lib/base/errors/errors";
import { startPgProxy } from "@/lab/faults/pg-proxy";

/*
 * A connection that, for example, a firewall drops silently: TCP reports no error for 15 minutes.
 */

const TIMEOUT_MS = 200;
const proxy = await startPgProxy(process.env.DATABASE_URL ?? "");
afterAll(() => proxy.close());

function client(timeoutMs: number | undefined = TIMEOUT_MS) {
  const database = createClient(proxy.url, 1, timeoutMs);
  onTestFinished(async () => {
    proxy.resume();
    await database.$disconnect();
  });
  return database;
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => toAppError(error).code,
  );

it("a hanging query fails as database unavailable, and the next one uses another connection", async () => {
  const database = client();
  await database.$queryRaw`SELECT 1`;
  proxy.hang();
  expect(await codeOf(database.$queryRaw`SELECT 1`)).toBe("error_api");
  proxy.resume();
  expect(await database.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

it("a hanging transaction fails, and its connection is not reused", async () => {
  const database = client();
  const work = () =>
    inTransaction(commandContext(database), ({ connection }) => connection.$queryRaw`SELECT 1`, TIMEOUT_MS);
  await work();
  proxy.hang();
  expect(await codeOf(work())).toBe("error_api");
  proxy.resume();
  await work();
});

it("a slow statement with a longer timeout is not treated as hanging", async () => {
  const database = client();
  const sleeping = inTransaction(
    commandContext(database),
    ({ connection }) => connection.$queryRaw`SELECT pg_sleep(1.5)`,
    5_000,
  );
  expect(await codeOf(sleeping)).toBe("answered");
});

it("an idle connection is kept", async () => {
  const database = client();
  await database.$queryRaw`SELECT 1`;
  // The connection is still in the pool, because the query timeout does not close idle connections.
  await db().$queryRaw`SELECT pg_sleep(1.5)`;
  expect(database.$pool.idleCount).toBe(1);
});

it("a transaction of a vanished client is ended by idle_in_transaction_session_timeout", async () => {
  const limit = await inTransaction(
    commandContext(db()),
    ({ connection }) => connection.$queryRaw<{ limit: string }[]>`
      SELECT current_setting('idle_in_transaction_session_timeout') AS limit`,
  );
  expect(limit).toEqual([{ limit: "10s" }]);
});
