import { dayOf } from "../../records/fields/moments";
import type { Job } from "../jobs/job";
import { deadlinesToReport } from "../deadlines/deadlines-to-report";
import { dueDigests, sendDigest, type RowsOf } from "./digests";

/**
 * Orders the mail of every account whose digest is due: at 6:30, then each hour for mails that were
 * missed while no instance was running. Mails that were sent are not sent again.
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
 * Sends one mail to one account. If the mail server is down, retries after a minute or two, then
 * with growing delays, for 4 to 8.5 hours.
 * @param rowsOf source of the deadlines
 */
export const digestMail = (rowsOf: RowsOf = deadlinesToReport): Job => ({
  name: "digest_mail",
  retry: { limit: 8, delay: 60 },
  timeoutSeconds: 300,
  work: ({ context, now, data }) =>
    sendDigest(context, { user_id: Number(data.user_id), day: String(data.day) }, { today: dayOf(now), rowsOf }),
});
