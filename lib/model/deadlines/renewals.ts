import { readPeriod, type Period } from "./periods";
import { phrases, set, type Words } from "./contract-words";

const RENEWS = phrases(
  "verlaengert sich, sich verlaengert, verlaengerung, vertragsverlaengerung, autorenews, autorenewal, renews, renewal, extends," +
    "extension, prolongation",
);
/** Words that mean a single renewal in the past, unless a word of `RULE` is next to them. */
const RENEWED = phrases("verlaengert, renewed, extended");
const RULE = set(
  "automatisch automatische automatischer stillschweigend stillschweigende automatically automatic tacitly tacit auto sich jeweils dann " +
    "danach sonst ansonsten andernfalls anschliessend wird is are shall will then otherwise",
);
const BY = phrases(
  "um, by, for, for a period of, for periods of, for successive periods of, for further periods of, of",
);
const YEARLY = phrases("jaehrlich, jedes jahr, annually, yearly, each year, every year");
const MORE = set("jeweils je weitere weiteren weiteres weiterer another each");
const A_FURTHER = phrases("a further, an additional");
/** Other words around a renewal that do not affect its length. */
const SUBJECT = set(
  "werden be it er sie der die das dieser diese the vertrag vereinbarung kooperation kooperationsvertrag kooperationsvereinbarung " +
    "laufzeit vertragslaufzeit contract agreement cooperation term itself",
);
const NO_RENEWAL = phrases(
  ["keine", "ohne", "no", "without", "kein", "not"]
    .flatMap((no) =>
      ["", "automatische ", "automatischen ", "automatic ", "stillschweigende ", "tacit "].map((how) => `${no} ${how}`),
    )
    .flatMap((start) => ["verlaengerung", "vertragsverlaengerung", "renewal", "extension"].map((what) => start + what))
    .join(",") +
    ",verlaengert sich nicht, verlaengert sich nicht automatisch, does not renew, does not renew automatically, not renewed," +
    "not automatically renewed, not renewed automatically, endet automatisch, laeuft automatisch aus, ends automatically, expires automatically",
);

/**
 * Reads the length of a renewal with its preposition: `um 1 Jahr`, `um jeweils ein weiteres Jahr`,
 * `for another 12 months`.
 */
function byPeriod(words: Words): Period | null {
  if (words.takePhrase(YEARLY)) return { amount: 1, unit: "years" };
  words.takePhrase(BY);
  const period = readPeriod(words) ?? words.attempt(() => further(words));
  words.takeAll(MORE);
  return period;
}

/**
 * Reads a period after words like "another": `jeweils 1 Jahr`, `weitere 12 Monate`, `a further 12
 * months`.
 */
function further(words: Words): Period | null {
  words.takePhrase(A_FURTHER);
  words.takeAll(MORE);
  return readPeriod(words);
}

/**
 * Consumes the words of `RULE` and `SUBJECT` around a renewal. Returns whether a word of `RULE` was
 * among them, which makes the renewal automatic.
 */
function takeAround(words: Words): boolean {
  let isRule = false;
  for (;;) {
    if (words.take(RULE)) isRule = true;
    else if (!words.take(SUBJECT)) return isRule;
  }
}

/**
 * Reads an automatic renewal: `verlängert sich automatisch um 1 Jahr`, `wird um ein Jahr
 * verlängert`, `renews for one year`.
 */
export const readRenewal = (words: Words): Period | null =>
  words.attempt(() => {
    let isRule = takeAround(words);
    const takeVerb = () => {
      if (words.takePhrase(RENEWS)) isRule = true;
      else if (!words.takePhrase(RENEWED)) return false;
      return true;
    };
    const startsWithVerb = takeVerb();
    if (startsWithVerb) isRule = takeAround(words) || isRule;
    else if (words.next !== "um") return null;
    const period = byPeriod(words);
    if (!startsWithVerb) {
      isRule = takeAround(words) || isRule;
      if (!takeVerb()) return null;
    }
    return isRule ? period : null;
  });

/**
 * Consumes a phrase that excludes a renewal: `keine automatische Verlängerung`, `does not renew`.
 */
export const readNoRenewal = (words: Words): boolean => words.takePhrase(NO_RENEWAL);
