import type { MessageKey, Translate } from "@/lib/model/messages/i18n";
import type { DeadlineState } from "@/lib/model/deadlines/deadline-states";
import { distanceCounts } from "@/lib/model/deadlines/days";
import { displayDate } from "@/lib/model/fields/day";

type Unit = MessageKey<"deadlines.periods">;
type Period = { amount: number; unit: Unit };

/** The deadlines of a project's contract in API responses (contract §11); days are `YYYY-MM-DD`. */
export type DeadlineFacts = {
  read: { amount: number | null; unit: Unit | null } | null;
  last_notice_day: string | null;
  ends_on: string | null;
  renews_on: string | null;
  days_left: number | null;
  state: DeadlineState;
};

const periodText = ({ amount, unit }: Period, t: Translate<"deadlines">) => t(`periods.${unit}`, { count: amount });

const NEAR = new Map<number, MessageKey<"deadlines">>([
  [-1, "yesterday"],
  [0, "today"],
  [1, "tomorrow"],
]);

/**
 * Describes the distance to a deadline in words, such as "in 12 days", "yesterday" or "in about
 * 3 years"; returns an empty text for null.
 */
export function distanceText(daysLeft: number | null, t: Translate<"deadlines">): string {
  if (daysLeft === null) return "";
  const near = NEAR.get(daysLeft);
  if (near) return t(near);
  return t(daysLeft < 0 ? "days_ago" : "days_left", distanceCounts(Math.abs(daysLeft)));
}

/**
 * Describes a contract's deadlines in sentences; returns an empty array if there is nothing to
 * report.
 */
export function deadlineSentences({ read, ...days }: DeadlineFacts, t: Translate<"deadlines">): string[] {
  const [last, end, renewal] = [days.last_notice_day, days.ends_on, days.renews_on].map(displayDate);
  if (days.state === "over") return [t("ended", { day: end ?? "" })];
  const period = read?.amount && read.unit ? periodText({ amount: read.amount, unit: read.unit }, t) : "";
  if (days.state === "any_time") return [period ? t("any_time_with", { period }) : t("any_time")];
  if (last)
    return [t("last_notice", { day: last, end: end ?? "" }), ...(renewal ? [t("renews", { day: renewal })] : [])];
  if (renewal) return [t("renews_by_itself", { day: renewal })];
  return end ? [t(period ? "ends_without_notice" : "ends", { day: end })] : [];
}
