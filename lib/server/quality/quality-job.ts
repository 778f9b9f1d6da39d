import type { Job } from "../jobs/job";
import { countQuality } from "./quality";

/** Counts at night what is wrong with the data, so that the day's numbers are there before the first who asks. */
export const quality: Job = {
  name: "quality",
  cron: "45 3 * * *",
  atStart: true,
  retry: { limit: 3, delay: 300 },
  patience: 900,
  async work({ now }) {
    await countQuality(now);
    return "done";
  },
};
