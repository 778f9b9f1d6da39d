import { after, before, isDay } from "./days";
import { renewalsUntil, type Contract } from "./deadlines";
import { readNoticePeriod, type Period } from "./notice-period";

/** What determines on which days a project is active, beside its contract. */
export type ActiveContract = Contract & {
  projektbeginn: string | null;
  /** The day on which the present run of finished statuses began, if the project is finished and the history knows it. */
  finishedOn: string | null;
  /** Whether the status says that the project is never active, such as one that is applied for. */
  isNeverActive: boolean;
};

/**
 * The days on which a project is active, from `first` to `last`, both included; null where there is no
 * bound, or where it is unknown when a finished project ended. With `isNever`, the project is active on
 * no day.
 */
export type ActiveDays = { first: string | null; last: string | null; isNever: boolean };

const ONE_DAY: Period = { amount: 1, unit: "days" };

/** Returns the last day of a term before a day, the term being renewed as often as necessary; null if there is none. */
function lastEndBefore(end: string, renews: Period, day: string): string | null {
  const renewals = renewalsUntil(end, renews, (later) => later >= day);
  return renewals === 0 ? null : after(end, renews, renewals - 1);
}

/** Returns the last active day; null if there is none, undefined if it is unknown. */
function lastActiveDay({ finishedOn, ...contract }: ActiveContract): string | null | undefined {
  const end = contract.projektende !== null && isDay(contract.projektende) ? contract.projektende : null;
  const termEnd = contract.vertragsgrundlage === "fixed_term" ? end : null;
  const renews = termEnd === null ? null : (readNoticePeriod(contract.kuendigungsfrist)?.renews ?? null);
  if (!contract.isFinished) return renews ? null : termEnd;
  if (finishedOn === null) return termEnd ?? undefined;
  const dayBefore = before(finishedOn, ONE_DAY);
  if (termEnd === null) return dayBefore;
  if (renews) return lastEndBefore(termEnd, renews, finishedOn) ?? dayBefore;
  return termEnd < dayBefore ? termEnd : dayBefore;
}

/** Returns the days on which a project is active (contract §17). */
export function activeDays(contract: ActiveContract): ActiveDays {
  const first = contract.projektbeginn;
  const last = contract.isNeverActive ? null : lastActiveDay(contract);
  const isReversed = first !== null && typeof last === "string" && last < first;
  return { first, last: last ?? null, isNever: contract.isNeverActive || last === undefined || isReversed };
}
