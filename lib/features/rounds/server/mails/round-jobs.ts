import type { Job } from "@/lib/features/jobs/server/job";
import { AppError } from "@/lib/base/errors/errors";
import { orderRoundMails, ROUND_MAIL_JOB } from "./order-round-mails";
import { sendRoundMails } from "./send-round-mails";
import { closeOverdueRounds, deleteOldAnswers } from "../round-upkeep";

const SERVER_DOWN = "The mail server accepted no mail, three times in a row";

/**
 * Sends mails of rounds. Starting and reminding order a run, and each run orders the next one while
 * mails wait; the schedule is for mails whose run was lost. If the mail server is down, the run fails
 * and is retried with growing delays.
 */
export const roundMail: Job = {
  name: ROUND_MAIL_JOB,
  cron: "*/30 * * * *",
  retry: { limit: 8, delay: 60 },
  timeoutSeconds: 300,
  async work({ context: { connection }, now }) {
    const { sent, isServerDown, nextRun } = await sendRoundMails(connection, now);
    if (isServerDown) throw Object.assign(new AppError("error_api"), { cause: new Error(SERVER_DOWN) });
    if (nextRun) await orderRoundMails(connection, nextRun);
    return sent > 0 ? "sent" : "nothing";
  },
};

/** Closes rounds whose time is over, and deletes answers after their retention period. */
export const roundUpkeep: Job = {
  name: "round_upkeep",
  cron: "30 3 * * *",
  atStart: true,
  retry: { limit: 3, delay: 300 },
  timeoutSeconds: 300,
  async work({ context, now }) {
    const closed = await closeOverdueRounds(context, now);
    const emptied = await deleteOldAnswers(context, now);
    return closed + emptied > 0 ? "done" : "nothing";
  },
};
