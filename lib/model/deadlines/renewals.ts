import { readPeriod, type Period } from "./periods";
import { phrases, wordSet, type Words } from "./contract-words";

const RENEWS = phrases(
  "verlaengert sich, sich verlaengert, verlaengerung, vertragsverlaengerung, autorenews, autorenewal, renews, renewal, extends," +
    "extension, prolongation",
);
/** Words that mean a single renewal in the past, unless a word of `RULE` is next to them. */
const RENEWED = phrases("verlaengert, renewed, extended");
const RULE = wordSet(
  "automatisch automatische automatischer stillschweigend stillschweigende automatically automatic tacitly tacit auto sich jeweils dann " +
    "danach sonst ansonsten andernfalls anschliessend wird is are shall will then otherwise",
);
const BY = phrases(
  "um, by, for, for a period of, for periods of, for successive periods of, for further periods of, of",
);
const YEARLY = phrases("jaehrlich, jedes jahr, annually, yearly, each year, every year");
const MORE = wordSet("jeweils je weitere weiteren weiteres weiterer another each");
const A_FURTHER = phrases("a further, an additional");
/** Other words around a renewal that do not affect its length. */
const SUBJECT = wordSet(
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
function readLength(words: Words): Period | null {
  if (words.consumePhrase(YEARLY)) return { amount: 1, unit: "years" };
  words.consumePhrase(BY);
  const period = readPeriod(words) ?? words.attempt(() => readFurtherPeriod(words));
  words.consumeAll(MORE);
  return period;
}

/**
 * Reads a period after words like "another": `jeweils 1 Jahr`, `weitere 12 Monate`, `a further 12
 * months`.
 */
function readFurtherPeriod(words: Words): Period | null {
  words.consumePhrase(A_FURTHER);
  words.consumeAll(MORE);
  return readPeriod(words);
}

/**
 * Consumes the words of `RULE` and `SUBJECT` around a renewal. Returns whether a word of `RULE` was
 * among them, which makes the renewal automatic.
 */
function consumeSurroundings(words: Words): boolean {
  let isAutomatic = false;
  for (;;) {
    if (words.consume(RULE)) isAutomatic = true;
    else if (!words.consume(SUBJECT)) return isAutomatic;
  }
}

/**
 * Reads an automatic renewal: `verlängert sich automatisch um 1 Jahr`, `wird um ein Jahr
 * verlängert`, `renews for one year`.
 */
export const readRenewal = (words: Words): Period | null =>
  words.attempt(() => {
    let isAutomatic = consumeSurroundings(words);
    const consumeVerb = () => {
      if (words.consumePhrase(RENEWS)) isAutomatic = true;
      else if (!words.consumePhrase(RENEWED)) return false;
      return true;
    };
    const startsWithVerb = consumeVerb();
    if (startsWithVerb) isAutomatic = consumeSurroundings(words) || isAutomatic;
    else if (words.next !== "um") return null;
    const period = readLength(words);
    if (!startsWithVerb) {
      isAutomatic = consumeSurroundings(words) || isAutomatic;
      if (!consumeVerb()) return null;
    }
    return isAutomatic ? period : null;
  });

/**
 * Consumes a phrase that excludes a renewal: `keine automatische Verlängerung`, `does not renew`.
 */
export const readNoRenewal = (words: Words): boolean => words.consumePhrase(NO_RENEWAL);
