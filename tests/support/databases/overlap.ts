import { expect, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import type { SqlQuery } from "@/lib/store/database/sql";

/** Counts the transactions of this test's database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [{ count }] = await db().$queryRaw<[{ count: number }]>`
    SELECT count(DISTINCT l.pid)::int AS count FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE NOT l.granted AND a.datname = current_database()`;
  return count;
}

export type PendingCall = Promise<{ status: number }>;

/**
 * Makes calls under a lock, one after the other: each goes on until it has ended or waits, then the
 * lock is released.
 * @param lock a statement that locks rows on which the calls depend
 * @returns the statuses of the calls
 */
export async function overlap(lock: SqlQuery, ...calls: readonly (() => PendingCall)[]): Promise<number[]> {
  const started: PendingCall[] = [];
  await db().$transaction(
    async (transaction) => {
      await transaction.$executeRaw(lock);
      let ended = 0;
      for (const begin of calls) {
        const call = begin();
        started.push(call);
        void call.finally(() => (ended += 1)).catch(() => undefined);
        const hasSettled = async () => expect(ended + (await countWaiting())).toBe(started.length);
        await vi.waitFor(hasSettled, { timeout: 5_000, interval: 20 });
      }
    },
    { timeout: 15_000 },
  );
  return (await Promise.all(started)).map(({ status }) => status);
}
