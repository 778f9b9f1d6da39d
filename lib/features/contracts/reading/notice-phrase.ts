import { readNoticePeriod, type NoticePeriod, type Period, type Point } from "@/lib/model/deadlines/notice-period";
import { isSamePeriod } from "@/lib/model/deadlines/periods";

/** The language in which a contract's notice period is put. */
export type PhraseLanguage = "de" | "en";

type Notice = { period: Period | null; isAnyTime: boolean; point: Point | null; renews: Period | null };

const MAX_LENGTH = 100;

const UNITS: Readonly<Record<PhraseLanguage, Readonly<Record<Period["unit"], readonly [string, string]>>>> = {
  de: { days: ["Tag", "Tage"], weeks: ["Woche", "Wochen"], months: ["Monat", "Monate"], years: ["Jahr", "Jahre"] },
  en: { days: ["day", "days"], weeks: ["week", "weeks"], months: ["month", "months"], years: ["year", "years"] },
};
const MONTHS: Readonly<Record<PhraseLanguage, readonly string[]>> = {
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
  en: "January February March April May June July August September October November December".split(" "),
};
const POINTS: Readonly<Record<PhraseLanguage, ReadonlyMap<Point, string>>> = {
  de: new Map<Point, string>([
    ["month", "zum Monatsende"],
    ["quarter", "zum Quartalsende"],
    ["half_year", "zum Halbjahresende"],
    ["year", "zum Jahresende"],
    ["term", "zum Ende des Semesters"],
    ["contract_end", "vor Ablauf"],
  ]),
  en: new Map<Point, string>([
    ["month", "to the end of the month"],
    ["quarter", "to the end of the quarter"],
    ["half_year", "to the end of the half-year"],
    ["year", "to the end of the calendar year"],
    ["term", "to the end of the semester"],
    ["contract_end", "before expiry"],
  ]),
};

function periodText({ amount, unit }: Period, language: PhraseLanguage): string {
  const [one, many] = UNITS[language][unit];
  return `${amount} ${amount === 1 ? one : many}`;
}

function pointText(point: Point, language: PhraseLanguage): string {
  const named = POINTS[language].get(point);
  if (named !== undefined) return named;
  const [month = 1, day = 1] = point.split("-").map(Number);
  const name = MONTHS[language].at(month - 1) ?? "";
  return language === "de" ? `zum ${day}. ${name}` : `to ${day} ${name}`;
}

/** Returns whether the engine reads what was meant. */
function isAsMeant(read: NoticePeriod | null, { period, isAnyTime, point, renews }: Notice): boolean {
  if (!read || read.to !== point || (read.renews === null) !== (renews === null)) return false;
  if (read.renews && renews && !isSamePeriod(read.renews, renews)) return false;
  if (isAnyTime) return read.amount === 0;
  if (read.amount === null || read.unit === null) return period === null;
  return period !== null && isSamePeriod({ amount: read.amount, unit: read.unit }, period);
}

/**
 * Puts a notice period in words that the engine reads (contract §11), such as `6 Monate zum
 * Jahresende` or `3 months before expiry, renews automatically by 1 year`. A point that it does not
 * read is left out; null if it does not read the rest either.
 */
export function noticePhrase(notice: Notice, language: PhraseLanguage): string | null {
  const { period, isAnyTime, point, renews } = notice;
  const anyTime = language === "de" ? "jederzeit" : "at any time";
  const start = isAnyTime ? anyTime : period && periodText(period, language);
  const renewal = language === "de" ? "verlängert sich automatisch um" : "renews automatically by";
  const parts = [
    [start, start && point && pointText(point, language)].filter(Boolean).join(" "),
    renews ? `${renewal} ${periodText(renews, language)}` : "",
  ];
  const phrase = parts.filter(Boolean).join(", ");
  if (phrase.length > 0 && phrase.length <= MAX_LENGTH && isAsMeant(readNoticePeriod(phrase), notice)) return phrase;
  return point === null ? null : noticePhrase({ ...notice, point: null }, language);
}
