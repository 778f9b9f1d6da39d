import type { Connection } from "@/lib/store/database/client";
import { isRunningAt } from "../round-status";

/** Which mail of a round waits for a recipient. */
export type RoundMailKind = "start" | "reminder";

/** A mail that was taken from the queue, with its contents. */
export type QueuedMail = {
  recipient_id: number;
  mail: RoundMailKind;
  attempts: number;
  email: string;
  name: string;
  generation: number;
  reminders: number;
  /** The number of records that the recipient is asked about. */
  records: number;
  titel: string;
  text_de: string;
  text_en: string;
  faellig_am: string;
};

/** Removes mails from the queue that are obsolete: the round has ended, or the recipient has answered. */
export const dropObsoleteMails = (connection: Connection, now: Date) => connection.$executeRaw`
  UPDATE round_recipients p SET mail = NULL, mail_due = NULL FROM rounds round
  WHERE round.runde_id = p.runde_id AND p.mail IS NOT NULL
    AND (NOT ${isRunningAt(now)} OR p.answered_at IS NOT NULL OR p.declined_at IS NOT NULL)`;

/**
 * Takes the next due mail, which is then not due again before `leaseUntil`: a run that is killed
 * while it sends loses no mail, and no other run sends the same one meanwhile.
 */
export async function claimMail(connection: Connection, now: Date, leaseUntil: Date): Promise<QueuedMail | undefined> {
  const [mail] = await connection.$queryRaw<QueuedMail[]>`
    WITH next AS (
      SELECT p.recipient_id FROM round_recipients p JOIN rounds round USING (runde_id)
      WHERE p.mail_due <= ${now} AND p.mail IS NOT NULL AND p.answered_at IS NULL AND p.declined_at IS NULL
        AND ${isRunningAt(now)}
      ORDER BY p.mail_due, p.recipient_id LIMIT 1 FOR UPDATE OF p SKIP LOCKED)
    UPDATE round_recipients p SET mail_due = ${leaseUntil} FROM next, rounds round
    WHERE p.recipient_id = next.recipient_id AND round.runde_id = p.runde_id
    RETURNING p.recipient_id, p.mail, p.attempts, p.email, p.name, p.generation, p.reminders,
      (SELECT count(*)::int FROM round_records d WHERE d.recipient_id = p.recipient_id) AS records,
      round.titel, round.text_de, round.text_en, round.faellig_am::text AS faellig_am`;
  return mail;
}

/** Stores the hash of a recipient's token, if another one is stored. */
export const ensureTokenHash = (connection: Connection, recipient_id: number, token_hash: string) =>
  connection.$executeRaw`
    UPDATE round_recipients SET token_hash = ${token_hash}
    WHERE recipient_id = ${recipient_id} AND token_hash <> ${token_hash}`;

/** Stores that a mail was sent, also if the round was closed while the mail server took it. */
export const storeSent = (connection: Connection, recipient_id: number, now: Date) => connection.$executeRaw`
  UPDATE round_recipients SET mail = NULL, mail_due = NULL, attempts = 0, failure = NULL, sent_at = ${now},
    state = CASE WHEN state IN ('planned', 'failed') THEN 'sent' ELSE state END
  WHERE recipient_id = ${recipient_id}`;

/** Stores that a mail is given up. */
export const storeFailed = (connection: Connection, recipient_id: number, failure: string) => connection.$executeRaw`
  UPDATE round_recipients SET mail = NULL, mail_due = NULL, attempts = attempts + 1, failure = ${failure},
    state = CASE WHEN state IN ('planned', 'sent') THEN 'failed' ELSE state END
  WHERE recipient_id = ${recipient_id} AND mail IS NOT NULL`;

/** Stores that a mail could not be sent and is due again later. */
export const storeRetry = (connection: Connection, recipient_id: number, due: Date, failure: string) =>
  connection.$executeRaw`
    UPDATE round_recipients SET mail_due = ${due}, attempts = attempts + 1, failure = ${failure}
    WHERE recipient_id = ${recipient_id} AND mail IS NOT NULL`;

/** Counts the mails that were sent after a moment, and finds the first of them. */
export async function sentSince(connection: Connection, moment: Date): Promise<{ count: number; first: Date | null }> {
  const [sent] = await connection.$queryRaw<[{ count: number; first: Date | null }]>`
    SELECT count(*)::int AS count, min(sent_at) AS first FROM round_recipients WHERE sent_at > ${moment}`;
  return sent;
}

/** Returns whether mails wait for recipients other than these. */
export async function hasOtherMails(connection: Connection, recipient_ids: readonly number[]): Promise<boolean> {
  const [row] = await connection.$queryRaw<[{ has: boolean }]>`
    SELECT EXISTS (SELECT FROM round_recipients
      WHERE mail IS NOT NULL AND recipient_id <> ALL(${recipient_ids}::int[])) AS has`;
  return row.has;
}

/** Returns when the next mail is due; null if none waits. */
export async function nextMailDue(connection: Connection): Promise<Date | null> {
  const [next] = await connection.$queryRaw<[{ due: Date | null }]>`
    SELECT min(mail_due) AS due FROM round_recipients WHERE mail IS NOT NULL`;
  return next.due;
}
