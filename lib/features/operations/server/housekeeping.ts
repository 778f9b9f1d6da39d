import {
  deleteExpiredCredentials,
  deleteUnconfirmedRegistrations,
} from "@/lib/features/accounts/server/expired-credentials";
import { retireUnusedAccounts } from "@/lib/features/accounts/server/unused-accounts";
import { db } from "@/lib/store/database/client";
import { purgeFiles } from "@/lib/features/files/server/purge-files";
import { warnAboutQuota } from "@/lib/features/files/server/quota";
import { dropOldChanges } from "@/lib/features/history/server/history";
import { summariseCounts } from "@/lib/features/history/server/stored-changes";
import { dropOldImports } from "@/lib/features/imports/server/imports-sql";
import type { Job } from "@/lib/features/jobs/server/job";

/**
 * Deletes expired credentials, unconfirmed registrations, old imports, and changes older than the
 * retention period. Disables or deletes unused accounts, and condenses the maintained counts of the
 * history. Then purges deleted files, which stay while the history has changes of them.
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
  await purgeFiles(db());
}

/** Runs `deleteExpired` every night, and warns when the files have little of their quota left. */
export const housekeeping: Job = {
  name: "housekeeping",
  cron: "15 3 * * *",
  atStart: true,
  retry: { limit: 3, delay: 300 },
  timeoutSeconds: 900,
  async work() {
    await deleteExpired();
    await warnAboutQuota(db());
    return "done";
  },
};
