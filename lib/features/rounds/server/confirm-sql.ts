import type { AnyRow } from "@/lib/model/kinds/define";
import type { ConfirmAnswer, RecipientState, RoundStatus, Successor } from "../round";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { empty, sql } from "@/lib/store/database/sql";

/** The recipient that a token belongs to, with the round. */
export type RecipientRow = {
  recipient_id: number;
  name: string;
  email: string;
  state: RecipientState;
  runde_id: number;
  titel_de: string;
  titel_en: string;
  kind: string;
  felder: string[];
  text_de: string;
  text_en: string;
  /** `YYYY-MM-DD` */
  faellig_am: string;
  status: RoundStatus;
};

/** A record about which a recipient is asked, with the latest answer. */
export type AskedRecord = {
  record_id: number;
  /** The record's label when the round started. */
  label: string;
  answer: ConfirmAnswer | null;
  changes: AnyRow | null;
  successor: Successor | null;
  comment: string | null;
  /** Digests of the shown values when the answer was given, and when the record was last confirmed. */
  shown_digest: string | null;
  confirmed_digest: string | null;
};

/** An answer about a record, as it is stored. */
export type StoredAnswer = Omit<AskedRecord, "label" | "answer" | "confirmed_digest"> & { answer: ConfirmAnswer };

/**
 * Locks the round of a token against its end and its deletion until the transaction ends. Is done before
 * the recipient is locked: closing a round locks in this order, too.
 */
export const lockRoundOfToken = (connection: Transaction, token_hash: string) => connection.$executeRaw`
  SELECT 1 FROM rounds WHERE runde_id = (SELECT runde_id FROM round_recipients WHERE token_hash = ${token_hash})
  FOR SHARE`;

/**
 * Finds the recipient of a token.
 * @param lock "lock" makes other transactions that lock the same recipient wait
 */
export async function recipientByHash(
  connection: Connection,
  token_hash: string,
  lock?: "lock",
): Promise<RecipientRow | null> {
  const [row] = await connection.$queryRaw<RecipientRow[]>`
    SELECT c.recipient_id, c.name, c.email, c.state, r.runde_id, r.titel_de, r.titel_en, r.kind, r.felder,
      r.text_de, r.text_en, to_char(r.faellig_am, 'YYYY-MM-DD') AS faellig_am, r.status
    FROM round_recipients c JOIN rounds r ON r.runde_id = c.runde_id
    WHERE c.token_hash = ${token_hash} ${lock ? sql`FOR UPDATE OF c` : empty}`;
  return row ?? null;
}

/** Returns the records about which a recipient is asked, by their labels. */
export const findAskedRecords = (connection: Connection, recipient_id: number): Promise<AskedRecord[]> =>
  connection.$queryRaw<AskedRecord[]>`
    SELECT record_id, label, answer, changes, successor, comment, shown_digest, confirmed_digest FROM round_records
    WHERE recipient_id = ${recipient_id} ORDER BY label COLLATE "de-x-icu", record_id`;

/** Stores answers in place of earlier ones about the same records. */
export async function storeAnswers(
  connection: Transaction,
  recipient_id: number,
  answers: readonly StoredAnswer[],
  answered_at: Date,
): Promise<void> {
  await connection.$executeRaw`
    UPDATE round_records r SET answer = a.answer, changes = a.changes, successor = a.successor, comment = a.comment,
      answered_at = ${answered_at}, shown_digest = a.shown_digest,
      confirmed_digest = CASE WHEN a.answer = 'confirmed' THEN a.shown_digest ELSE confirmed_digest END
    FROM jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      AS a(record_id int, answer text, changes jsonb, successor jsonb, comment text, shown_digest text)
    WHERE r.recipient_id = ${recipient_id} AND r.record_id = a.record_id`;
}

/** Returns the number of records about which a recipient is asked. */
export async function countAskedRecords(connection: Connection, recipient_id: number): Promise<number> {
  const [{ count }] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM round_records WHERE recipient_id = ${recipient_id}`;
  return count;
}

/** Stores that a recipient has answered or declined; a mail that is still due is not sent any more. */
export async function storeReaction(
  connection: Transaction,
  recipient_id: number,
  { answered, declined, at }: { answered: boolean; declined: boolean; at: Date },
): Promise<void> {
  await connection.$executeRaw`
    UPDATE round_recipients SET state = ${declined ? "declined" : "answered"},
      declined_at = ${declined ? at : null}, mail = NULL, mail_due = NULL
      ${answered ? sql`, answered_at = ${at}` : empty}
    WHERE recipient_id = ${recipient_id}`;
}
