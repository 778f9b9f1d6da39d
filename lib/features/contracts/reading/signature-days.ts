import type { ContractText } from "./contract-sentences";
import { daysInText } from "./days-in-text";
import { plainText } from "./sentence-outline";
import type { PageLine } from "./page-lines";

/** How many lines at the end of a contract may hold its signatures. */
const MAX_LINES = 60;
const MAX_LINE = 300;
/** A longer line with a full stop at its end is the end of the text above the signatures. */
const MIN_SENTENCE = 35;
const MAX_DAYS_APART = 730;

/** A day beside a signature: `Lindenau, den 3. Juli 2026`, `Date: 3 July 2026`, `2026-07-03`. */
const SLOT = /^(?:[^\d{}]{0,70}?[,: ] ?)?(?:den |am |the |this |on )?\{d\}[.,]?(?: ?\([^()]{0,40}\))?$/;
/** A place for a day that is not filled. */
const EMPTY_SLOT = /(?:, ?(?:den|am)|^(?:den|am)|\bdate|\bdatum|ort, datum|place, date)\s?:?[\s_.…/]{0,60}$/;
/** Those who sign as witnesses, and stamps, have other days than the parties. */
const BYSTANDER =
  /gesehen|zur kenntnis|kenntnisnahme|in the presence|witness|eingegangen|\being\.|received|genehmigt|approved/;

/** A line with the day on which all parties signed. */
const DONE =
  /^(?:gemeinsam |so )?(?:unterzeichnet|geschlossen|ausgefertigt|gefertigt|vereinbart|done|signed|executed) (?:in|zu|at|am|on|this|(?:by|von|durch) (?:both|all|the|beiden?|allen?|den) part(?:ies|ners|nern?|eien))\b/i;

type Slot = { days: (string | null)[]; isEmpty: boolean; isBystander: boolean };

function readLine(text: string): Slot {
  const slot: Slot = { days: [], isEmpty: false, isBystander: false };
  for (const segment of text.slice(0, MAX_LINE).split(/\s{3,}|\t/)) {
    const days = daysInText(segment);
    let plain = "";
    let from = 0;
    for (const { start, end } of days) {
      plain += `${plainText(segment.slice(from, start))}{d}`;
      from = end;
    }
    plain = (plain + plainText(segment.slice(from))).trim();
    if (BYSTANDER.test(plain)) slot.isBystander = true;
    if (EMPTY_SLOT.test(plain)) slot.isEmpty = true;
    const isSlot =
      days.length === 1 && SLOT.test(plain) && !/\b(?:geb|born|geboren|stand|version|vom|of)\b/.test(plain);
    if (isSlot) slot.days.push(days[0]?.day ?? null);
  }
  return slot;
}

const daysApart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;

/**
 * Returns the day of the last signature, if all signatures have a day that can only be read in one
 * way.
 * @param end the number of lines before the annexes
 */
export function lastSignatureDay({ lines }: ContractText, end: number): string | null {
  const found: (string | null)[] = [];
  const body = lines.slice(0, end);
  const done = body.slice(-MAX_LINES).flatMap(({ text }) => {
    const [day, ...more] = DONE.test(text.slice(0, MAX_LINE)) ? daysInText(text.slice(0, MAX_LINE)) : [];
    return day?.day && more.length === 0 ? [day.day] : [];
  });
  if (done.length === 1) return done[0] ?? null;
  const sentenceEnd = body.findLastIndex(({ text }) => text.length > MIN_SENTENCE && /[.;]$/.test(text));
  const last: readonly PageLine[] = body.slice(Math.max(sentenceEnd + 1, end - MAX_LINES));
  for (const line of last) {
    const { days, isEmpty, isBystander } = readLine(line.text);
    if (isEmpty || (isBystander && days.length > 0)) return null;
    for (const day of days) found.push(day);
  }
  const known = found.filter((day) => day !== null);
  if (known.length === 0 || known.length < found.length) return null;
  const sorted = known.toSorted();
  const [first = "", latest = ""] = [sorted[0], sorted.at(-1)];
  return known.length >= 2 && daysApart(first, latest) <= MAX_DAYS_APART ? latest : null;
}
