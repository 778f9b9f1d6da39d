import { deleteExpiredCredentials, deleteUnconfirmedRegistrations } from "../accounts/expired-credentials";
import { retireUnusedAccounts } from "../accounts/unused-accounts";
import { db } from "../database/client";
import { dropOldChanges } from "../history/history";
import { summariseCounts } from "../history/stored-changes";
import { dropOldImports } from "../imports/imports-sql";
import type { Job } from "./job";

/**
 * Deletes expired credentials, unconfirmed registrations, old imports, and changes older than the
 * retention period. Disables or deletes unused accounts, and condenses the maintained counts of the
 * history.
 */
export async function deleteExpired(): Promise<void> {
  const now = new Date();
  await Promise.all([
    deleteExpiredCredentials(now),
    deleteUnconfirmedRegistrations(now),
    dropOldChanges(),
    dropOldImports(db()),
    retireUnusedAccounts(),
    summariseCounts(db()),
  ]);
}

/** Runs `deleteExpired` every night. */
export const housekeeping: Job = {
  name: "housekeeping",
  cron: "15 3 * * *",
  atStart: true,
  retry: { limit: 3, delay: 300 },
  timeoutSeconds: 900,
  async work() {
    await deleteExpired();
    return "done";
  },
};
