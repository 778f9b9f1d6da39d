import { wordSet, type Words } from "./contract-words";

export type PeriodUnit = "days" | "weeks" | "months" | "years";
export type Period = { amount: number; unit: PeriodUnit };

/** The longest accepted periods: a hundred years. Longer ones are typing errors. */
const MAX_AMOUNTS: Readonly<Record<PeriodUnit, number>> = { days: 36_500, weeks: 5_200, months: 1_200, years: 100 };

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: "ein eine einem einen einer eines eins a an one another",
    2: "zwei two",
    3: "drei three",
    4: "vier four",
    5: "fuenf five",
    6: "sechs six",
    7: "sieben seven",
    8: "acht eight",
    9: "neun nine",
    10: "zehn ten",
    11: "elf eleven",
    12: "zwoelf twelve",
    14: "vierzehn fourteen",
    15: "fuenfzehn fifteen",
    16: "sechzehn sixteen",
    18: "achtzehn eighteen",
    20: "zwanzig twenty",
    21: "einundzwanzig twentyone",
    24: "vierundzwanzig twentyfour",
    28: "achtundzwanzig twentyeight",
    30: "dreissig thirty",
    36: "sechsunddreissig thirtysix",
    42: "zweiundvierzig fortytwo",
    45: "fuenfundvierzig fortyfive",
    48: "achtundvierzig fortyeight",
    54: "vierundfuenfzig fiftyfour",
    60: "sechzig sixty",
    72: "zweiundsiebzig seventytwo",
    90: "neunzig ninety",
    1.5: "anderthalb eineinhalb",
  }).flatMap(([number, names]) => names.split(" ").map((name) => [name, Number(number)] as const)),
);

/** The period that each word for a unit stands for; `quartal`, for example, means 3 months. */
const UNITS: ReadonlyMap<string, Period> = new Map(
  (
    [
      [1, "days", "tag tage tagen tg tagesfrist tagefrist taegig d day days kalendertag kalendertage kalendertagen"],
      [1, "weeks", "woche wochen wo wochenfrist woechig week weeks wk wks"],
      [1, "months", "monat monate monaten monats mon mo mt mte monatsfrist monatig month months mth mths"],
      [1, "months", "kalendermonat kalendermonate kalendermonaten"],
      [3, "months", "quartal quartale quartalen vierteljahr vierteljahre vierteljahren quarter quarters"],
      [6, "months", "halbjahr halbjahre halbjahren halfyear"],
      [1, "years", "jahr jahre jahren jahres j jaehrig year years yr yrs kalenderjahr kalenderjahre kalenderjahren"],
    ] as const
  ).flatMap(([amount, unit, names]) => names.split(" ").map((name) => [name, { amount, unit }] as const)),
);

const ARTICLES = wordSet("ein eine einem einen einer a");
const HALVES = wordSet("halb halbe halbes halben halber half ½");
const SLASH = wordSet("/");
const ONE = wordSet("1");
const TWO = wordSet("2");
const FIVE = wordSet("5");
const COMMA = wordSet(",");
const HALF_SIGN = wordSet("½");
const FULL = wordSet(
  "volle vollen voller volles full weitere weiteren weiterer weiteres further additional more calendar",
);
const AN = wordSet("a an");

/**
 * Returns the unit that a word means. Inflected forms such as `monatige` and `monatiger` are looked
 * up as `monatig`.
 */
const unitNamed = (word: string) => UNITS.get(word.replace(/ig(?:e|er|en|em|es)$/, "ig"));

/** Consumes `1/2`. Returns whether it was there. */
const consumeFraction = (words: Words) =>
  words.attempt(() => (words.consume(ONE) && words.consume(SLASH) && words.consume(TWO) ? true : null)) !== null;

/** Reads a half: `½`, `1/2`, `ein halbes`, `half a`. */
function readHalf(words: Words): number | null {
  words.consume(ARTICLES);
  if (!words.consume(HALVES) && !consumeFraction(words)) return null;
  words.consume(AN);
  return 0.5;
}

function readNumber(words: Words): number | null {
  const digits = /^\d{1,6}$/.test(words.next) ? Number(words.next) : NUMBERS.get(words.next);
  if (digits === undefined) return null;
  words.skip();
  const hasHalf = words.consume(HALF_SIGN) || consumeFraction(words);
  if (hasHalf || words.attempt(() => (words.consume(COMMA) && words.consume(FIVE) ? true : null))) return digits + 0.5;
  return digits;
}

/**
 * Multiplies a unit by a number. A fraction is allowed for years only, which are then converted
 * into months.
 */
function periodOf(number: number, { amount, unit }: Period): Period | null {
  const isHalf = !Number.isInteger(number);
  if (isHalf && unit !== "years") return null;
  const period: Period = isHalf ? { amount: number * 12, unit: "months" } : { amount: number * amount, unit };
  return period.amount > 0 && period.amount <= MAX_AMOUNTS[period.unit] ? period : null;
}

/** Shorter names of units, such as `d`, occur beside numbers only: `and` is not one day. */
const MIN_COMPOUND_UNIT = 3;

/** Reads a number and its unit in one word: `dreimonatig`, `three-month`. */
function readCompound(words: Words): Period | null {
  for (const [name, number] of [...NUMBERS, ["halb", 0.5] as const]) {
    const rest = words.next.startsWith(name) ? words.next.slice(name.length) : "";
    const unit = rest.length >= MIN_COMPOUND_UNIT ? unitNamed(rest) : undefined;
    if (unit) {
      words.skip();
      return periodOf(number, unit);
    }
  }
  return null;
}

/** Reads a number and its unit: `3 Monate`, `sechs Wochen`, `ein halbes Jahr`, `90 days`. */
export const readPeriod = (words: Words): Period | null =>
  words.attempt(() => {
    const number = words.attempt(() => readHalf(words)) ?? words.attempt(() => readNumber(words));
    if (number === null) return readCompound(words);
    words.consume(FULL);
    const unit = unitNamed(words.next);
    if (!unit) return null;
    words.skip();
    return periodOf(number, unit);
  });

/** Returns whether two periods are equally long, such as `12 Monate` and `1 Jahr`. */
export function isSamePeriod(one: Period, other: Period): boolean {
  const [first, second] = [one, other].map(({ amount, unit }) => {
    if (unit === "years") return `${amount * 12} months`;
    return unit === "weeks" ? `${amount * 7} days` : `${amount} ${unit}`;
  });
  return first === second;
}
