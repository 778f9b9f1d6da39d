import { isCalendarDate } from "@/lib/model/fields/day";
import { parseDay } from "@/lib/model/fields/parse-day";

/** A day in a text, `text.slice(start, end)`. `day` is null if it may be read in two ways, or is none;
 * `isSpan`: the first day of a semester. */
export type TextDay = { start: number; end: number; day: string | null; isSpan?: true };

const FIRST_DAY = "1950-01-01";
const LAST_DAY = "2099-12-31";
/** Contracts of now: years of two digits belong to this century. */
const CENTURY = "20";

const MONTH =
  "januar|jänner|january|jan|februar|february|febr|feb|märz|maerz|march|mrz|mar|april|apr|mai|may|juni|june|jun|juli|july|jul|august|aug|september|sept|sep|oktober|october|okt|oct|november|nov|dezember|december|dez|dec";
const MONTHS_BY_START: readonly string[] = "jan feb m[aä]r apr ma[iy] jun jul aug sep o[kc]t nov de[zc]".split(" ");

const GERMAN_TENS = "zwanzig|dreißig|dreissig|vierzig|fünfzig|fuenfzig|sechzig|siebzig|achtzig|neunzig";
const ONES = "ein|zwei|drei|vier|fünf|fuenf|sechs|sieben|acht|neun";
const GERMAN_YEAR = `zweitausend(?:und)?(?:(?:${ONES})und)?(?:${GERMAN_TENS})`;
const ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ENGLISH_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const ENGLISH_YEAR = `(?:two thousand(?: and)? |twenty[ -])(?:${ENGLISH_TENS.join("|")})(?:[ -](?:${ENGLISH_ONES.join("|")}))?`;
const YEAR = `(?:\\d{4}|${GERMAN_YEAR}|${ENGLISH_YEAR})`;

const GERMAN_ORDINALS =
  "ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften|dreizehnten|vierzehnten|fünfzehnten|sechzehnten|siebzehnten|achtzehnten|neunzehnten|zwanzigsten|einundzwanzigsten|zweiundzwanzigsten|dreiundzwanzigsten|vierundzwanzigsten|fünfundzwanzigsten|sechsundzwanzigsten|siebenundzwanzigsten|achtundzwanzigsten|neunundzwanzigsten|dreißigsten|einunddreißigsten".split(
    "|",
  );
const ENGLISH_ORDINALS =
  "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-first|twenty-second|twenty-third|twenty-fourth|twenty-fifth|twenty-sixth|twenty-seventh|twenty-eighth|twenty-ninth|thirtieth|thirty-first".split(
    "|",
  );
const ORDINAL = [...GERMAN_ORDINALS, ...ENGLISH_ORDINALS].toSorted((one, other) => other.length - one.length).join("|");

const NOT_IN_WORD = String.raw`(?<![\p{L}\d./-])`;
const ENDS_HERE = String.raw`(?![\p{L}\d]|[./-]\d)`;
const DIGITS = "[\\dlI]{1,2}";

/** Forms of days, which are tried at each place in this order. */
const FORMS = [
  String.raw`\d{4}-\d{2}-\d{2}`,
  String.raw`${DIGITS}\. ?\d{1,2}\. ?(?:\d{4}|\d{2})`,
  String.raw`\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})`,
  String.raw`\d{1,2}-\d{1,2}-\d{4}`,
  `(?:${DIGITS}(?:\\.|st|nd|rd|th)?|${ORDINAL})(?: day)?(?: of)? ?(?:${MONTH})\\.?,?(?: of)?(?: in)?(?: the year| im jahre?| des jahres)? ${YEAR}`,
  `(?:${MONTH})\\.? (?:the )?\\d{1,2}(?:st|nd|rd|th)?,?(?: of)?(?: in the year)? ${YEAR}`,
];
const DAY = new RegExp(`${NOT_IN_WORD}(?:${FORMS.join("|")})${ENDS_HERE}`, "giu");

const indexIn = (list: readonly string[], text: string) => list.findIndex((word) => word === text);

/** Returns the value of a year in digits or words. */
function yearOf(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const words = text.toLowerCase();
  const tens = [
    ...ENGLISH_TENS.map((word, at) => [word, at + 2] as const),
    ...GERMAN_TENS.split("|")
      .filter((word) => !/dreissig|fuenfzig/.test(word))
      .map((word, at) => [word, at + 2] as const),
    ["dreissig", 3] as const,
    ["fuenfzig", 5] as const,
  ];
  const rest = words.replace(
    /^(?:zweitausend(?:und)?|two thousand(?: and)? |twenty[ -](?=twenty|thirty|forty|fifty))/,
    "",
  );
  const [word = "", ten = 0] = tens.find(([name]) => rest.includes(name)) ?? [];
  const left = rest.replace(word, "").replace(/und$|[ -]/g, "");
  const german = ONES.split("|").filter((name) => name !== "fuenf");
  const one = left === "fuenf" ? 5 : Math.max(indexIn(ENGLISH_ONES, left), indexIn(german, left)) + 1;
  return `${CENTURY}${ten}${one}`;
}

/** Writes a found day with digits, as `parseDay` reads it. */
function withDigits(found: string): string {
  const year = new RegExp(`${YEAR}$`, "i").exec(found)?.[0] ?? "";
  const month = new RegExp(`(?<!\\p{L})(?:${MONTH})(?!\\p{L})`, "iu").exec(found)?.[0].toLowerCase();
  if (month === undefined) return found.replace(/[lI]/g, "1").replace(/(?<=[./] ?)(\d{2})$/, `${CENTURY}$1`);
  const ordinal = found.toLowerCase().slice(0, found.toLowerCase().indexOf(month));
  const word = new RegExp(`^(?:${ORDINAL})`, "i").exec(ordinal)?.[0] ?? "";
  const named = Math.max(indexIn(GERMAN_ORDINALS, word), indexIn(ENGLISH_ORDINALS, word)) + 1;
  const withoutYear = found.slice(0, found.length - year.length);
  const digits = /[\dlI]{1,2}/.exec(withoutYear.replace(new RegExp(month, "i"), ""))?.[0].replace(/[lI]/g, "1") ?? "";
  const monthNumber = MONTHS_BY_START.findIndex((start) => new RegExp(`^${start}`).test(month)) + 1;
  const pad = (number: number | string) => String(number).padStart(2, "0");
  return `${yearOf(year)}-${pad(monthNumber)}-${pad(named || digits)}`;
}

function dayOf(found: string): string | null {
  const parsed = parseDay(withDigits(found), "mixed");
  const day = "day" in parsed ? parsed.day : null;
  return day !== null && isCalendarDate(day) && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** A month or year of which only the end is a day: `Ende September 2029`, `the end of the year 2028`. */
const END_OF = new RegExp(
  `${NOT_IN_WORD}(?:(?:(?:ende|ablauf)(?: de[sr])?(?: monats)?|(?:the )?end of(?: the month of)?) (?:(${MONTH}) |(?:(?:kalender)?jahres |(?:the )?(?:calendar )?year )?)|(?<=für das |for |for the )(?:kalenderjahr|calendar year) )(\\d{4})(?!/)${ENDS_HERE}`,
  "giu",
);

function endOf(month: string | undefined, year: string): string | null {
  const number = month ? MONTHS_BY_START.findIndex((start) => new RegExp(`^${start}`, "i").test(month)) + 1 : 12;
  const last = new Date(Date.UTC(Number(year), number, 0)).getUTCDate();
  const day = `${year}-${String(number).padStart(2, "0")}-${last}`;
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** German semesters, which begin on the same days everywhere; school years do not. */
const SPAN = new RegExp(
  `${NOT_IN_WORD}(?:(?<winter>wintersemesters?|winter semester|ws|wise) (\\d{4})(?:[/–-]\\d{2,4})|(?:sommersemesters?|summer semester|ss|sose) (\\d{4}))(?![\\p{L}\\d])`,
  "giu",
);
/** A span whose first day is also named is only that day's name. */
const MAX_NAME = 45;

function spansIn(text: string, days: readonly TextDay[]): TextDay[] {
  return [...text.matchAll(SPAN)].flatMap(({ index, 0: found, groups = {} }) => {
    const end = index + found.length;
    if (days.some((one) => one.start < end + MAX_NAME && one.end > index - MAX_NAME)) return [];
    const first = groups.winter ? "10-01" : "04-01";
    return [{ start: index, end, day: `${/\d{4}/.exec(found)?.[0] ?? ""}-${first}`, isSpan: true as const }];
  });
}

/** Finds the days of a text, in German and English, in figures and words. */
export function daysInText(text: string): TextDay[] {
  const days = [...text.matchAll(DAY)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    day: dayOf(found),
  }));
  const ends = [...text.matchAll(END_OF)].map(({ index, 0: found, 1: month, 2: year = "" }) => ({
    start: index + found.length - year.length - (month ? month.length + 1 : 0),
    end: index + found.length,
    day: endOf(month, year),
  }));
  const named = [...days, ...ends];
  return [...named, ...spansIn(text, named)].toSorted((one, other) => one.start - other.start);
}
