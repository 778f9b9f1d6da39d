import { env } from "@/lib/base/config/env";
import type { Connection } from "@/lib/store/database/client";
import { isAppError } from "@/lib/base/errors/errors";
import { sendMail, undeliveredOf } from "@/lib/store/mail/send-mail";
import { confirmPath, confirmToken, confirmTokenHash } from "../confirm-token";
import {
  dropObsoleteMails,
  ensureTokenHash,
  hasOtherMails,
  nextMailDue,
  sentSince,
  storeFailed,
  storeRetry,
  storeSent,
  claimMail,
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
  const mailName = mail === "start" ? `start${generation}` : `reminder${reminders}`;
  return `round.${recipient_id}.${mailName}@${new URL(env().APP_URL).hostname}`;
}

/** A mail that the mail server did not accept. */
type FailedDelivery = { queued: QueuedMail; isRefused: boolean; answer: string };

/** Sends a mail that was taken from the queue. @returns null if the mail server accepted it */
async function deliver(queued: QueuedMail): Promise<FailedDelivery | null> {
  const { recipient_id, generation, mail, email, name, records, ...round } = queued;
  const href = env().APP_URL + confirmPath(confirmToken(recipient_id, generation));
  try {
    await sendMail(writeRoundMail({ mail, email, name, records, round, href, messageId: messageIdOf(queued) }));
    return null;
  } catch (error) {
    if (!isAppError(error, "error_api", "validation_failed")) throw error;
    return { queued, isRefused: false, answer: error.code, ...undeliveredOf(error) };
  }
}

/** Stores that a mail is given up, if its address is refused or after the last attempt, or due again. */
async function storeFailure(connection: Connection, { queued, isRefused, answer }: FailedDelivery, now: Date) {
  const attempt = queued.attempts + 1;
  if (isRefused || attempt >= MAX_ATTEMPTS) await storeFailed(connection, queued.recipient_id, answer);
  else await storeRetry(connection, queued.recipient_id, new Date(now.getTime() + pauseAfter(attempt)), answer);
}

/** The result of a run: the number of mails sent, and when the next run should start (null: never). */
export type MailRun = { sent: number; isServerDown: boolean; nextRun: Date | null };

/**
 * Sends the mails of rounds that are due, at most `ROUND_MAILS_PER_MINUTE` in any minute over all
 * instances. The recipients' rows are the queue: each mail is stored as sent once the mail server has
 * accepted it, so that a run that is killed loses none and repeats at most the one that it was
 * sending, with the same Message-ID. A refused address is given up if the server accepts another mail
 * of the run or no other mail waits: a server that refuses all addresses has another problem.
 */
export async function sendRoundMails(connection: Connection, now: Date): Promise<MailRun> {
  const startedAt = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - startedAt);
  await dropObsoleteMails(connection, now);
  const before = await sentSince(connection, new Date(now.getTime() - MINUTE_MS));
  const budget = env().ROUND_MAILS_PER_MINUTE - before.count;
  let [claimed, sent] = [0, 0];
  let consecutiveFailures: FailedDelivery[] = [];
  const storeConsecutiveFailures = async (areRefusalsFinal: boolean) => {
    for (const failed of consecutiveFailures)
      await storeFailure(connection, { ...failed, isRefused: failed.isRefused && areRefusalsFinal }, clock());
    consecutiveFailures = [];
  };
  while (claimed < budget && performance.now() - startedAt < RUN_MS) {
    const moment = clock();
    const queued = await claimMail(connection, moment, new Date(moment.getTime() + LEASE_MS));
    if (!queued) break;
    claimed += 1;
    const { recipient_id, generation } = queued;
    // Tokens change with AUTH_SECRET.
    await ensureTokenHash(connection, recipient_id, confirmTokenHash(confirmToken(recipient_id, generation)));
    const failed = await deliver(queued);
    if (failed) {
      consecutiveFailures.push(failed);
      if (consecutiveFailures.length < MAX_FAILURES_IN_A_ROW) continue;
      await storeConsecutiveFailures(false);
      return { sent, isServerDown: true, nextRun: null };
    }
    await storeSent(connection, queued.recipient_id, clock());
    sent += 1;
    await storeConsecutiveFailures(true);
  }
  const refused = consecutiveFailures.flatMap(({ queued, isRefused }) => (isRefused ? [queued.recipient_id] : []));
  await storeConsecutiveFailures(sent > 0 || refused.length === 0 || !(await hasOtherMails(connection, refused)));
  const due = await nextMailDue(connection);
  if (!due) return { sent, isServerDown: false, nextRun: null };
  const isBudgetSpent = claimed >= budget;
  const free = isBudgetSpent ? (before.first ?? now).getTime() + MINUTE_MS : clock().getTime() + TURN_MS;
  return { sent, isServerDown: false, nextRun: new Date(Math.max(due.getTime(), free)) };
}
