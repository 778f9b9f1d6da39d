import type { RecipientState } from "../round";
import type { ListedRecipient } from "../round-progress";
import type { Connection } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { freeAt } from "./mails/mail-queue-sql";
import { jsonParts } from "@/lib/store/sql/fragments";

/** Reserves keys for new recipients, because their tokens follow from the keys. */
export async function reserveRecipientIds(connection: Connection, count: number): Promise<number[]> {
  const rows = await connection.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('round_recipients', 'recipient_id'))::int AS id
    FROM generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

/** A recipient to write; its first mail is due at once. */
export type NewRecipient = {
  recipient_id: number;
  email: string;
  name: string;
  person_kind: string | null;
  person_id: number | null;
  token_hash: string;
};

/** Writes the recipients of a round, each with a mail that is due. */
export async function insertRecipients(
  connection: Connection,
  { runde_id, now }: { runde_id: number; now: Date },
  recipients: readonly NewRecipient[],
): Promise<void> {
  for (const part of jsonParts(recipients)) {
    await connection.$executeRaw`
      INSERT INTO round_recipients (recipient_id, runde_id, email, name, person_kind, person_id, token_hash, mail, mail_due)
      SELECT recipient_id, ${runde_id}, email, name, person_kind, person_id, token_hash, 'start', ${now}
      FROM jsonb_to_recordset(${part}::jsonb) AS v(
        recipient_id int, email text, name text, person_kind text, person_id int, token_hash text)`;
  }
}

/** Writes the records about which recipients are asked. */
export async function insertAskedRecords(
  connection: Connection,
  records: Iterable<{ recipient_id: number; record_id: number; label: string }>,
): Promise<void> {
  for (const part of jsonParts(records)) {
    await connection.$executeRaw`
      INSERT INTO round_records (recipient_id, record_id, label)
      SELECT recipient_id, record_id, label
      FROM jsonb_to_recordset(${part}::jsonb) AS v(recipient_id int, record_id int, label text)`;
  }
}

/**
 * Reads one page of the recipients of a started round and their total number: by name, those without
 * an answer first.
 */
export async function pageOfRecipients(
  connection: Connection,
  runde_id: number,
  { pageNo, pageSize, states, now }: { pageNo: number; pageSize: number; states: readonly RecipientState[]; now: Date },
): Promise<{ rows: ListedRecipient[]; total: number }> {
  const isListed = sql`p.runde_id = ${runde_id} AND p.state = ANY(${states}::text[])`;
  const [rows, [{ total }]] = await Promise.all([
    connection.$queryRaw<ListedRecipient[]>`
      SELECT p.email, p.name, p.state, p.failure, p.reminders, p.answered_at, p.declined_at,
        (SELECT count(*)::int FROM round_records d WHERE d.recipient_id = p.recipient_id) AS records,
        CASE WHEN p.mail IS NOT NULL THEN ${freeAt(now)} END AS waits_until,
        EXISTS (SELECT FROM round_recipients o WHERE o.email = p.email AND o.runde_id < p.runde_id
          AND o.declined_at IS NOT NULL) AS declined_before
      FROM round_recipients p WHERE ${isListed}
      ORDER BY p.state IN ('answered', 'declined'), p.name COLLATE "de-x-icu", p.email
      LIMIT ${pageSize}::bigint OFFSET ${pageNo * pageSize}::bigint`,
    connection.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM round_recipients p WHERE ${isListed}`,
  ]);
  return { rows, total };
}

/** Returns which of some addresses have declined in a round. */
export async function declinedAddresses(connection: Connection, emails: readonly string[]): Promise<Set<string>> {
  const rows = await connection.$queryRaw<{ email: string }[]>`
    SELECT DISTINCT email FROM round_recipients WHERE email = ANY(${emails}::text[]) AND declined_at IS NOT NULL`;
  return new Set(rows.map(({ email }) => email));
}

/** Reads a recipient's key and records: that with an address, or else the first one by name. */
export async function findRecipient(connection: Connection, runde_id: number, email: string | null) {
  const [recipient] = await connection.$queryRaw<
    { recipient_id: number; email: string; name: string; records: { id: number; label: string }[] }[]
  >`
    SELECT p.recipient_id, p.email, p.name, (
      SELECT coalesce(json_agg(json_build_object('id', d.record_id, 'label', d.label) ORDER BY d.label, d.record_id), '[]')
      FROM round_records d WHERE d.recipient_id = p.recipient_id) AS records
    FROM round_recipients p WHERE p.runde_id = ${runde_id} AND (${email}::text IS NULL OR p.email = ${email}::text)
    ORDER BY p.name COLLATE "de-x-icu", p.email LIMIT 1`;
  return recipient;
}

/**
 * Makes a mail due for every recipient without an answer who has not declined and for whom no mail
 * waits: a reminder or, where no mail could be sent at all, the first one again.
 * @returns the number of mails
 */
export const queueReminders = (connection: Connection, runde_id: number, now: Date) => connection.$executeRaw`
  UPDATE round_recipients SET mail_due = ${now}, attempts = 0, failure = NULL,
    mail = CASE WHEN sent_at IS NULL THEN 'start' ELSE 'reminder' END,
    state = CASE WHEN sent_at IS NULL THEN 'planned' ELSE 'sent' END,
    reminders = reminders + CASE WHEN sent_at IS NULL THEN 0 ELSE 1 END
  WHERE runde_id = ${runde_id} AND mail IS NULL AND answered_at IS NULL AND declined_at IS NULL`;

/** A recipient whose link is renewed. */
export type RenewedRecipient = {
  recipient_id: number;
  person_kind: string | null;
  person_id: number | null;
  generation: number;
};

/** Reads a recipient of a locked round by the address. */
export const recipientByEmail = async (connection: Connection, runde_id: number, email: string) =>
  (
    await connection.$queryRaw<RenewedRecipient[]>`
      SELECT recipient_id, person_kind, person_id, generation FROM round_recipients
      WHERE runde_id = ${runde_id} AND email = ${email} FOR UPDATE`
  )[0];

/**
 * Gives a recipient another link, and makes a mail with it due in place of the one that waits.
 * @returns whether it was done: no other recipient of the round may have the address
 */
export async function renewRecipient(
  connection: Connection,
  { recipient_id, email, token_hash, now }: { recipient_id: number; email: string; token_hash: string; now: Date },
): Promise<boolean> {
  const renewed = await connection.$executeRaw`
    UPDATE round_recipients p SET generation = generation + 1, token_hash = ${token_hash}, email = ${email},
      mail = 'renewal', mail_due = ${now}, attempts = 0, failure = NULL,
      state = CASE WHEN state = 'failed' THEN 'planned' ELSE state END
    WHERE recipient_id = ${recipient_id} AND NOT EXISTS (
      SELECT FROM round_recipients o
      WHERE o.runde_id = p.runde_id AND o.email = ${email} AND o.recipient_id <> p.recipient_id)`;
  return renewed === 1;
}

/** Takes the mails of a round that were not sent out of the queue. */
export const dropMails = (connection: Connection, runde_id: number) => connection.$executeRaw`
  UPDATE round_recipients SET mail = NULL, mail_due = NULL WHERE runde_id = ${runde_id} AND mail IS NOT NULL`;
