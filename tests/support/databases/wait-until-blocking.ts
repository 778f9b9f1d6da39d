import { expect, vi } from "vitest";
import type { Connection } from "@/lib/store/database/client";

/** Waits until another transaction waits for a lock of this one. */
export async function waitUntilBlocking(transaction: Connection): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await transaction.$queryRaw<unknown[]>`
        SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
      expect(waiting).not.toEqual([]);
    },
    { timeout: 4_000, interval: 20 },
  );
}
