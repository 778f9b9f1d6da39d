import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { Round } from "../round-answers";
import { ROUND_GRACE_DAYS, type RoundStatus } from "../round";
import { sql, type SqlQuery } from "@/lib/store/database/sql";

/** Returns the earliest due day on which a running round still runs at a moment. */
const earliestDueDay = (now: Date): string => daysLater(dayOf(now), -ROUND_GRACE_DAYS);

/**
 * Returns a round's status at a moment. A running round counts as closed from the day that is more
 * than `ROUND_GRACE_DAYS` after its due day, also before `round_upkeep` has stored it (contract §15).
 */
export function statusAt({ status, faellig_am }: Pick<Round, "status" | "faellig_am">, now: Date): RoundStatus {
  if (status !== "running") return status;
  return earliestDueDay(now) > faellig_am ? "closed" : "running";
}

/** Builds the same rule as a condition: the round with alias `round` is running. */
export const isRunningAt = (now: Date): SqlQuery =>
  sql`(round.status = 'running' AND round.faellig_am >= ${earliestDueDay(now)}::date)`;
