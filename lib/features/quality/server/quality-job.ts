import type { Job } from "@/lib/features/jobs/server/job";
import { countQuality } from "./quality";

/**
 * Counts the problems in the data at night, so that the day's numbers exist before the first
 * request.
 */
export const qualityJob: Job = {
  name: "quality",
  cron: "45 3 * * *",
  atStart: true,
  retry: { limit: 3, delay: 300 },
  timeoutSeconds: 900,
  async work({ now }) {
    await countQuality(now);
    return "done";
  },
};
