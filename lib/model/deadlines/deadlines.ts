import type { DeadlineState } from "./deadline-states";
import { after, before, dayInMonth, daysBetween, isDay, LAST_DAY } from "./days";
import { readNoticePeriod, type NoticePeriod, type Period, type Point } from "./notice-period";

/**
 * The contract data of a project. `projektende` is a deadline only for a fixed term (contract §3).
 */
export type Contract = {
  kuendigungsfrist: string;
  /**
   * `other` means any other basis, such as a letter of intent, or no contract; it is treated like
   * `open_ended`.
   */
  vertragsgrundlage: "fixed_term" | "open_ended" | "other";
  projektende: string | null;
  isFinished: boolean;
};

/**
 * The deadlines of a contract, computed for a given day. They stay the same until the end of the
 * day that `validUntil` returns.
 */
export type DeadlineDays = {
  /** The last day to give notice; null if there is no notice period or if that day is past. */
  last_notice_day: string | null;
  /**
   * The day on which the contract ends or on which notice can end it. The end of a fixed term is
   * kept even when it is past.
   */
  ends_on: string | null;
  /** The day after `ends_on` if the text mentions an automatic renewal; otherwise null. */
  renews_on: string | null;
};

/**
 * The stored part of a contract's deadlines, from which `stateOn` computes the state on any day.
 * `fixedState` is the state if it does not depend on a day.
 */
export type ContractDeadlines = DeadlineDays & { fixedState: "none" | "any_time" | "unread" };

export type Deadlines = DeadlineDays & {
  read: NoticePeriod | null;
  /**
   * The number of days until the next deadline; negative if the end is past; null if there is no
   * deadline.
   */
  days_left: number | null;
  state: DeadlineState;
};

/**
 * Returns the months in which a termination point occurs, and its day of the month if that is not
 * the last day.
 */
function pointDays(point: Exclude<Point, "contract_end">): { months: readonly number[]; dayOfMonth?: number } {
  if (point === "month") return { months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] };
  if (point === "quarter") return { months: [3, 6, 9, 12] };
  if (point === "half_year") return { months: [6, 12] };
  if (point === "year") return { months: [12] };
  if (point === "term") return { months: [3, 9] };
  const [month = 1, dayOfMonth] = point.split("-").map(Number);
  return { months: [month], dayOfMonth };
}

const isInCalendar = (day: string) => /^\d{4}-/.test(day) && day <= LAST_DAY;

/**
 * Returns the last day to act before a contract's end: the end minus the notice period, or the end
 * itself if there is no notice period.
 */
const lastDayToAct = (end: string, notice: Period | null) => (notice ? before(end, notice) : end);

/** Returns the earliest date of a termination point for which the last day to act is not past. */
function nextPoint(point: Exclude<Point, "contract_end">, notice: Period | null, on: string): string | null {
  const { months, dayOfMonth } = pointDays(point);
  const firstYear = parseInt(notice ? after(on, notice) : on, 10);
  const ends = [firstYear, firstYear + 1].flatMap((year) => months.map((month) => dayInMonth(year, month, dayOfMonth)));
  return ends.find((end) => isInCalendar(end) && lastDayToAct(end, notice) >= on) ?? null;
}

/**
 * Returns how often a term is renewed until one of its ends meets a condition, which all later ends
 * meet as well. Each end is computed from the original one, so that a term that ends on a 31st does so
 * again after a shorter month.
 */
export function renewalsUntil(end: string, renews: Period, meets: (end: string) => boolean): number {
  const isReached = (times: number) => {
    const later = after(end, renews, times);
    return !isInCalendar(later) || meets(later);
  };
  if (isReached(0)) return 0;
  let [low, high] = [0, 1];
  while (!isReached(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the first end of a renewing term for which the last day to act is not past. */
function nextRenewal(end: string, renews: Period, notice: Period | null, on: string): string | null {
  const next = after(
    end,
    renews,
    renewalsUntil(end, renews, (later) => lastDayToAct(later, notice) >= on),
  );
  return isInCalendar(next) ? next : null;
}

/**
 * Returns the notice period; null if the text contains none, or if notice can be given at any time.
 */
const noticeOf = (read: NoticePeriod | null): Period | null =>
  read?.amount && read.unit ? { amount: read.amount, unit: read.unit } : null;

/**
 * Returns the next end of a contract, and whether a later end follows if this one passes without
 * notice.
 */
function nextEnd(contract: Contract, read: NoticePeriod | null, on: string) {
  const { vertragsgrundlage, projektende } = contract;
  const notice = noticeOf(read);
  if (vertragsgrundlage === "fixed_term") {
    if (projektende === null || !isDay(projektende)) return null;
    const renewed = read?.renews ? nextRenewal(projektende, read.renews, notice, on) : null;
    return { end: renewed ?? projektende, continues: renewed !== null };
  }
  if (!read?.to || read.to === "contract_end") return null;
  const end = nextPoint(read.to, notice, on);
  return end && { end, continues: true };
}

/**
 * Returns the state of a contract without a known end. A notice period before an unknown end is
 * `unread`.
 */
function stateWithoutEnd(contract: Contract, read: NoticePeriod | null): ContractDeadlines["fixedState"] {
  if (contract.kuendigungsfrist.trim() === "") return "none";
  if (!read || read.to === "contract_end") return "unread";
  if (read.amount === 0) return "any_time";
  if (read.renews) return "unread";
  if (read.amount === null) return "none";
  return contract.vertragsgrundlage === "fixed_term" ? "unread" : "any_time";
}

/**
 * Returns a contract's deadlines on a day, the state if it does not depend on a day (`fixedState`),
 * and the last day on which these values are valid.
 */
export function computeDeadlines(contract: Contract, on: string): ContractDeadlines & { valid_until: string } {
  return computeFrom(contract, readNoticePeriod(contract.kuendigungsfrist), on);
}

function computeFrom(contract: Contract, read: NoticePeriod | null, on: string): ReturnType<typeof computeDeadlines> {
  const none = { last_notice_day: null, ends_on: null, renews_on: null, valid_until: LAST_DAY };
  if (contract.isFinished) return { ...none, fixedState: "none" };
  const next = nextEnd(contract, read, on);
  if (!next) return { ...none, fixedState: stateWithoutEnd(contract, read) };
  const { end, continues } = next;
  const notice = noticeOf(read);
  const lastDay = lastDayToAct(end, notice);
  const isUpcoming = lastDay >= on;
  // A fixed term ends without notice, so a right to end it at any time adds no notice day.
  const hasNoticeDay = notice !== null || (read?.amount === 0 && contract.vertragsgrundlage !== "fixed_term");
  return {
    last_notice_day: hasNoticeDay && isUpcoming ? lastDay : null,
    ends_on: end,
    renews_on: read?.renews && continues && end < LAST_DAY ? after(end, { amount: 1, unit: "days" }) : null,
    fixedState: read || contract.kuendigungsfrist.trim() === "" ? "none" : "unread",
    valid_until: isUpcoming && (continues || hasNoticeDay) ? lastDay : LAST_DAY,
  };
}

/**
 * Returns the last day on which the `DeadlineDays` are the same as on the day `on`; 9999-12-31 if
 * they never change.
 */
export const validUntil = (contract: Contract, on: string): string => computeDeadlines(contract, on).valid_until;

/** Returns the next deadline: the last notice day or, if it is past or missing, the end. */
const nextDay = ({ last_notice_day, ends_on }: DeadlineDays, on: string) =>
  last_notice_day !== null && last_notice_day >= on ? last_notice_day : ends_on;

/**
 * Returns the number of days until the next deadline; negative if the end is past; null if there is
 * no deadline.
 */
export function daysLeft(days: DeadlineDays, on: string): number | null {
  const next = nextDay(days, on);
  return next === null ? null : daysBetween(on, next);
}

/**
 * Returns the state of a contract on a day from its stored deadlines.
 * @param soonDays the state is `soon` if the next deadline is at most this number of days away
 */
export function stateOn(deadlines: ContractDeadlines, on: string, soonDays: number): DeadlineState {
  const left = daysLeft(deadlines, on);
  if (left !== null && left < 0) return "over";
  if (left === null || deadlines.fixedState === "unread") return deadlines.fixedState;
  return left <= soonDays ? "soon" : "open";
}

/** Computes a project's deadlines as they stand on the day `on` (contract §11). */
export function deadlinesOf(contract: Contract, on: string, soonDays: number): Deadlines {
  const read = readNoticePeriod(contract.kuendigungsfrist);
  const deadlines = computeFrom(contract, read, on);
  const { last_notice_day, ends_on, renews_on } = deadlines;
  return {
    read,
    last_notice_day,
    ends_on,
    renews_on,
    days_left: daysLeft(deadlines, on),
    state: stateOn(deadlines, on, soonDays),
  };
}
