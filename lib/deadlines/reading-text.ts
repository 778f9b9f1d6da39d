import type { NoticePeriod } from "./notice-period";

/** A reading in one line, as the corpus spells it: `3 months > year + 1 years`; `none` where notice has no length. */
export function readingText({ amount, unit, to, renews }: NoticePeriod): string {
  const length = amount === null ? "none" : `${amount} ${unit}`;
  return `${length}${to ? ` > ${to}` : ""}${renews ? ` + ${renews.amount} ${renews.unit}` : ""}`;
}
