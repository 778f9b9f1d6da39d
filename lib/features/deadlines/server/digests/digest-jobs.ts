import { dayOf } from "@/lib/model/fields/moments";
import type { Job } from "@/lib/features/jobs/server/job";
import { deadlinesToReport } from "../deadlines-to-report";
import { dueDigests, sendDigest, type RowsOf } from "./digests";

/**
 * Queues a `digest_mail` job for every account whose digest is due. Runs at 6:30, and again every
 * hour for digests that were missed while no instance was running. A digest that has been sent is
 * no longer due.
 */
export const digest: Job = {
  name: "digest",
  cron: "30 6-20 * * *",
  retry: { limit: 3, delay: 60 },
  timeoutSeconds: 300,
  async work({ context, now, order }) {
    const due = await dueDigests(context, dayOf(now));
    for (const { user_id, day } of due) await order("digest_mail", { user_id, day }, `${user_id} ${day}`);
    return due.length > 0 ? "done" : "nothing";
  },
};

/**
 * Sends one account its digest by mail. If the mail server is down, retries after a minute or two,
 * then with growing delays, for 4 to 8.5 hours.
 * @param rowsOf loads the projects that the mail reports
 */
export const digestMail = (rowsOf: RowsOf = deadlinesToReport): Job => ({
  name: "digest_mail",
  retry: { limit: 8, delay: 60 },
  timeoutSeconds: 300,
  work: ({ context, now, data }) =>
    sendDigest(context, { user_id: Number(data.user_id), day: String(data.day) }, { today: dayOf(now), rowsOf }),
});
