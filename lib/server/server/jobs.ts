import { deleteExpired } from "../accounts/users";
import { digest, digestMail } from "../digests/digest-jobs";
import { quality } from "../quality/quality-job";
import type { Job } from "../jobs/job";

/** What has run out is deleted at night (`deleteExpired`). */
const housekeeping: Job = {
  name: "housekeeping",
  cron: "15 3 * * *",
  atStart: true,
  retry: { limit: 3, delay: 300 },
  patience: 900,
  async work() {
    await deleteExpired();
    return "done";
  },
};

/** Every job of the app. A new one needs its queue (a migration), and its words. */
export const jobs: readonly Job[] = [digest, digestMail(), housekeeping, quality];
