import { afterAll, expect, it, onTestFinished } from "vitest";
import { commandContext, inTransaction } from "@/lib/server/database/transaction";
import { createClient, db } from "@/lib/server/database/client";
import { toAppError } from "@/lib/server/errors/errors";
import { startPgProxy } from "@/lab/faults/pg-proxy";

/* A connection through which nothing comes any more, as when a firewall forgets it: no error to TCP for a quarter of an hour. */

const PATIENCE = 200;
const proxy = await startPgProxy(process.env.DATABASE_URL ?? "");
afterAll(() => proxy.close());

function client(patience: number | undefined = PATIENCE) {
  const made = createClient(proxy.url, 1, patience);
  onTestFinished(async () => {
    proxy.resume();
    await made.$disconnect();
  });
  return made;
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => toAppError(error).code,
  );

it("fails who waits for it, as a database that cannot be reached, and the next one has another", async () => {
  const database = client();
  await database.$queryRaw`SELECT 1`;
  proxy.hang();
  expect(await codeOf(database.$queryRaw`SELECT 1`)).toBe("error_api");
  proxy.resume();
  expect(await database.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

it("fails a transaction, of ours and of Prisma's, and neither leaves it to the next one", async () => {
  const database = client();
  const works = [
    () => inTransaction(commandContext(database), ({ connection }) => connection.$queryRaw`SELECT 1`, PATIENCE),
    () => database.$transaction((transaction) => transaction.user.count(), { timeout: PATIENCE }),
  ];
  for (const work of works) {
    await work();
    proxy.hang();
    expect(await codeOf(work())).toBe("error_api");
    proxy.resume();
    await work();
  }
});

it("is not what a slow statement is for which somebody has asked for time", async () => {
  const database = client();
  const slept = inTransaction(
    commandContext(database),
    ({ connection }) => connection.$queryRaw`SELECT pg_sleep(1.5)`,
    5_000,
  );
  expect(await codeOf(slept)).toBe("answered");
});

it("may be idle for as long as it likes", async () => {
  const database = client();
  await database.$queryRaw`SELECT 1`;
  // As many are there as before: it was not hung up on after the patience of a statement.
  await db().$queryRaw`SELECT pg_sleep(1.5)`;
  expect(database.$pool.idleCount).toBe(1);
});

it("whose app has gone without a word does not keep a transaction open for hours", async () => {
  const limit = await inTransaction(
    commandContext(db()),
    ({ connection }) => connection.$queryRaw<{ limit: string }[]>`
      SELECT current_setting('idle_in_transaction_session_timeout') AS limit`,
  );
  expect(limit).toEqual([{ limit: "10s" }]);
});
