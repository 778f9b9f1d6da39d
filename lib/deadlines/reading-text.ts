import type { NoticePeriod } from "./notice-period";

/**
 * Formats a notice period in the notation of the corpus, such as `3 months > year + 1 years`. The
 * length is `none` if it is null.
 */
export function readingText({ amount, unit, to, renews }: NoticePeriod): string {
  const length = amount === null ? "none" : `${amount} ${unit}`;
  return `${length}${to ? ` > ${to}` : ""}${renews ? ` + ${renews.amount} ${renews.unit}` : ""}`;
}
