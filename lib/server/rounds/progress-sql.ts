import type { FailedMail } from "../../records/rounds/round-progress";
import type { RecipientState } from "../../records/rounds/round";
import type { Connection } from "../database/client";

/** When a round was started, reminded and closed. */
export type RoundMoments = { started_at: Date | null; reminded_at: Date | null; closed_at: Date | null };

/** Reads the moments of a round; no row if there is no such round. */
export const momentsOf = (connection: Connection, runde_id: number) => connection.$queryRaw<RoundMoments[]>`
  SELECT started_at, reminded_at, closed_at FROM rounds WHERE runde_id = ${runde_id}`;

/** Counts a round's recipients by state, and those of each state for whom a mail waits. */
export const stateCounts = (connection: Connection, runde_id: number) => connection.$queryRaw<
  { state: RecipientState; count: number; waiting: number }[]
>`
  SELECT state, count(*)::int AS count, (count(*) FILTER (WHERE mail IS NOT NULL))::int AS waiting
  FROM round_recipients WHERE runde_id = ${runde_id} GROUP BY state`;

/** Reads the first recipients of a round to whom no mail could be delivered. */
export const failedMails = (connection: Connection, runde_id: number, limit: number) => connection.$queryRaw<
  FailedMail[]
>`
  SELECT email, name, coalesce(failure, '') AS failure FROM round_recipients
  WHERE runde_id = ${runde_id} AND state = 'failed' ORDER BY recipient_id LIMIT ${limit}`;
