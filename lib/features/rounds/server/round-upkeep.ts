import { daysLater, monthsLater } from "@/lib/model/fields/day";
import { dayOf, endOfDay } from "@/lib/model/fields/moments";
import { ROUND_GRACE_DAYS } from "../round";
import type { Database } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { storeEnd } from "./control-round";
import { statusAt } from "./round-status";
import {
  countAnswers,
  removeAnswers,
  roundsWithOldAnswers,
  roundsStoredAsRunning,
  storeClose,
  storedRound,
} from "./rounds-sql";

/** Months after the end of a round for which its answers are kept (contract §15). */
const ANSWERS_KEPT_MONTHS = 12;

/**
 * Stores the end of rounds that count as closed because their due day is long past.
 * @returns the number of rounds
 */
export async function closeOverdueRounds(context: Context<Database>, now: Date): Promise<number> {
  let closed = 0;
  for (const { runde_id } of await roundsStoredAsRunning(context.connection)) {
    await inTransaction(context, async (unit) => {
      const round = await storedRound(unit.connection, runde_id, "locked");
      if (round?.status !== "running" || statusAt(round, now) === "running") return;
      const end = endOfDay(daysLater(round.faellig_am, ROUND_GRACE_DAYS));
      await storeEnd(unit, round, end);
      closed += 1;
    });
  }
  return closed;
}

/**
 * Deletes the answers of rounds that ended twelve months ago: recipients, answers and proposals. Accepted
 * proposals lose their content only; the round keeps its counts.
 * @returns the number of rounds
 */
export async function deleteOldAnswers(context: Context<Database>, now: Date): Promise<number> {
  const before = endOfDay(daysLater(monthsLater(dayOf(now), -ANSWERS_KEPT_MONTHS), -1));
  const rounds = await roundsWithOldAnswers(context.connection, before);
  for (const { runde_id } of rounds) {
    await inTransaction(context, async ({ connection }) => {
      const round = await storedRound(connection, runde_id, "locked");
      if (!round?.closed_at) return;
      const latest = (await countAnswers(connection, [runde_id])).get(runde_id);
      await storeClose(connection, runde_id, round.closed_at, latest ?? round.counts);
      await removeAnswers(connection, runde_id);
    });
  }
  return rounds.length;
}
