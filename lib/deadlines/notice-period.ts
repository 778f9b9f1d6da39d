import { isSamePeriod, readPeriod, type Period, type PeriodUnit } from "./periods";
import { readPoint, type Point } from "./points";
import { readNoRenewal, readRenewal } from "./renewals";
import { phrases, Words, wordsOf } from "./contract-words";

export type { Period, PeriodUnit } from "./periods";
export type { Point } from "./points";

/**
 * A parsed notice period: its length (0 days for notice at any time; null if the text excludes
 * notice or does not mention it), the point that notice is given to, and the length of the renewal.
 */
export type NoticePeriod = {
  amount: number | null;
  unit: PeriodUnit | null;
  to: Point | null;
  renews: Period | null;
};

const AT_ANY_TIME = phrases(
  "jederzeit, jederzeit moeglich, jederzeit ohne frist, jederzeit ohne kuendigungsfrist, jederzeit ohne einhaltung einer frist, at any time without notice, zu jeder zeit, at any time, any time, anytime, fristlos, fristlose",
);
const NO_NOTICE = phrases(
  "keine, keiner, kein, none, no, entfaellt, nicht vereinbart, nicht vorgesehen, none agreed, keine vereinbart, keine frist vereinbart, keine kuendigungsfrist vereinbart, no notice period agreed, not applicable, n / a, na, unkuendbar," +
    "nicht kuendbar, nicht ordentlich kuendbar",
);
/** Conditions of a renewal; they have no meaning without one. */
const UNLESS = phrases(
  ["wenn", "falls", "sofern", "soweit", "es sei denn"]
    .flatMap((when) =>
      ["", " er", " sie", " dieser", " diese", " der vertrag", " die vereinbarung"].map((what) => when + what),
    )
    .flatMap((start) => [`${start} nicht`, `${start} nicht spaetestens`])
    .join(",") + ",unless, if not, unless it is, unless the contract is, unless the agreement is",
);
/**
 * Starts `kann … gekündigt werden`. A contract that "kann verlängert werden" has no automatic
 * renewal.
 */
const CAN = phrases(
  ["der vertrag", "die vereinbarung", "der kooperationsvertrag", "die kooperationsvereinbarung", "die kooperation", ""]
    .map((what) => `${what} kann`)
    .join(",") + ",the contract can, the contract may, the agreement can, the agreement may, can, may",
);
const GIVEN = phrases(
  "gekuendigt, kuendbar, kuendigen, be terminated, be cancelled, be canceled, be ended, terminate, terminated, cancelled, canceled, terminable," +
    "der vertrag ist kuendbar, die vereinbarung ist kuendbar, vertrag kuendbar, ist kuendbar",
);
/** Words that have no effect on any day. */
const HARMLESS = phrases(
  "mit, mind, mindestens, frist, kuendigungsfrist, kuendigung, kuendigungsfristen, die, der, das, einer, eine, ist, betraegt, von, v," +
    "unter, einhaltung, unter einhaltung, unter wahrung, spaetestens, spaet, schriftlich, schriftliche, schriftlicher," +
    "in textform, schriftform, per einschreiben, beiderseits, beidseitig, beidseitige, beiderseitig, beiderseitige, fuer beide seiten," +
    "fuer beide parteien, fuer beide vertragspartner, von beiden seiten, von jeder partei, von jeder seite, ordentlich, ordentliche, ordentlichen, jeweils, kuendigung moeglich, werden," +
    "wird, und, sonst, ansonsten, andernfalls, im voraus, vorher, mit wirkung," +
    "with, at least, minimum, minimum of, notice, notice period, period of notice, of, the, a, an, is, written, prior, in writing," +
    "either party, by either party, each party, by each party, on, upon, subject to, giving, given, by giving, termination, cancellation," +
    "mutual, and, otherwise, in advance, at the latest",
);
/**
 * `bis 3 Monate vor Ablauf` means 3 Monate vor Ablauf. `bis zum 30.9.` stays unread, because it
 * does not say which end the day precedes.
 */
const UNTIL = phrases("bis spaetestens, bis mindestens, bis, until");

/** Tried before `no` and `nicht`, which have another meaning alone. */
const AT_LEAST = phrases(
  "no later than, not later than, nicht spaeter als, not less than, no less than, nicht weniger als",
);
/** "May be terminated" counts as a notice period; "may be renewed" is not an automatic renewal. */
const POSSIBLE = phrases("moeglich, possible");

/** The intermediate result of parsing. */
type Found = {
  period: Period | null;
  to: Point | null;
  renews: Period | null;
  anyTime: boolean;
  none: boolean;
  noRenewal: boolean;
  unless: boolean;
  canOpen: boolean;
  possible: boolean;
};

/** Stores a value; returns false if another one was found before. */
function keep<Key extends "period" | "to" | "renews">(found: Found, key: Key, value: NonNullable<Found[Key]>): boolean {
  if (found[key] !== null && found[key] !== value) return false;
  found[key] = value;
  return true;
}

/** Reads the next phrase. Returns false if it is unknown or contradicts an earlier one. */
function readNext(words: Words, found: Found): boolean {
  if (readNoRenewal(words)) return (found.noRenewal = true);
  const renewal = readRenewal(words);
  if (renewal) return !found.canOpen && keep(found, "renews", renewal);
  if (words.takePhrase(UNLESS)) return (found.unless = true);
  if (words.takePhrase(AT_ANY_TIME)) return (found.anyTime = true);
  if (words.takePhrase(AT_LEAST)) return true;
  if (words.takePhrase(NO_NOTICE)) return (found.none = !words.takePhrase(AT_ANY_TIME));
  const point = readPoint(words);
  if (point) return keep(found, "to", point);
  const period = readPeriod(words) ?? words.attempt(() => (words.takePhrase(UNTIL) ? readPeriod(words) : null));
  if (period) return keep(found, "period", period);
  if (words.takePhrase(GIVEN)) {
    found.canOpen = false;
    return true;
  }
  if (words.takePhrase(CAN)) return (found.canOpen = true);
  if (words.takePhrase(POSSIBLE)) return (found.possible = true);
  return words.takePhrase(HARMLESS);
}

/** Combines what was found; null if it is inconsistent. */
function together(found: Found): NoticePeriod | null {
  const { period, to, renews, anyTime, none, noRenewal, unless, canOpen, possible } = found;
  if (canOpen || (possible && renews) || (unless && !renews) || (noRenewal && renews)) return null;
  if (none && (period || to)) return null;
  if (period) return { ...period, to, renews };
  if (anyTime) return { amount: 0, unit: "days", to, renews };
  // A point alone does not say how long before it notice must be given.
  return !to && (none || noRenewal || renews) ? { amount: null, unit: null, to, renews } : null;
}

function readWhole(text: string): NoticePeriod | null {
  const words = new Words(wordsOf(text));
  const found: Found = {
    period: null,
    to: null,
    renews: null,
    anyTime: false,
    none: false,
    noRenewal: false,
    unless: false,
    canOpen: false,
    possible: false,
  };
  while (!words.done) if (!readNext(words, found)) return null;
  return together(found);
}

const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;

/** Returns whether words in brackets contradict the text around them instead of adding to it. */
function disagrees(aside: string, read: NoticePeriod): boolean {
  const { amount, unit, to, renews } = read;
  const known = [amount !== null && unit !== null && { amount, unit }, renews].filter((period) => !!period);
  for (const words = new Words(wordsOf(aside)); !words.done; words.skip()) {
    if (!renews && readRenewal(words)) return true;
    const period = readPeriod(words);
    if (period && !known.some((one) => isSamePeriod(one, period))) return true;
    const point = readPoint(words);
    if (point && point !== to) return true;
  }
  return false;
}

/**
 * Parses a notice period in German or English, completely or not at all: an unknown word makes the
 * text unread, unless it is in brackets.
 * @returns null for a text that cannot be read, and for an empty one
 */
export function readNoticePeriod(text: string): NoticePeriod | null {
  const whole = readWhole(text.replace(BRACKETS, " $1$2 "));
  if (whole) return whole;
  const asides = [...text.matchAll(BRACKETS)].map(([, round, square]) => round ?? square ?? "");
  const read = asides.length > 0 ? readWhole(text.replace(BRACKETS, " ")) : null;
  return read && !asides.some((aside) => disagrees(aside, read)) ? read : null;
}
