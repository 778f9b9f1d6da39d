import { db } from "@/lib/store/database/client";
import type { Job } from "@/lib/features/jobs/server/job";
import { purgeContents } from "./purge-files";

/** Drops bytes that belong to no file, every hour: a server that was killed leaves parts of uploads. */
export const fileUpkeep: Job = {
  name: "file_upkeep",
  cron: "20 * * * *",
  retry: { limit: 3, delay: 300 },
  timeoutSeconds: 900,
  async work() {
    await purgeContents(db());
    return "done";
  },
};
