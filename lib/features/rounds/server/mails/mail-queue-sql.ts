import { env } from "@/lib/base/config/env";
import type { Connection } from "@/lib/store/database/client";
import { sql, type SqlQuery } from "@/lib/store/database/sql";
import { isRunningAt } from "../round-status";

/** Which mail of a round waits for a recipient. */
export type RoundMailKind = "start" | "reminder" | "renewal";

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
  titel_de: string;
  titel_en: string;
  text_de: string;
  text_en: string;
  faellig_am: string;
  /** The address of the account that started the round; null once it is deleted. */
  started_by: string | null;
  /** When the address may get the mail, if it got others too recently. */
  free_at: Date | null;
};

/** How long an address gets no other mail of a round, except for a renewed link (contract §15). */
const PAUSE = sql`interval '1 hour'`;

/** Builds the moment from which the address of recipient `p` may get its mail; null if it may have it at once. */
export const freeAt = (now: Date): SqlQuery => sql`(
  SELECT o.asked_at + ${PAUSE} FROM round_recipients o
  WHERE p.mail <> 'renewal' AND o.email = p.email AND o.asked_at > ${now}::timestamptz - ${PAUSE}
  ORDER BY o.asked_at DESC OFFSET ${Math.max(1, Math.round(env().RATE_LIMIT_FACTOR)) - 1}::bigint LIMIT 1)`;

/** Selects recipients who are to get a mail that waits: who have answered get renewed links only. */
const awaitsMail = sql`(p.mail = 'renewal' OR p.mail IS NOT NULL AND p.answered_at IS NULL AND p.declined_at IS NULL)`;

/** Removes mails from the queue that are obsolete: the round has ended, or the recipient has answered. */
export const dropObsoleteMails = (connection: Connection, now: Date) => connection.$executeRaw`
  UPDATE round_recipients p SET mail = NULL, mail_due = NULL FROM rounds round
  WHERE round.runde_id = p.runde_id AND p.mail IS NOT NULL
    AND NOT (${isRunningAt(now)} AND ${awaitsMail})`;

/**
 * Takes the next due mail, which is then not due again before `leaseUntil`: a run that is killed
 * while it sends loses no mail, and no other run sends the same one meanwhile.
 */
export async function claimMail(
  connection: Connection,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<QueuedMail | undefined> {
  const [mail] = await connection.$queryRaw<QueuedMail[]>`
    WITH next AS (
      SELECT p.recipient_id FROM round_recipients p JOIN rounds round USING (runde_id)
      WHERE p.mail_due <= ${now} AND ${awaitsMail} AND ${isRunningAt(now)}
      ORDER BY p.mail_due, p.recipient_id LIMIT 1 FOR UPDATE OF p SKIP LOCKED)
    UPDATE round_recipients p SET mail_due = ${leaseUntil} FROM next, rounds round
    WHERE p.recipient_id = next.recipient_id AND round.runde_id = p.runde_id
    RETURNING p.recipient_id, p.mail, p.attempts, p.email, p.name, p.generation, p.reminders,
      (SELECT count(*)::int FROM round_records d WHERE d.recipient_id = p.recipient_id) AS records,
      round.titel_de, round.titel_en, round.text_de, round.text_en, round.faellig_am::text AS faellig_am,
      (SELECT u.email FROM users u WHERE u.id = round.started_by) AS started_by, ${freeAt(now)} AS free_at`;
  return mail;
}

type TakenMail = Pick<QueuedMail, "recipient_id" | "generation" | "mail">;

/** Selects the recipient of a mail that was taken, unless the link was renewed meanwhile: then another mail waits. */
const isTaken = ({ recipient_id, generation, mail }: TakenMail) =>
  sql`recipient_id = ${recipient_id} AND generation = ${generation} AND mail = ${mail}`;

/** Makes a mail due at a later moment, because its address got another one too recently. */
export const postponeMail = (connection: Connection, taken: TakenMail, due: Date) =>
  connection.$executeRaw`UPDATE round_recipients SET mail_due = ${due} WHERE ${isTaken(taken)}`;

/** Stores the hash of a recipient's token, if another one is stored. */
export const ensureTokenHash = (connection: Connection, taken: TakenMail, token_hash: string) =>
  connection.$executeRaw`
    UPDATE round_recipients SET token_hash = ${token_hash} WHERE ${isTaken(taken)} AND token_hash <> ${token_hash}`;

/** Stores that a mail was sent, also if the round was closed while the mail server took it. */
export const storeSent = (connection: Connection, taken: TakenMail, now: Date) => connection.$executeRaw`
  UPDATE round_recipients SET sent_at = ${now},
    asked_at = CASE WHEN ${taken.mail}::text = 'renewal' THEN asked_at ELSE ${now}::timestamptz END,
    state = CASE WHEN state IN ('planned', 'failed') THEN 'sent' ELSE state END,
    mail = CASE WHEN ${isTaken(taken)} THEN NULL ELSE mail END,
    mail_due = CASE WHEN ${isTaken(taken)} THEN NULL ELSE mail_due END,
    attempts = 0, failure = NULL
  WHERE recipient_id = ${taken.recipient_id}`;

/** Stores that a mail is given up. */
export const storeFailed = (connection: Connection, taken: TakenMail, failure: string) => connection.$executeRaw`
  UPDATE round_recipients SET mail = NULL, mail_due = NULL, attempts = attempts + 1, failure = ${failure},
    state = CASE WHEN state IN ('planned', 'sent') THEN 'failed' ELSE state END
  WHERE ${isTaken(taken)}`;

/** Stores that a mail could not be sent and is due again later. */
export const storeRetry = (connection: Connection, taken: TakenMail, due: Date, failure: string) =>
  connection.$executeRaw`
    UPDATE round_recipients SET mail_due = ${due}, attempts = attempts + 1, failure = ${failure}
    WHERE ${isTaken(taken)}`;

/** Counts the mails that were sent after a moment, and finds the first of them. */
export async function sentSince(connection: Connection, moment: Date): Promise<{ count: number; first: Date | null }> {
  const [sent] = await connection.$queryRaw<[{ count: number; first: Date | null }]>`
    SELECT count(*)::int AS count, min(sent_at) AS first FROM round_recipients WHERE sent_at > ${moment}`;
  return sent;
}

/** Returns when the next mail is due; null if none waits. */
export async function nextMailDue(connection: Connection): Promise<Date | null> {
  const [next] = await connection.$queryRaw<[{ due: Date | null }]>`
    SELECT min(mail_due) AS due FROM round_recipients WHERE mail IS NOT NULL`;
  return next.due;
}
