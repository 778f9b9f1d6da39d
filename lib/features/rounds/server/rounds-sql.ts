import type { Round, RoundCounts } from "../round-answers";
import type { RoundValues } from "../round";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { empty, sql, type SqlQuery } from "@/lib/store/database/sql";

/** The keys of the records without a recipient, by reason. */
export type StoredWithoutAddress = { none: number[]; shared: number[] };

/** A round as it is stored: its status may be outdated (`statusAt`). */
export type StoredRound = Round & {
  started_at: Date | null;
  /** The account that started it. */
  started_by: number | null;
  reminded_at: Date | null;
  closed_at: Date | null;
  counts: RoundCounts | null;
  without_address: StoredWithoutAddress | null;
};

const columns = sql`round.runde_id, round.titel_de, round.titel_en, round.kind, round.query, round.an, round.felder, round.text_de,
  round.text_en, round.faellig_am::text AS faellig_am, round.status, round.started_at, round.started_by, round.reminded_at,
  round.closed_at, round.counts, round.without_address`;

const readRounds = (connection: Connection, rest: SqlQuery): Promise<StoredRound[]> =>
  connection.$queryRaw`SELECT ${columns} FROM rounds round ${rest}`;

/** Reads a round; undefined if it does not exist. */
export async function storedRound(
  connection: Connection,
  runde_id: number,
  lock: "locked" | "unlocked" = "unlocked",
): Promise<StoredRound | undefined> {
  const end = lock === "locked" ? sql`FOR UPDATE` : empty;
  const [round] = await readRounds(connection, sql`WHERE round.runde_id = ${runde_id} ${end}`);
  return round;
}

/** Reads one page of rounds, the newest first. */
export const pageOfRounds = (connection: Connection, { pageNo, pageSize }: { pageNo: number; pageSize: number }) =>
  readRounds(
    connection,
    sql`ORDER BY round.runde_id DESC LIMIT ${pageSize}::bigint OFFSET ${pageNo * pageSize}::bigint`,
  );

/** Locks the drafts against further ones until the transaction ends, and counts them. */
export async function countDrafts(transaction: Transaction): Promise<number> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('round drafts'), 0)`;
  const [row] = await transaction.$queryRaw<[{ drafts: number }]>`
    SELECT count(*)::int AS drafts FROM rounds WHERE status = 'draft'`;
  return row.drafts;
}

export async function numberOfRounds(connection: Connection): Promise<number> {
  const [row] = await connection.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM rounds`;
  return row.total;
}

/** Counts the answers of rounds that have recipients (`RoundCounts`). */
export async function countAnswers(
  connection: Connection,
  runde_ids: readonly number[],
): Promise<Map<number, RoundCounts>> {
  const rows = await connection.$queryRaw<(RoundCounts & { runde_id: number })[]>`
    WITH answers AS (
      SELECT p.runde_id, d.record_id, d.answer, d.answered_at, d.recipient_id
      FROM round_recipients p JOIN round_records d USING (recipient_id) WHERE p.runde_id = ANY(${runde_ids}::int[])),
    latest AS (
      SELECT DISTINCT ON (runde_id, record_id) runde_id, answer FROM answers
      ORDER BY runde_id, record_id, answered_at DESC NULLS LAST, recipient_id)
    SELECT latest.runde_id,
      (SELECT count(*)::int FROM round_recipients p WHERE p.runde_id = latest.runde_id) AS recipients,
      count(*)::int AS records,
      count(*) FILTER (WHERE answer = 'confirmed')::int AS confirmed,
      count(*) FILTER (WHERE answer = 'changed')::int AS changed,
      count(*) FILTER (WHERE answer = 'ended')::int AS ended,
      count(*) FILTER (WHERE answer = 'not_mine')::int AS not_mine,
      count(*) FILTER (WHERE answer IS NULL)::int AS open
    FROM latest GROUP BY latest.runde_id`;
  return new Map(rows.map(({ runde_id, ...counts }) => [runde_id, counts]));
}

/** Writes a draft. @returns its key */
export async function insertRound(connection: Connection, values: RoundValues): Promise<number> {
  const { titel_de, titel_en, kind, query, an, felder, text_de, text_en, faellig_am } = values;
  const [row] = await connection.$queryRaw<[{ runde_id: number }]>`
    INSERT INTO rounds (titel_de, titel_en, kind, query, an, felder, text_de, text_en, faellig_am)
    VALUES (${titel_de}, ${titel_en}, ${kind}, ${query}, ${an}, ${felder}, ${text_de}, ${text_en}, ${faellig_am}::date) RETURNING runde_id`;
  return row.runde_id;
}

export const updateDraft = (connection: Connection, runde_id: number, values: RoundValues) => connection.$executeRaw`
  UPDATE rounds SET titel_de = ${values.titel_de}, titel_en = ${values.titel_en}, kind = ${values.kind},
    query = ${values.query}, an = ${values.an}, felder = ${values.felder}, text_de = ${values.text_de}, text_en = ${values.text_en},
    faellig_am = ${values.faellig_am}::date
  WHERE runde_id = ${runde_id}`;

/** Reads the address of an account; null if it does not exist any more. */
export async function addressOfAccount(connection: Connection, id: number): Promise<string | null> {
  const [account] = await connection.$queryRaw<{ email: string }[]>`SELECT email FROM users WHERE id = ${id}`;
  return account?.email ?? null;
}

/** Stores when and by whom a round was started, and the records without a recipient. */
export const storeStart = (
  connection: Connection,
  runde_id: number,
  { now, user, without }: { now: Date; user: number | null; without: StoredWithoutAddress },
) => connection.$executeRaw`
    UPDATE rounds SET status = 'running', started_at = ${now}, started_by = ${user}::int, without_address = ${JSON.stringify(without)}::jsonb
    WHERE runde_id = ${runde_id}`;

/** Stores that a round has ended, with its counts. */
export const storeClose = (connection: Connection, runde_id: number, closed_at: Date, counts: RoundCounts | null) =>
  connection.$executeRaw`
    UPDATE rounds SET status = 'closed', closed_at = ${closed_at},
      counts = ${counts && JSON.stringify(counts)}::jsonb WHERE runde_id = ${runde_id}`;

export const storeReminder = (connection: Connection, runde_id: number, now: Date) =>
  connection.$executeRaw`UPDATE rounds SET reminded_at = ${now} WHERE runde_id = ${runde_id}`;

/**
 * Removes the content of answers from the proposals of a locked round: of accepted ones, whose values
 * are in the history, only the decision is left; all others are deleted. Locks recipients and
 * proposals in the order of all transactions: round, recipients, proposals, records.
 */
async function clearProposals(connection: Transaction, runde_id: number): Promise<void> {
  await connection.$executeRaw`
    SELECT 1 FROM round_recipients WHERE runde_id = ${runde_id} ORDER BY recipient_id FOR UPDATE`;
  await connection.$executeRaw`
    SELECT 1 FROM proposals WHERE runde_id = ${runde_id} ORDER BY proposal_id FOR UPDATE`;
  await connection.$executeRaw`DELETE FROM proposals WHERE runde_id = ${runde_id} AND state <> 'accepted'`;
  await connection.$executeRaw`
    UPDATE proposals SET value = NULL, now = NULL, name = '', email = '', comment = NULL, successor = NULL,
      answer = NULL, answered_at = NULL, recipient_id = NULL
    WHERE runde_id = ${runde_id}`;
}

/** Deletes a locked round with its recipients, answers and proposals, except accepted ones. */
export async function removeRound(connection: Transaction, runde_id: number): Promise<void> {
  await clearProposals(connection, runde_id);
  await connection.$executeRaw`DELETE FROM rounds WHERE runde_id = ${runde_id}`;
}

/** Reads the rounds that are stored as running, for `round_upkeep`. */
export const roundsStoredAsRunning = (connection: Connection) =>
  readRounds(connection, sql`WHERE round.status = 'running' ORDER BY round.runde_id`);

/** Reads closed rounds that have ended before a moment and still have answers. */
export const roundsWithOldAnswers = (connection: Connection, before: Date) =>
  readRounds(
    connection,
    sql`WHERE round.status = 'closed' AND round.closed_at < ${before} AND (
      EXISTS (SELECT FROM round_recipients p WHERE p.runde_id = round.runde_id)
      OR EXISTS (SELECT FROM proposals v WHERE v.runde_id = round.runde_id AND (v.state <> 'accepted' OR v.email <> '')))
    ORDER BY round.runde_id`,
  );

/** Deletes the recipients of a locked round with their answers and proposals, except accepted ones. */
export async function removeAnswers(connection: Transaction, runde_id: number): Promise<void> {
  await clearProposals(connection, runde_id);
  await connection.$executeRaw`DELETE FROM round_recipients WHERE runde_id = ${runde_id}`;
  await connection.$executeRaw`UPDATE rounds SET without_address = NULL WHERE runde_id = ${runde_id}`;
}
