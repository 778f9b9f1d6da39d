import type { FailedMail, RunningRound } from "../../round-progress";
import type { RecipientState } from "../../round";
import type { Connection } from "@/lib/store/database/client";
import { isRunningAt } from "../round-status";

/** When a round was started, reminded and closed. */
export type RoundMoments = { started_at: Date | null; reminded_at: Date | null; closed_at: Date | null };

/** Reads the moments of a round; no row if there is no such round. */
export const roundMoments = (connection: Connection, runde_id: number) => connection.$queryRaw<RoundMoments[]>`
  SELECT started_at, reminded_at, closed_at FROM rounds WHERE runde_id = ${runde_id}`;

/** Counts a round's recipients by state, and those of each state for whom a mail waits. */
export const stateCounts = (connection: Connection, runde_id: number) => connection.$queryRaw<
  { state: RecipientState; count: number; waiting: number; retried: number }[]
>`
  SELECT state, count(*)::int AS count, (count(*) FILTER (WHERE mail IS NOT NULL))::int AS waiting,
    (count(*) FILTER (WHERE mail IS NOT NULL AND failure IS NOT NULL))::int AS retried
  FROM round_recipients WHERE runde_id = ${runde_id} GROUP BY state`;

/** Reads the first recipients of a round to whom no mail could be delivered, or not yet. */
export const failedMails = (connection: Connection, runde_id: number, limit: number) => connection.$queryRaw<
  FailedMail[]
>`
  SELECT email, name, coalesce(failure, '') AS failure, mail IS NOT NULL AS "isRetried" FROM round_recipients
  WHERE runde_id = ${runde_id} AND (state = 'failed' OR mail IS NOT NULL AND failure IS NOT NULL)
  ORDER BY mail IS NOT NULL, recipient_id LIMIT ${limit}`;

/** Reads the running rounds that are due first, with their records and answers, and their number. */
export const runningRounds = (connection: Connection, now: Date, limit: number) => connection.$queryRaw<
  (RunningRound & { total: number })[]
>`
  SELECT r.runde_id, r.titel_de, r.titel_en, r.faellig_am::text AS faellig_am, r.total, c.records, c.answered
  FROM (
    SELECT runde_id, titel_de, titel_en, faellig_am, (count(*) OVER ())::int AS total FROM rounds round
    WHERE ${isRunningAt(now)} ORDER BY round.faellig_am, runde_id LIMIT ${limit}
  ) AS r
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT o.record_id)::int AS records,
      (count(DISTINCT o.record_id) FILTER (WHERE o.answer IS NOT NULL))::int AS answered
    FROM round_recipients p JOIN round_records o USING (recipient_id) WHERE p.runde_id = r.runde_id
  ) AS c
  ORDER BY r.faellig_am, r.runde_id`;
