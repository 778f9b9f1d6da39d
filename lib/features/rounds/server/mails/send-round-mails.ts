import { env } from "@/lib/base/config/env";
import type { Connection } from "@/lib/store/database/client";
import { isAppError } from "@/lib/base/errors/errors";
import { sendMail, undeliveredOf } from "@/lib/store/mail/send-mail";
import { confirmPath, confirmToken, confirmTokenHash } from "../confirm-token";
import {
  dropObsoleteMails,
  ensureTokenHash,
  nextMailDue,
  postponeMail,
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
/** Number of attempts, over about 75 minutes, after which a refusal is final that may be the mail server's own problem. */
const MAX_REFUSALS = 5;
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = 360 * MINUTE_MS;

/** Returns the pause after a failed attempt, in milliseconds; it doubles each time, up to six hours. */
const pauseAfter = (attempt: number) => Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);

/** Returns the Message-ID of a mail, which is the same if the mail is sent again after a crash. */
function messageIdOf({ recipient_id, mail, generation, reminders }: QueuedMail): string {
  const mailName = `${mail}${mail === "reminder" ? reminders : generation}`;
  return `round.${recipient_id}.${mailName}@${new URL(env().APP_URL).hostname}`;
}

/** A mail that the mail server did not accept. */
type FailedDelivery = { queued: QueuedMail; isRefused: boolean; answer: string };

/** Sends a mail that was taken from the queue. @returns null if the mail server accepted it */
async function deliver(queued: QueuedMail): Promise<FailedDelivery | null> {
  const { recipient_id, generation, mail, email, name, records, started_by, ...round } = queued;
  const href = env().APP_URL + confirmPath(confirmToken(recipient_id, generation));
  try {
    const replyTo = env().ROUND_REPLY_TO ?? started_by;
    await sendMail(
      writeRoundMail({ mail, email, name, records, round, href, replyTo, messageId: messageIdOf(queued) }),
    );
    return null;
  } catch (error) {
    if (!isAppError(error, "error_api", "validation_failed")) throw error;
    return { queued, isRefused: false, answer: error.code, ...undeliveredOf(error) };
  }
}

/**
 * Stores that a mail is given up, after the last attempt or if its address is refused, or due again.
 * @param maxRefusals the attempt from which on a refusal is final
 */
async function storeFailure(
  connection: Connection,
  { queued, isRefused, answer }: FailedDelivery,
  { now, maxRefusals }: { now: Date; maxRefusals: number },
) {
  const attempt = queued.attempts + 1;
  if (attempt >= (isRefused ? maxRefusals : MAX_ATTEMPTS)) await storeFailed(connection, queued, answer);
  else await storeRetry(connection, queued, new Date(now.getTime() + pauseAfter(attempt)), answer);
}

/** The result of a run: the number of mails sent, and when the next run should start (null: never). */
export type MailRun = { sent: number; isServerDown: boolean; nextRun: Date | null };

/**
 * Sends the mails of rounds that are due, at most `ROUND_MAILS_PER_MINUTE` in any minute over all
 * instances. The recipients' rows are the queue: each mail is stored as sent once the mail server has
 * accepted it, so that a run that is killed loses none and repeats at most the one that it was
 * sending, with the same Message-ID. A refused address is given up at once only if the server accepts another
 * mail of the run: a server that refuses all addresses has another problem.
 */
export async function sendRoundMails(connection: Connection, now: Date): Promise<MailRun> {
  const startedAt = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - startedAt);
  await dropObsoleteMails(connection, now);
  const before = await sentSince(connection, new Date(now.getTime() - MINUTE_MS));
  const budget = env().ROUND_MAILS_PER_MINUTE - before.count;
  let [claimed, sent] = [0, 0];
  let consecutiveFailures: FailedDelivery[] = [];
  const storeConsecutiveFailures = async (maxRefusals: number) => {
    for (const failed of consecutiveFailures) await storeFailure(connection, failed, { now: clock(), maxRefusals });
    consecutiveFailures = [];
  };
  while (claimed < budget && performance.now() - startedAt < RUN_MS) {
    const moment = clock();
    const leaseUntil = new Date(moment.getTime() + LEASE_MS);
    const queued = await claimMail(connection, { now: moment, leaseUntil });
    if (!queued) break;
    const { recipient_id, generation, free_at } = queued;
    if (free_at) {
      await postponeMail(connection, queued, free_at);
      continue;
    }
    claimed += 1;
    // Tokens change with AUTH_SECRET.
    await ensureTokenHash(connection, queued, confirmTokenHash(confirmToken(recipient_id, generation)));
    const failed = await deliver(queued);
    if (failed) {
      consecutiveFailures.push(failed);
      if (consecutiveFailures.length < MAX_FAILURES_IN_A_ROW) continue;
      await storeConsecutiveFailures(MAX_ATTEMPTS);
      return { sent, isServerDown: true, nextRun: null };
    }
    await storeSent(connection, queued, clock());
    sent += 1;
    await storeConsecutiveFailures(1);
  }
  await storeConsecutiveFailures(sent > 0 ? 1 : MAX_REFUSALS);
  const due = await nextMailDue(connection);
  if (!due) return { sent, isServerDown: false, nextRun: null };
  const isBudgetSpent = claimed >= budget;
  const free = isBudgetSpent ? (before.first ?? now).getTime() + MINUTE_MS : clock().getTime() + TURN_MS;
  return { sent, isServerDown: false, nextRun: new Date(Math.max(due.getTime(), free)) };
}
