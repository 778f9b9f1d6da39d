import { areAlike, readPeriod, type Period, type PeriodUnit } from "./periods";
import { readPoint, type Point } from "./points";
import { readNoRenewal, readRenewal } from "./renewals";
import { phrases, Words, wordsOf } from "./words";

export type { Period, PeriodUnit } from "./periods";
export type { Point } from "./points";

/**
 * What a text says of giving notice: how long before (0 days where it may be given at any time, null where it says that there
 * is no notice, or nothing of it), to which point, and by how much the contract renews.
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
/** Said of a renewal: without it these have no meaning. */
const UNLESS = phrases(
  ["wenn", "falls", "sofern", "soweit", "es sei denn"]
    .flatMap((when) =>
      ["", " er", " sie", " dieser", " diese", " der vertrag", " die vereinbarung"].map((what) => when + what),
    )
    .flatMap((start) => [`${start} nicht`, `${start} nicht spaetestens`])
    .join(",") + ",unless, if not, unless it is, unless the contract is, unless the agreement is",
);
/** Opens `kann … gekündigt werden`; a contract that "kann verlängert werden" has no renewal to reckon with. */
const CAN = phrases(
  ["der vertrag", "die vereinbarung", "der kooperationsvertrag", "die kooperationsvereinbarung", "die kooperation", ""]
    .map((what) => `${what} kann`)
    .join(",") + ",the contract can, the contract may, the agreement can, the agreement may, can, may",
);
const GIVEN = phrases(
  "gekuendigt, kuendbar, kuendigen, be terminated, be cancelled, be canceled, be ended, terminate, terminated, cancelled, canceled, terminable," +
    "der vertrag ist kuendbar, die vereinbarung ist kuendbar, vertrag kuendbar, ist kuendbar",
);
/** What says nothing of when. */
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
/** `bis 3 Monate vor Ablauf` is 3 Monate vor Ablauf; `bis zum 30.9.` is a day, and what it is before remains open. */
const UNTIL = phrases("bis spaetestens, bis mindestens, bis, until");

/** Read before `no` and `nicht`, which mean something else alone. */
const AT_LEAST = phrases(
  "no later than, not later than, nicht spaeter als, not less than, no less than, nicht weniger als",
);
/** A notice that is possible is one; a renewal that is possible is none to reckon with. */
const POSSIBLE = phrases("moeglich, possible");

/** What was found so far. */
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

/** Keeps a value that was found, unless another was found before. */
function keep<Key extends "period" | "to" | "renews">(found: Found, key: Key, value: NonNullable<Found[Key]>): boolean {
  if (found[key] !== null && found[key] !== value) return false;
  found[key] = value;
  return true;
}

/** Reads one thing more. False where there is none that it knows, or one that contradicts what was found before. */
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

/** What was found, put together; null where it does not make sense together. */
function together(found: Found): NoticePeriod | null {
  const { period, to, renews, anyTime, none, noRenewal, unless, canOpen, possible } = found;
  if (canOpen || (possible && renews) || (unless && !renews) || (noRenewal && renews)) return null;
  if (none && (period || to)) return null;
  if (period) return { ...period, to, renews };
  if (anyTime) return { amount: 0, unit: "days", to, renews };
  // A point alone does not say how long before it.
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

/** Whether words in brackets say something else than the text around them, and not only more. */
function disagrees(aside: string, read: NoticePeriod): boolean {
  const { amount, unit, to, renews } = read;
  const known = [amount !== null && unit !== null && { amount, unit }, renews].filter((period) => !!period);
  for (const words = new Words(wordsOf(aside)); !words.done; words.skip()) {
    if (!renews && readRenewal(words)) return true;
    const period = readPeriod(words);
    if (period && !known.some((one) => areAlike(one, period))) return true;
    const point = readPoint(words);
    if (point && point !== to) return true;
  }
  return false;
}

/**
 * Reads what a field says about giving notice, in German or English, whole or not at all: a word that it does not know
 * makes the text unread, unless it stands in brackets.
 * @returns null for what it cannot read, and for an empty text
 */
export function readNoticePeriod(text: string): NoticePeriod | null {
  const whole = readWhole(text.replace(BRACKETS, " $1$2 "));
  if (whole) return whole;
  const asides = [...text.matchAll(BRACKETS)].map(([, round, square]) => round ?? square ?? "");
  const read = asides.length > 0 ? readWhole(text.replace(BRACKETS, " ")) : null;
  return read && !asides.some((aside) => disagrees(aside, read)) ? read : null;
}
