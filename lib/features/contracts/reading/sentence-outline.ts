import { Words, wordSet, wordsOf } from "@/lib/model/deadlines/contract-words";
import { isSamePeriod, readPeriod, type Period } from "@/lib/model/deadlines/periods";
import { readPoint, type Point } from "@/lib/model/deadlines/points";
import type { ContractSentence } from "./contract-sentences";
import { daysInText, type TextDay } from "./days-in-text";

/** A period in a sentence; `period` is null where two are named, such as `two to three years`. */
type TextPeriod = {
  start: number;
  end: number;
  period: Period | null;
  /** Whether it comes after another one: `weitere zwei Jahre`. */
  isFurther: boolean;
  /** Whether it is of school or academic years, which a notice period cannot say. */
  isOfStudies: boolean;
};

/**
 * A sentence in lower case without umlauts, in which days are written `{d0}`, periods `{p0}` and
 * blanks `{blank}`, so that rules can name what stands around them.
 */
export type Outline = {
  sentence: ContractSentence;
  text: string;
  days: readonly TextDay[];
  periods: readonly TextPeriod[];
  /** The points of a notice period (contract §11), and where they begin in `text`. */
  points: readonly { point: Point; at: number }[];
};

type Token = { start: number; end: number; words: readonly string[] };

const TOKEN = /\d+(?:,\d+)?\.?|\p{L}[\p{L}\p{M}'’`´-]*|[^\s\p{L}\d]/gu;
const BLANK = /_{2,}|\.{4,}|…{2,}|\[ ?[●•…x]{0,3} ?\]|<[^<>]{0,40}>|\bxx+\b/gi;
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", "’": "'", "`": "'", "´": "'" };

/** Lower-cases a text and spells umlauts out. */
export const plainText = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß’`´]/g, (letter) => UMLAUTS[letter] ?? letter);

const RANGE = new Set(["bis", "to", "oder", "or"]);
/** A number of several words, of which the rules know the last one only. */
const LONG_NUMBER = new Set(["hundred", "hundert", "and", "und"]);
/** The words after which `a half years` and `ein halbes Jahr` are the rest of a longer period. */
const AND = new Set(["and", "und", "einhalb"]);
const POINT_WORDS = 14;

const GENITIVES = new Set(["eines", "a", "an"]);
const LENGTHS = new Set(
  "period periods term duration notice validity dauer frist zeitraum zeitraums laufzeit kuendigungsfrist".split(" "),
);
/** Returns whether `eines Jahres` or `of a year` is no length: `31. Januar eines Jahres`, `the end of a month`. */
const isAnyOne = (word: string, before: string, earlier: string) =>
  GENITIVES.has(word) &&
  (word === "eines" || before === "of") &&
  !LENGTHS.has(before) &&
  !(before === "of" && LENGTHS.has(earlier));

const wordAt = (words: readonly string[], index: number) => (index < 0 ? "" : (words.at(index) ?? ""));

function tokensOf(text: string, days: readonly TextDay[]): Token[] {
  const tokens: Token[] = [];
  let [day = null, ...later] = days as readonly (TextDay | null)[];
  for (const { index, 0: found } of text.matchAll(TOKEN)) {
    while (day && day.end <= index) [day = null, ...later] = later;
    const isDay = day && index >= day.start;
    tokens.push({ start: index, end: index + found.length, words: isDay ? ["{"] : wordsOf(found) });
  }
  return tokens;
}

/** Returns whether a token belongs to `(drei)` of `3 (drei) Jahre`. */
const isRepeatedInWords = (tokens: readonly Token[], index: number) =>
  [index, index - 1, index - 2].some((open) => {
    const [number, bracket, name, closing] = [open - 1, open, open + 1, open + 2].map(
      (at) => tokens[at]?.words[0] ?? "",
    );
    const [inDigits, inWords] = [number, name].map((word) => readPeriod(new Words([word ?? "", "months"])));
    const isBracketed = bracket === "(" && closing === ")" && /^\d+$/.test(number ?? "") && !/^\d/.test(name ?? "");
    return isBracketed && !!inDigits && !!inWords && isSamePeriod(inDigits, inWords);
  });

/** The engine's words of tokens, with the token of each; brackets around a number alone are dropped. */
function engineWords(tokens: readonly Token[]) {
  const words: string[] = [];
  const tokenOf: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const opens = token.words[0] === "(" && /^\d+$/.test(after?.words[0] ?? "") && tokens[index + 2]?.words[0] === ")";
    const closes =
      token.words[0] === ")" && /^\d+$/.test(before?.words[0] ?? "") && tokens[index - 2]?.words[0] === "(";
    const number = words.at(-1) ?? "";
    const ofYears =
      KINDS_OF_YEARS.has(token.words[0] ?? "") &&
      !GENITIVES.has(number) &&
      tokens[index - 2]?.end !== before?.start &&
      /^(?:years?|jahre?[sn]?)$/.test(after?.words[0] ?? "") &&
      readPeriod(new Words([number, "years"]));
    if (opens || closes || isRepeatedInWords(tokens, index) || ofYears) continue;
    for (const word of token.words) {
      words.push(word);
      tokenOf.push(token);
    }
  }
  return { words, tokenOf };
}

/** A number in words before the same one in figures: `five (` of `five (5) years`. */
const IN_WORDS = /(?:\p{L}{2,5}[ -])?(?:(?:hundred|hundert)(?: and)? )?\p{L}[\p{L}-]{2,30} ?\($/u;

/** Returns where a period starts, with its number in words before the figures in brackets. */
function startOf(text: string, start: number): number {
  if (text.charAt(start - 1) !== "(") return start;
  const before = text.slice(Math.max(0, start - 60), start);
  const isLong = /hund(?:red|ert)/i.test(before);
  const found = (isLong ? IN_WORDS : /\p{L}[\p{L}-]{2,30} ?\($/u).exec(before)?.[0] ?? "";
  return start - found.length;
}

const OF_STUDIES = /schul|studien|akadem|academic|school|study/i;
const STUDY_YEARS = new Map(
  "schuljahr schuljahre schuljahren studienjahr studienjahre studienjahren vertragsjahr vertragsjahre vertragsjahren"
    .split(" ")
    .map((word) => [word, word.replace(/^(?:schul|studien|vertrags)/, "")]),
);
const plainUnit = (word: string) =>
  STUDY_YEARS.get(word) ??
  word.replace(/^halbjaehrlich(?=e[rn]$)/, "halbjaehrig").replace(/^vierteljaehrlich(?=e[rn]$)/, "dreimonatig");
/** Words between a number and years that are no others: `three academic years`. */
const KINDS_OF_YEARS = wordSet("academic school study contract contractual akademische akademischen akademisches");

const FURTHER = /another|weiter|further|additional/i;
const FURTHER_BEFORE = /\b(?:weitere[nrs]?|further|additional|successive|consecutive|subsequent)\b[^;,]*$/i;

function periodsIn(text: string, words: readonly string[], tokenOf: readonly Token[]): TextPeriod[] {
  const periods: TextPeriod[] = [];
  for (let index = 0; index < words.length;) {
    const reader = new Words(words.slice(index, index + 8).map(plainUnit));
    const period = readPeriod(reader);
    const [first, last] = [tokenOf[index], tokenOf[index + Math.max(reader.index, 1) - 1]];
    const [before, earlier] = [wordAt(words, index - 1), wordAt(words, index - 2)];
    if (!period || !first || !last || isAnyOne(wordAt(words, index), before, earlier)) {
      index += 1;
      continue;
    }
    const unit = wordAt(words, index + reader.index - 1);
    // `five (6) years` contradicts itself; of `one hundred eighty (180) days` only the end is known.
    const isInBrackets = text.charAt(first.start - 1) === "(";
    const named = !isInBrackets || LONG_NUMBER.has(earlier) ? null : readPeriod(new Words([before, unit]));
    const isRange = RANGE.has(before) && readPeriod(new Words([earlier, unit])) !== null;
    const isRest = AND.has(before) && readPeriod(new Words([earlier, unit])) !== null;
    const isLong = before === "hundred" || before === "hundert";
    const isDoubtful = (named !== null && !isSamePeriod(named, period)) || isRange || isRest || isLong;
    const hasOwnBrackets = text.charAt(last.end) === ")";
    const start = hasOwnBrackets ? first.start : startOf(text, first.start);
    const own = text.slice(start, last.end);
    periods.push({
      start,
      end: last.end,
      period: isDoubtful ? null : period,
      isFurther: FURTHER.test(own) || FURTHER_BEFORE.test(text.slice(Math.max(0, start - 30), start)),
      isOfStudies: OF_STUDIES.test(own),
    });
    index += Math.max(reader.index, 1);
  }
  return periods;
}

const EFFECT = /^(?:effect|effective|wirkung|expiring|ending)$/;
const PREPOSITION = /^(?:zum|zu|zur|auf|per|vor|to|at|before|prior|effective)$/;

/** Other words for the end of a span. */
const CLOSE = new Set(["close", "conclusion", "completion"]);

/** `zum Ende des Haushaltsjahres (31. Dezember)` */
const endOfYear = (point: Point | null) => (point === "12-31" ? "year" : point);

/** Finds the points in a sentence: `zum Monatsende`, `with effect from the end of any calendar year`. */
function pointsIn(words: readonly string[], tokenOf: readonly Token[]) {
  const points: { point: Point; start: number }[] = [];
  for (let index = 0; index < words.length;) {
    const word = wordAt(words, index);
    const isEffect = /^(?:from|on|as|by)$/.test(word) && EFFECT.test(wordAt(words, index - 1));
    const rest = words.slice(index, index + POINT_WORDS).map((one) => (CLOSE.has(one) ? "end" : one));
    const reader = new Words(isEffect ? ["to", ...rest.slice(word === "as" ? 2 : 1)] : rest);
    const isAsOf = word === "as" && wordAt(words, index + 1) === "of";
    const isPoint = isEffect || isAsOf || PREPOSITION.test(word);
    // `zum Schuljahresende (31. Juli)`
    const bracket = rest.slice(0, 6).indexOf("(");
    const point = isPoint
      ? (readPoint(reader) ??
        (bracket === -1 ? null : endOfYear(readPoint(new Words(["to", ...rest.slice(bracket + 1)])))))
      : null;
    const token = tokenOf[index];
    if (point && token) points.push({ point, start: token.start });
    index += point ? Math.max(reader.index, 1) : 1;
  }
  return points;
}

type Span = { start: number; end: number; name: string };

/** Returns whether a span is in brackets of its own: `halbjähriger Frist (6 Monate)`. */
const isBracketed = (text: string, { start, end }: { start: number; end: number }) =>
  text.charAt(start - 1) === "(" && text.charAt(end) === ")";

/** Reads a sentence into its outline. */
export function outlineOf(sentence: ContractSentence): Outline {
  const { text } = sentence;
  const days = daysInText(text);
  const { words, tokenOf } = engineWords(tokensOf(text, days));
  const periods = periodsIn(text, words, tokenOf);
  const repeated = (index: number) => {
    const [before, one] = [periods[index - 1]?.period, periods[index]];
    return !!before && !!one?.period && isBracketed(text, one) && isSamePeriod(before, one.period);
  };
  const isRepeatedDay = (index: number) => {
    const one = days[index];
    return one !== undefined && isBracketed(text, one) && days[index - 1]?.day === (one.day ?? days[index - 1]?.day);
  };
  const spans: Span[] = [
    ...days.map(({ start, end }, index) =>
      isRepeatedDay(index) ? { start: start - 1, end: end + 1, name: "" } : { start, end, name: `{d${index}}` },
    ),
    ...periods.map(({ start, end }, index) =>
      repeated(index) ? { start: start - 1, end: end + 1, name: "" } : { start, end, name: `{p${index}}` },
    ),
    ...[...text.matchAll(BLANK)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      name: "{blank}",
    })),
  ].toSorted((one, other) => one.start - other.start);
  const points = pointsIn(words, tokenOf);
  let outline = "";
  let from = 0;
  const found: { point: Point; at: number }[] = [];
  const append = (to: number) => {
    for (const { point, start } of points)
      if (start >= from && start < to)
        found.push({ point, at: outline.length + plainText(text.slice(from, start)).length });
    outline += plainText(text.slice(from, to));
    from = to;
  };
  for (const { start, end, name } of spans) {
    if (start < from) continue;
    append(name === "" && text.charAt(start - 1) === " " ? start - 1 : start);
    outline += name;
    from = end;
  }
  append(text.length);
  return { sentence, text: outline, days, periods, points: found };
}
