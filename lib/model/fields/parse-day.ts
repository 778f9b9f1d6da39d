import { foldCollapsed } from "../pure/fold";
import { displayDate, isCalendarDate } from "./day";
import { dayOf } from "./moments";

/** Order of day and month in the values of a column such as `05/06/2021`. */
export type DayOrder = "day_first" | "month_first" | "mixed";

/** The day of a text, `YYYY-MM-DD` (null if the text is empty), or the reason why it has none. */
export type ParsedDay = { day: string | null } | { error: "date" | "ambiguous_date" };

const MAX_LENGTH = 40;
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";
/** Accepted although it is late, as other systems write it for "no end". */
const NO_END = "9999-12-31";

/** Years of two digits are read as at most this many years after the present one. */
const YEARS_AHEAD = 20;

/** Names and abbreviations per month in German and English, as `foldCollapsed` returns them. */
const MONTH_NAMES = [
  "jan janner januar january",
  "feb febr feber februar february",
  "mar mrz marz march",
  "apr april",
  "mai may",
  "jun juni june",
  "jul juli july",
  "aug august",
  "sep sept september",
  "okt oct oktober october",
  "nov november",
  "dez dec dezember december",
];
const MONTHS: ReadonlyMap<string, string> = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(" ").map((name) => [name, String(index + 1)] as const)),
);

// The expressions expect normalized texts: folded, and with single spaces.
const DAY_FIRST = /^(?<day>\d{1,2}) ?(?<separator>[./-]) ?(?<month>\d{1,2}) ?\k<separator> ?(?<year>\d{4}|\d{2})$/;
const MONTH_FIRST = /^(?<month>\d{1,2}) ?(?<separator>[/-]) ?(?<day>\d{1,2}) ?\k<separator> ?(?<year>\d{4}|\d{2})$/;

/** Formats of dates in order of preference, of which a text may match two. */
const FORMATS = [
  /^(?<year>\d{4}) ?(?<separator>[./-]) ?(?<month>\d{1,2}) ?\k<separator> ?(?<day>\d{1,2})$/,
  DAY_FIRST,
  MONTH_FIRST,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? ?[./-]? ?(?:of )?(?<name>[a-z]{3,9})\.? ?[,/-]? ?(?<year>\d{4}|\d{2})$/,
  /^(?<name>[a-z]{3,9})\.? ?[/-]? ?(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?: ?[,/-] ?| )(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
];

const LOCAL_TIME = /(?:t|,? )(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?| uhr)?$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[t ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:[.,]\d{1,9})? ?(?:z|utc|gmt|([+-](?:0\d|1[0-4]))(?::?([0-5]\d))?)$/;

/** Folds a text and removes invisible characters, which spreadsheets and web pages add to dates. */
const normalized = (text: string) =>
  foldCollapsed(text.replace(/\p{Cf}/gu, ""))
    .replace(/\s+/g, " ")
    .trim();

const isAccepted = (day: string) => isCalendarDate(day) && ((day >= FIRST_DAY && day <= LAST_DAY) || day === NO_END);

/** Returns the day of an instant with an offset; null if the text is none. */
function dayOfInstant(text: string): string | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, day = "", time = "", hours, minutes = "00"] = match;
  // `Date` would read 31 February as 3 March.
  return isCalendarDate(day) ? dayOf(new Date(`${day}T${time}${hours ? `${hours}:${minutes}` : "Z"}`)) : null;
}

/** Completes a year of two digits. */
function fullYear(year: string, today: string | undefined): string {
  if (year.length === 4) return year;
  const last = Number((today ?? dayOf(new Date())).slice(0, "YYYY".length)) + YEARS_AHEAD;
  return String(last - ((last - Number(year)) % 100));
}

/** Returns the accepted days that a date without a time may mean, preferred ones first. */
function possibleDaysOf(text: string, today: string | undefined): string[] {
  return FORMATS.flatMap((format) => {
    const groups = format.exec(text)?.groups;
    if (!groups) return [];
    const { year = "", name = "", month = MONTHS.get(name) ?? "", day = "" } = groups;
    const isoDay = `${fullYear(year, today)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return isAccepted(isoDay) ? [isoDay] : [];
  });
}

/**
 * Returns the order of day and month in a column. Only values with `/` or `-` between numbers count:
 * with dots, the day is always first.
 * @param texts the texts of the column
 */
export function dayOrderOf(texts: Iterable<string>): DayOrder {
  let [hasDayFirst, hasMonthFirst] = [false, false];
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed.length > MAX_LENGTH) continue;
    const groups = MONTH_FIRST.exec(normalized(trimmed).replace(LOCAL_TIME, ""))?.groups;
    // A number above 12 is no month, even if the day does not exist (02/30/2021).
    const [first, second] = [Number(groups?.month), Number(groups?.day)];
    if (first <= 12 && second > 12 && second <= 31) hasMonthFirst = true;
    if (second <= 12 && first > 12 && first <= 31) hasDayFirst = true;
  }
  if (!hasMonthFirst) return "day_first";
  return hasDayFirst ? "mixed" : "month_first";
}

/**
 * Parses a day as people write it (contract §10): numbers with `.`, `/` or `-`, German and English
 * names of months, eight digits, each with or without a time. A text that only one order of day and
 * month makes a day is this day.
 * @param order order of day and month with `/` or `-`; `mixed` refuses values that may be either
 * @param today `YYYY-MM-DD`, for years of two digits; the current day by default
 */
export function parseDay(text: string, order: DayOrder = "day_first", today?: string): ParsedDay {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { error: "date" };
  const cleaned = normalized(trimmed);
  if (cleaned === "") return { day: null };
  const instant = dayOfInstant(cleaned);
  if (instant) return isAccepted(instant) ? { day: instant } : { error: "date" };
  const candidates = possibleDaysOf(cleaned.replace(LOCAL_TIME, ""), today);
  const [day, other = day] = order === "month_first" ? candidates.reverse() : candidates;
  if (day === undefined) return { error: "date" };
  return order === "mixed" && other !== day ? { error: "ambiguous_date" } : { day };
}

/**
 * Parses a day that a user types.
 * @returns `YYYY-MM-DD`; null for an empty text; any other text as it is, so that validation rejects
 * it. Validation accepts all ISO days, so that one that is out of range is returned as DD.MM.YYYY.
 */
export function parseTypedDate(typed: string): string | null {
  const parsed = parseDay(typed);
  if ("day" in parsed) return parsed.day;
  const text = typed.trim();
  return isCalendarDate(text) ? displayDate(text) : text;
}
