import { dayOf } from "../../records/fields/moments";
import type { Job } from "../jobs/job";
import { deadlinesToTell } from "../deadlines/deadlines-to-tell";
import { dueDigests, sendDigest, type RowsOf } from "./digests";

/**
 * Orders the mail of everybody whose digest is due. At half past six; then each hour, for those whose mail fell into a time in which no
 * instance ran. Who has been told is not told again.
 */
export const digest: Job = {
  name: "digest",
  cron: "30 6-20 * * *",
  retry: { limit: 3, delay: 60 },
  patience: 300,
  async work({ context, now, order }) {
    const due = await dueDigests(context, dayOf(now));
    for (const { user_id, day } of due) await order("digest_mail", { user_id, day }, `${user_id} ${day}`);
    return due.length > 0 ? "done" : "nothing";
  },
};

/**
 * One mail to one account. A mail server that is down is asked again after a minute or two, then ever later, for four to eight and a half hours.
 * @param rowsOf what there is to tell
 */
export const digestMail = (rowsOf: RowsOf = deadlinesToTell): Job => ({
  name: "digest_mail",
  retry: { limit: 8, delay: 60 },
  patience: 300,
  work: ({ context, now, data }) =>
    sendDigest(context, { user_id: Number(data.user_id), day: String(data.day) }, { today: dayOf(now), rowsOf }),
});
