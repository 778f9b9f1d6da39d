import { isSamePeriod, readPeriod, type Period, type PeriodUnit } from "./periods";
import { readPoint, type Point } from "./points";
import { readNoRenewal, readRenewal } from "./renewals";
import { phrases, Words, wordsOf } from "./contract-words";

export type { Period } from "./periods";
export type { Point } from "./points";

/**
 * A parsed notice period: its length (0 days if notice can be given at any time; null if the text
 * excludes or does not mention notice), the point at which the contract can end (`to`), and the
 * length of an automatic renewal (`renews`).
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
/**
 * Conditions of a renewal ("unless notice is given"). They are accepted only together with a
 * renewal.
 */
const UNLESS = phrases(
  ["wenn", "falls", "sofern", "soweit", "es sei denn"]
    .flatMap((when) =>
      ["", " er", " sie", " dieser", " diese", " der vertrag", " die vereinbarung"].map((subject) => when + subject),
    )
    .flatMap((start) => [`${start} nicht`, `${start} nicht spaetestens`])
    .join(",") + ",unless, if not, unless it is, unless the contract is, unless the agreement is",
);
/**
 * The start of `kann … gekündigt werden`. A phrase of `TERMINATED` must follow before a renewal, because
 * `kann verlängert werden` is not an automatic renewal.
 */
const CAN = phrases(
  ["der vertrag", "die vereinbarung", "der kooperationsvertrag", "die kooperationsvereinbarung", "die kooperation", ""]
    .map((subject) => `${subject} kann`)
    .join(",") + ",the contract can, the contract may, the agreement can, the agreement may, can, may",
);
const TERMINATED = phrases(
  "gekuendigt, kuendbar, kuendigen, be terminated, be cancelled, be canceled, be ended, terminate, terminated, cancelled, canceled, terminable," +
    "der vertrag ist kuendbar, die vereinbarung ist kuendbar, vertrag kuendbar, ist kuendbar",
);
/** Words that do not affect any deadline. */
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
 * Accepted before a period only: `bis 3 Monate vor Ablauf` means the same as `3 Monate vor Ablauf`.
 * `bis zum 30.9.` stays unread, because it does not say on which day the contract then ends.
 */
const UNTIL = phrases("bis spaetestens, bis mindestens, bis, until");

/** These phrases must be tried before `NO_NOTICE`, which contains `no` alone. */
const AT_LEAST = phrases(
  "no later than, not later than, nicht spaeter als, not less than, no less than, nicht weniger als",
);
/**
 * A text with one of these words is read unless it also mentions a renewal: a possible renewal is
 * not an automatic one.
 */
const POSSIBLE = phrases("moeglich, possible");

/** What the parser has found so far. */
type Found = {
  period: Period | null;
  to: Point | null;
  renews: Period | null;
  anyTime: boolean;
  none: boolean;
  noRenewal: boolean;
  unless: boolean;
  isCanOpen: boolean;
  possible: boolean;
};

/** Stores a found value. Returns false if a different one was stored before. */
function setOnce<Key extends "period" | "to" | "renews">(
  found: Found,
  key: Key,
  value: NonNullable<Found[Key]>,
): boolean {
  if (found[key] !== null && found[key] !== value) return false;
  found[key] = value;
  return true;
}

/**
 * Reads the next phrase into `found`. Returns false if the phrase is unknown or contradicts an
 * earlier one.
 */
function readNext(words: Words, found: Found): boolean {
  if (readNoRenewal(words)) return (found.noRenewal = true);
  const renewal = readRenewal(words);
  if (renewal) return !found.isCanOpen && setOnce(found, "renews", renewal);
  if (words.consumePhrase(UNLESS)) return (found.unless = true);
  if (words.consumePhrase(AT_ANY_TIME)) return (found.anyTime = true);
  if (words.consumePhrase(AT_LEAST)) return true;
  if (words.consumePhrase(NO_NOTICE)) return (found.none = !words.consumePhrase(AT_ANY_TIME));
  const point = readPoint(words);
  if (point) return setOnce(found, "to", point);
  const period = readPeriod(words) ?? words.attempt(() => (words.consumePhrase(UNTIL) ? readPeriod(words) : null));
  if (period) return setOnce(found, "period", period);
  if (words.consumePhrase(TERMINATED)) {
    found.isCanOpen = false;
    return true;
  }
  if (words.consumePhrase(CAN)) return (found.isCanOpen = true);
  if (words.consumePhrase(POSSIBLE)) return (found.possible = true);
  return words.consumePhrase(HARMLESS);
}

/** Combines the parsed phrases into a notice period; null if they are inconsistent. */
function combine(found: Found): NoticePeriod | null {
  const { period, to, renews, anyTime, none, noRenewal, unless, isCanOpen, possible } = found;
  if (isCanOpen || (possible && renews) || (unless && !renews) || (noRenewal && renews)) return null;
  if (none && (period || to)) return null;
  if (period) return { ...period, to, renews };
  if (anyTime) return { amount: 0, unit: "days", to, renews };
  // A point without a period is not enough: it does not say how long before that point notice must
  // be given.
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
    isCanOpen: false,
    possible: false,
  };
  while (!words.isDone) if (!readNext(words, found)) return null;
  return combine(found);
}

const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;

/**
 * Returns whether the text in brackets contains a renewal, period or point that the parsed text
 * does not have.
 */
function contradicts(bracketText: string, read: NoticePeriod): boolean {
  const { amount, unit, to, renews } = read;
  const periods = [amount !== null && unit !== null && { amount, unit }, renews].filter((period) => !!period);
  for (const words = new Words(wordsOf(bracketText)); !words.isDone; words.skip()) {
    if (!renews && readRenewal(words)) return true;
    const period = readPeriod(words);
    if (period && !periods.some((one) => isSamePeriod(one, period))) return true;
    const point = readPoint(words);
    if (point && point !== to) return true;
  }
  return false;
}

/**
 * Parses a notice period in German or English. An unknown word makes the whole text unreadable,
 * unless the word is in brackets.
 * @returns null if the text is empty or cannot be read
 */
export function readNoticePeriod(text: string): NoticePeriod | null {
  const complete = readWhole(text.replace(BRACKETS, " $1$2 "));
  if (complete) return complete;
  const bracketTexts = [...text.matchAll(BRACKETS)].map(
    ([, inParentheses, inBrackets]) => inParentheses ?? inBrackets ?? "",
  );
  const read = bracketTexts.length > 0 ? readWhole(text.replace(BRACKETS, " ")) : null;
  return read && !bracketTexts.some((bracketText) => contradicts(bracketText, read)) ? read : null;
}
