import type { NoticePeriod } from "./notice-period";

/**
 * Formats a notice period as the corpus does: `3 months > year + 1 years`; `none` if it has no
 * length.
 */
export function readingText({ amount, unit, to, renews }: NoticePeriod): string {
  const length = amount === null ? "none" : `${amount} ${unit}`;
  return `${length}${to ? ` > ${to}` : ""}${renews ? ` + ${renews.amount} ${renews.unit}` : ""}`;
}
