import { phrases, wordSet, type Words } from "./contract-words";

/**
 * The point at which a notice can end a contract: the end of a span such as a month or the contract
 * itself, or a day `MM-DD` of any year.
 */
export type Point = "month" | "quarter" | "half_year" | "year" | "term" | "contract_end" | `${number}-${number}`;

/** Words for time spans at whose end a notice can end the contract. */
const SPANS: ReadonlyMap<string, Point> = new Map(
  (
    [
      ["month", "monat monats monates kalendermonat kalendermonats kalendermonates month months"],
      ["quarter", "quartal quartals quartales kalenderquartal kalenderquartals vierteljahr vierteljahrs vierteljahres"],
      ["quarter", "kalendervierteljahr kalendervierteljahrs kalendervierteljahres quarter quarters"],
      [
        "half_year",
        "halbjahr halbjahrs halbjahres kalenderhalbjahr kalenderhalbjahrs kalenderhalbjahres halfyear halfyears",
      ],
      ["year", "jahr jahrs jahres kalenderjahr kalenderjahrs kalenderjahres year years"],
      ["term", "semester semesters term terms"],
      [
        "contract_end",
        "vertrag vertrags vertrages laufzeit vertragslaufzeit vertragsdauer vertragszeit vertragsperiode",
      ],
      [
        "contract_end",
        "vertragsverhaeltnis vertragsverhaeltnisses vereinbarung kooperation kooperations zusammenarbeit",
      ],
      ["contract_end", "kooperationsvertrag kooperationsvertrags kooperationsvertrages kooperationsvereinbarung"],
      ["contract_end", "projekt projekts projektes projektlaufzeit contract contracts agreement cooperation project"],
    ] as const
  ).flatMap(([point, names]) => names.split(" ").map((name) => [name, point] as const)),
);

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    "januar jan jaenner january",
    "februar feb february",
    "maerz mrz mar march",
    "april apr",
    "mai may",
    "juni jun june",
    "juli jul july",
    "august aug",
    "september sep sept",
    "oktober okt october oct",
    "november nov",
    "dezember dez december dec",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

/**
 * February has 29 days here: `zum 29.02.` is accepted and means the 28th in years that are not leap
 * years.
 */
const DAYS_OF_MONTH = new Map(
  [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((readDays, at) => [at + 1, readDays]),
);

/** Combinations of days that are the same as a named point. */
const KNOWN_DAYS: Readonly<Record<string, Point>> = {
  "06-30 12-31": "half_year",
  "03-31 09-30": "term",
  "03-31 06-30 09-30 12-31": "quarter",
};

const TO = phrases("zum, zu, z, zur, auf, per, to, at, as of, effective, effective at, /, vor, before, prior to");
const BEFORE = phrases("vor, before, prior to");
const ENDS = wordSet("ende schluss ablauf auslaufen end expiry expiration");
const ARTICLES = wordSet(
  "des der dem den eines einer einem jeden jedes jeder of the a an each every any jeweiligen jeweils laufenden respective current calendar",
);
const END_VERBS = wordSet("ends expires endet auslaeuft ablaeuft");
const CONTINUATIONS = wordSet("von of der des eines einer the");
const OF_THE_CONTRACT = phrases(
  "contract term, contract period, term of the contract, term of the agreement, project term",
);
const HALF_YEAR = phrases("half year");
/**
 * These phrases are not read after "before", because they may mean a calendar year or a contract
 * year. `eines Kalenderjahres` is unambiguous.
 */
const ANY_YEAR = phrases("eines jahres, of a year");
const OR = wordSet("und oder bzw or and resp , /");
const ORDINALS = wordSet("st nd rd th");
const OF = wordSet("of the");
const EACH_YEAR = phrases(
  "eines jeden jahres, eines jeden kalenderjahres, eines jahres, eines kalenderjahres, jeden jahres, jedes jahres, des jahres," +
    "des kalenderjahres, j j, of each year, of every year, of any year, of a year, of the year, each year, every year," +
    "of each calendar year, of a calendar year",
);

const twoDigits = (number: number) => String(number).padStart(2, "0");
const dayOfAnyYear = (month: number, readDay: number): Point | null =>
  readDay >= 1 && readDay <= (DAYS_OF_MONTH.get(month) ?? 0)
    ? (`${twoDigits(month)}-${twoDigits(readDay)}` as Point)
    : null;

/** Reads a number of at most two digits, with or without a full stop. */
function readSmallNumber(words: Words, form = /^\d{1,2}\.?$/): number | null {
  if (!form.test(words.next)) return null;
  const number = parseInt(words.next, 10);
  words.skip();
  return number;
}

function readMonthName(words: Words): number | null {
  const month = MONTHS.get(words.next);
  if (month === undefined) return null;
  words.skip();
  return month;
}

/**
 * Reads a day without a year: `31.07.`, `31. Juli`, `31st of July`, `July 31`. A year after it is
 * not consumed, which makes the whole text unreadable.
 */
const readDay = (words: Words): Point | null =>
  words.attempt(() => {
    const first = readMonthName(words);
    if (first !== null) {
      const dayOfMonth = readSmallNumber(words);
      words.consume(ORDINALS);
      return dayOfMonth === null ? null : dayOfAnyYear(first, dayOfMonth);
    }
    const hasStop = words.next.endsWith(".");
    const dayOfMonth = readSmallNumber(words);
    if (dayOfMonth === null) return null;
    words.consume(ORDINALS);
    words.consumeAll(OF);
    const month = readMonthName(words) ?? (hasStop ? readSmallNumber(words) : null);
    return month === null ? null : dayOfAnyYear(month, dayOfMonth);
  });

/** Reads a single day, or several days that together are a named point of `KNOWN_DAYS`. */
function readDays(words: Words): Point | null {
  const found: Point[] = [];
  const readNextDay = () => {
    words.consume(OR);
    if (found.length > 0) words.consumePhrase(TO);
    words.consumeAll(ARTICLES);
    return readDay(words);
  };
  for (let next = readNextDay(); next !== null; next = words.attempt(readNextDay)) found.push(next);
  words.consumePhrase(EACH_YEAR);
  if (found.length < 2) return found[0] ?? null;
  return KNOWN_DAYS[found.toSorted().join(" ")] ?? null;
}

/**
 * Reads a word for a time span. The word `term` means the contract's term after "before" or "vor",
 * and a semester elsewhere.
 */
function readSpan(words: Words, isBefore: boolean): Point | null {
  if (words.consumePhrase(OF_THE_CONTRACT)) return "contract_end";
  if (words.consumePhrase(HALF_YEAR)) return "half_year";
  const point = SPANS.get(words.next);
  if (point === undefined) return null;
  const isContractTerm = isBefore && words.next === "term";
  words.skip();
  return isContractTerm ? "contract_end" : point;
}

/** Reads a span and its end in one word: `Quartalsende`, `Jahresschluss`, `year-end`. */
function readCompoundEnd(words: Words): Point | null {
  const [, name = ""] = /^(.+?)s?(?:ende|schluss|ablauf|letzten|end|expiry)$/.exec(words.next) ?? [];
  const point = SPANS.get(name) ?? SPANS.get(`${name}s`);
  if (point === undefined) return null;
  words.skip();
  return point;
}

/**
 * Reads an end followed by its span: `Ende des Quartals`, `Ablauf der Laufzeit`, `end of July`.
 * `Ablauf` alone means the end of the contract.
 */
function readEndOfSpan(words: Words, isBefore: boolean): Point | null {
  if (!words.consume(ENDS) || (isBefore && words.consumePhrase(ANY_YEAR))) return null;
  const named = words.attempt(() => {
    words.consumeAll(ARTICLES);
    const month = readMonthName(words);
    return month === null ? readSpan(words, isBefore) : dayOfAnyYear(month, DAYS_OF_MONTH.get(month) ?? 0);
  });
  return named ?? (CONTINUATIONS.has(words.next) ? null : "contract_end");
}

/** Reads a span followed by its end: `contract end`, `year end`, `the contract expires`. */
function readSpanAndEnd(words: Words, isBefore: boolean): Point | null {
  const point = readSpan(words, isBefore);
  return point !== null && (words.consume(ENDS) || words.consume(END_VERBS)) ? point : null;
}

/**
 * Reads `zum Quartal`, a common short form of `zum Quartalsende`. Other spans have no such short
 * form; `zum Jahr` is not read.
 */
const readQuarter = (words: Words) => (readSpan(words, false) === "quarter" ? "quarter" : null);

/**
 * Reads the point at which a notice can end the contract: `zum Quartalsende`, `vor Ablauf`, `zum
 * 31.07.`, `to the end of the month`.
 */
export const readPoint = (words: Words): Point | null =>
  words.attempt(() => {
    const isBefore = words.attempt(() => (words.consumePhrase(BEFORE) ? true : null)) ?? false;
    const hasPreposition = isBefore || words.consumePhrase(TO);
    if (hasPreposition) words.consumeAll(ARTICLES);
    return (
      words.attempt(() => readCompoundEnd(words)) ??
      words.attempt(() => readEndOfSpan(words, isBefore)) ??
      words.attempt(() => readSpanAndEnd(words, isBefore)) ??
      (hasPreposition ? words.attempt(() => readDays(words)) : null) ??
      (hasPreposition && !isBefore ? words.attempt(() => readQuarter(words)) : null)
    );
  });
