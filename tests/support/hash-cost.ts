import { vi } from "vitest";
import type * as passwordPool from "@/lib/sessions/password-pool";

let cost = 4;

/** Sets the bcrypt cost of new password hashes in this test file. */
export function setHashCost(value: number): void {
  cost = value;
}

/** Makes password hashes cheap, because the tests log in hundreds of times. */
vi.mock("@/lib/sessions/password-pool", async (original) => {
  const pool = await original<typeof passwordPool>();
  const runPasswordJob: typeof pool.runPasswordJob = (job) =>
    pool.runPasswordJob("cost" in job ? { ...job, cost } : job);
  return { ...pool, runPasswordJob };
});
