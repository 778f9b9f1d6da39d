import { env } from "../../config/env";
import type { Connection } from "../../database/client";
import { isAppError } from "../../errors/errors";
import { sendMail, undeliveredOf } from "../../mail/send-mail";
import { confirmPath, confirmToken } from "../confirm-token";
import {
  dropNeedlessMails,
  nextMailDue,
  sentSince,
  storeFailed,
  storeRetry,
  storeSent,
  takeMail,
  type QueuedMail,
} from "./mail-queue-sql";
import { writeRoundMail } from "./round-mail";

const MINUTE_MS = 60_000;
/** How long no other run sends a mail that was taken: longer than sending it can last. */
const LEASE_MS = 2 * MINUTE_MS;
/** Duration after which a run ends, and the pause after it, in which other jobs get their turn. */
const RUN_MS = 30_000;
const TURN_MS = 10_000;
/** Number of failures in a row after which a run assumes that the mail server is down. */
const MAX_FAILURES_IN_A_ROW = 3;
/** Number of attempts to send a mail: with the pauses below they take about three days. */
const MAX_ATTEMPTS = 18;
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = 360 * MINUTE_MS;

/** Returns the pause after a failed attempt, in milliseconds; it doubles each time, up to six hours. */
const pauseAfter = (attempt: number) => Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);

/** Returns the Message-ID of a mail, which is the same if the mail is sent again after a crash. */
function messageIdOf({ recipient_id, mail, generation, reminders }: QueuedMail): string {
  const which = mail === "start" ? `start${generation}` : `reminder${reminders}`;
  return `round.${recipient_id}.${which}@${new URL(env().APP_URL).hostname}`;
}

type Delivery = "sent" | "refused" | "failed";

/** Sends a mail that was taken from the queue, and stores the result. */
async function deliver(connection: Connection, queued: QueuedMail, now: Date): Promise<Delivery> {
  const { recipient_id, generation, attempts, mail, email, name, records, ...round } = queued;
  const href = env().APP_URL + confirmPath(confirmToken(recipient_id, generation));
  try {
    await sendMail(writeRoundMail({ mail, email, name, records, round, href, messageId: messageIdOf(queued) }));
  } catch (error) {
    if (!isAppError(error, "error_api", "validation_failed")) throw error;
    const { isRefused = false, answer = error.code } = undeliveredOf(error) ?? {};
    if (isRefused) {
      await storeFailed(connection, recipient_id, answer);
      return "refused";
    }
    const attempt = attempts + 1;
    if (attempt >= MAX_ATTEMPTS) await storeFailed(connection, recipient_id, answer);
    else await storeRetry(connection, recipient_id, new Date(now.getTime() + pauseAfter(attempt)), answer);
    return "failed";
  }
  await storeSent(connection, recipient_id, now);
  return "sent";
}

/** The result of a run: the number of mails sent, and when the next run should start (null: never). */
export type MailRun = { sent: number; isServerDown: boolean; nextRun: Date | null };

/**
 * Sends the mails of rounds that are due, at most `ROUND_MAILS_PER_MINUTE` in any minute over all
 * instances. The recipients' rows are the queue: each mail is stored as sent once the mail server has
 * accepted it, so that a run that is killed loses none and repeats at most the one that it was
 * sending, with the same Message-ID.
 */
export async function sendRoundMails(connection: Connection, now: Date): Promise<MailRun> {
  const begun = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - begun);
  await dropNeedlessMails(connection, now);
  const before = await sentSince(connection, new Date(now.getTime() - MINUTE_MS));
  const budget = env().ROUND_MAILS_PER_MINUTE - before.count;
  let [sent, failuresInARow] = [0, 0];
  while (sent < budget && performance.now() - begun < RUN_MS) {
    const moment = clock();
    const queued = await takeMail(connection, moment, new Date(moment.getTime() + LEASE_MS));
    if (!queued) break;
    const delivery = await deliver(connection, queued, clock());
    if (delivery === "sent") sent += 1;
    failuresInARow = delivery === "failed" ? failuresInARow + 1 : 0;
    if (failuresInARow === MAX_FAILURES_IN_A_ROW) return { sent, isServerDown: true, nextRun: null };
  }
  const due = await nextMailDue(connection);
  if (!due) return { sent, isServerDown: false, nextRun: null };
  const isUsedUp = sent >= budget;
  const free = isUsedUp ? (before.first ?? now).getTime() + MINUTE_MS : clock().getTime() + TURN_MS;
  return { sent, isServerDown: false, nextRun: new Date(Math.max(due.getTime(), free)) };
}
