import type { Connection } from "@/lib/store/database/client";
import { orderJob } from "@/lib/features/jobs/server/order-job";

/** Name of the job that sends the mails of rounds. */
export const ROUND_MAIL_JOB = "round_mail";

/** Orders a run that sends the mails that wait; inside a transaction it starts after the commit. */
export const orderRoundMails = (connection: Connection, startAfter: Date): Promise<void> =>
  orderJob(connection, ROUND_MAIL_JOB, startAfter);
