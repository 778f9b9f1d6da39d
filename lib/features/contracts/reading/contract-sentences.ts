import { pageLinesOf, type PageLine } from "./page-lines";

/**
 * A sentence of a contract, on one line: hyphens at line ends, soft hyphens and ligatures are
 * resolved. `pages` and `offsets` hold where each of its characters is in the pages.
 */
export type ContractSentence = {
  text: string;
  pages: Int32Array;
  offsets: Int32Array;
  /** The heading above it; for a heading, its own text. */
  heading: string;
  isHeading: boolean;
  /** Whether it is the first one of its paragraph. */
  isFirst: boolean;
  /** The index of its first line among `lines`. */
  line: number;
};

export type ContractText = {
  pages: readonly string[];
  lines: readonly PageLine[];
  sentences: readonly ContractSentence[];
};

/** Longer sentences are cut. */
const MAX_SENTENCE = 1_500;
/** What follows in a longer paragraph is not read. */
const MAX_PARAGRAPH = 20_000;
const MAX_HEADING = 90;
const FULL_LINE = 0.7;

const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: "ff",
  ﬁ: "fi",
  ﬂ: "fl",
  ﬃ: "ffi",
  ﬄ: "ffl",
  ﬅ: "st",
  ﬆ: "st",
};
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/;

/** The number of a clause or the sign of an item at the begin of a line. */
const MARKER =
  /^(?:§{1,2} ?\d{1,3}[a-z]?|(?:art\.|artikel|article|ziffer|ziff\.|clause|section|punkt|klausel|nr\.|no\.) (?:\d{1,3}|[ivx]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\(\d{1,3}\)|\((?:[a-z]|[ivx]{1,4})\)|\d{1,2}(?:\.\d{1,2}){1,3}\.?(?= )|\d{1,2}[.)](?= )|\d{1,2}(?= {2})|[ivx]{1,4}\.(?= )|[a-z][.)](?= )|[-•–*▪●](?= ))[.:)]?/i;
const CLAUSE_START =
  /^(?:§{1,2} ?\d|(?:art\.|artikel|article|ziffer|ziff\.|clause|section|punkt|klausel) |\d{1,2}(?:\.|  |\.\d)|[ivx]{1,4}\.)/i;
const MONTH_START =
  /^\d{1,2}\. ?(?:jan|jän|feb|mär|mrz|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec|\d{1,2}\. ?\d{2})/i;
const ENDED = /[.!?:;]["“”»«’')\]]{0,2}$/;
const STARTS_LOWER = /^\p{Ll}/u;
const CONJUNCTION = /^(?:und|oder|bzw|sowie|and|or|as well)\b/;

/** Words whose full stop ends no sentence. */
const ABBREVIATIONS = new Set(
  (
    "nr no nos art abs s str bzw ggf ca vgl z b u a d h i v e prof dr mag univ hon ing habil phil med rer nat jur inkl incl einschl max min mind tel sog gez " +
    "geb ziff lit al st mr mrs ms jan jän feb febr mär mrz mar apr jun jul aug sep sept okt oct nov dez dec evtl gem lt bez hd az drs vol p pp para paras cf eg ie " +
    "inc ltd co dept vs approx resp attn ref tit kap anl f ff bspw insb entspr zzt zt usf abt hrsg rn anm"
  ).split(" "),
);

/** Words with which a sentence starts, so that a number with a full stop before it ends one. */
const SENTENCE_STARTS =
  /^(?:der|die|das|dies|diese|dieser|dieses|sie|er|es|eine?|jede[rs]?|im|in|bei|wird|this|the|it|either|any|each|if|should|unless|after|students?|they)$/i;

const lineWidths = (lines: readonly PageLine[]) => {
  const widths = new Map<number, number>();
  for (const { page, text } of lines) widths.set(page, Math.max(widths.get(page) ?? 0, Math.min(text.length, 140)));
  return widths;
};

const hasClauseStart = (text: string) => CLAUSE_START.test(text) && !MONTH_START.test(text);
const hasMarker = (text: string) => MARKER.test(text.slice(0, 60)) && !MONTH_START.test(text);

/** Words that headings do not have. */
const VERB =
  /(?<![\p{L}-])(?:ist|sind|wird|werden|kann|können|hat|haben|gilt|tritt|beginnt|endet|läuft|mit einer|is|are|shall|will|may|can|has|have|must|enters?|takes?|begins?|expires?)(?![\p{L}-])/iu;
const SENTENCE_SUBJECT =
  /^(?:der|die|das|diese[rs]?|er|sie|es|this|it|the|either|each|any|jede[rs]?|ein|eine)(?: [^ ]{1,40}){3}/i;

const isTitle = (title: string) => !VERB.test(title) && !SENTENCE_SUBJECT.test(title);

/** Returns whether a line only names what follows: `§ 5 Laufzeit`, `Termination`. */
function isHeadingLine(line: PageLine, before: PageLine | undefined, next: PageLine | undefined): boolean {
  const { text } = line;
  if (text.length > MAX_HEADING || /[,;-]$/.test(text) || / {4}/.test(text)) return false;
  const title = text.replace(MARKER, "").trim();
  if (title === "" || title.length > 70 || /[.!?]$/.test(title) || !/^[\p{Lu}\d"„“(–—-]/u.test(title)) return false;
  if (/[_…]{2}|\d{4}|^[^[]{0,70}\]|\[[^\]]{0,70}$/.test(title) || !isTitle(title)) return false;
  if (next && STARTS_LOWER.test(next.text)) return false;
  if (hasClauseStart(text)) return true;
  if (title.endsWith(":")) return false;
  const words = title.split(" ").length;
  const isShortLine = words <= 5 && next !== undefined && !next.isAfterGap && next.text.length > 2 * text.length;
  return line.isAfterGap ? words <= 8 : before !== undefined && ENDED.test(before.text) && isShortLine;
}

/** A line of a form, such as `Subscription term: …`. */
const FORM_FIELD = /^\p{Lu}[^.:;,]{1,40}: {1,40}\S/u;

/** Returns whether a new paragraph begins at a line. */
function beginsParagraph(line: PageLine, before: PageLine, width: number): boolean {
  if (hasMarker(line.text)) {
    // A line may begin with the number of a clause that its sentence refers to.
    return line.isAfterGap || ENDED.test(before.text) || !/^\(?\d|^§/.test(line.text) || hasClauseStart(line.text);
  }
  if (STARTS_LOWER.test(line.text) && !ENDED.test(before.text)) return line.page === before.page && line.isAfterGap;
  if (line.page !== before.page) return ENDED.test(before.text) || before.text.length < width * FULL_LINE;
  if (line.isAfterGap || (FORM_FIELD.test(line.text) && FORM_FIELD.test(before.text))) return true;
  return /[;]$/.test(before.text);
}

/** Collects the characters of one paragraph with their places. */
class Paragraph {
  private readonly letters: string[] = [];
  private readonly pages: number[] = [];
  private readonly offsets: number[] = [];

  constructor(
    readonly line: number,
    readonly isHeading: boolean,
  ) {}

  private push(letters: string, page: number, offset: number) {
    for (const letter of letters.split("")) {
      this.letters.push(letter);
      this.pages.push(page);
      this.offsets.push(offset);
    }
  }

  private pop() {
    this.letters.pop();
    this.pages.pop();
    this.offsets.pop();
  }

  /** Appends a line, joining a word that was divided at the end of the line before. */
  add(line: PageLine) {
    const isDivided =
      /\p{L}[-‐\u00ad]$/u.test(this.letters.slice(-2).join("")) &&
      /^\p{L}/u.test(line.text) &&
      !CONJUNCTION.test(line.text);
    if (isDivided) {
      if (STARTS_LOWER.test(line.text)) this.pop();
    } else if (this.letters.length > 0) this.push(" ", line.page, line.start);
    for (let at = 0; at < line.text.length && this.letters.length < MAX_PARAGRAPH; at += 1) {
      const letter = line.text.charAt(at);
      const isLast = at === line.text.length - 1;
      if (letter === "\u00ad" && isLast) this.push("-", line.page, line.start + at);
      else if (/\s/.test(letter)) {
        if (this.letters.at(-1) !== " ") this.push(" ", line.page, line.start + at);
      } else if (!INVISIBLE.test(letter)) this.push(LIGATURES[letter] ?? letter, line.page, line.start + at);
    }
  }

  /** Divides the paragraph into its sentences. */
  divide(heading: string): ContractSentence[] {
    const text = this.letters.join("");
    const sentences: ContractSentence[] = [];
    let start = 0;
    const take = (end: number) => {
      while (start < end && /[\s]/.test(text.charAt(start))) start += 1;
      if (end > start)
        sentences.push({
          text: text.slice(start, end),
          pages: Int32Array.from(this.pages.slice(start, end)),
          offsets: Int32Array.from(this.offsets.slice(start, end)),
          heading,
          isHeading: this.isHeading,
          isFirst: sentences.length === 0,
          line: this.line,
        });
      start = end;
    };
    start = this.isHeading ? 0 : (MARKER.exec(text.slice(0, 60))?.[0].length ?? 0);
    if (MONTH_START.test(text)) start = 0;
    for (const { index, 0: found } of text.matchAll(/[.!?]["“”»«’')\]]{0,2}(?= |$)/g)) {
      const end = index + found.length;
      if (end > start && (endsSentence(text, index, end) || end - start > MAX_SENTENCE)) take(end);
    }
    take(text.length);
    return sentences.flatMap(cutSentence);
  }
}

function cutSentence(sentence: ContractSentence): ContractSentence[] {
  if (sentence.text.length <= MAX_SENTENCE) return [sentence];
  const parts: ContractSentence[] = [];
  for (let from = 0; from < sentence.text.length; from += MAX_SENTENCE) {
    const to = from + MAX_SENTENCE;
    parts.push({
      ...sentence,
      text: sentence.text.slice(from, to),
      pages: sentence.pages.slice(from, to),
      offsets: sentence.offsets.slice(from, to),
    });
  }
  return parts;
}

/** Returns whether a full stop at `stop` ends a sentence. */
function endsSentence(text: string, stop: number, end: number): boolean {
  const [, next = ""] = /^ ["“”„»«‚‘'([]{0,2}([^\s,.;:)\]]{1,40})/.exec(text.slice(end, end + 50)) ?? [];
  if (next === "") return true;
  if (text.charAt(stop) !== ".") return /^[\p{Lu}\d]/u.test(next);
  const [word = ""] = /[^\s(„“"'.]{1,30}$/.exec(text.slice(Math.max(0, stop - 30), stop)) ?? [];
  if (!/^[\p{Lu}\d§[]/u.test(next)) return false;
  if (/^\d{1,3}$/.test(word)) {
    const isDate = /(?<!\d\. ?)\d\. ?\d{1,2}$/.test(text.slice(Math.max(0, stop - 12), stop));
    return !isDate && SENTENCE_STARTS.test(next);
  }
  const isInitial = /^\p{L}$/u.test(word);
  return !isInitial && !ABBREVIATIONS.has(word.toLowerCase());
}

/** A short sentence before others in a paragraph that is a heading: `5. Term. This Agreement …`. */
const isRunInHeading = ({ text, isFirst }: ContractSentence) =>
  isFirst &&
  text.length <= 60 &&
  /^\p{Lu}/u.test(text) &&
  text.split(" ").length <= 5 &&
  !/[:\d]/.test(text) &&
  isTitle(text);

/** Divides the pages of a file into sentences. */
export function sentencesOf(pages: readonly string[]): ContractText {
  const lines = pageLinesOf(pages);
  const widths = lineWidths(lines);
  const sentences: ContractSentence[] = [];
  let heading = "";
  let paragraph: Paragraph | null = null;
  const close = () => {
    if (!paragraph) return;
    const divided = paragraph.divide(heading);
    for (const [index, sentence] of divided.entries()) {
      if (divided.length > 1 && isRunInHeading(sentence)) heading = sentence.text;
      const isHeading = sentence.isHeading || (divided.length > 1 && index === 0 && isRunInHeading(sentence));
      sentences.push({ ...sentence, heading, isHeading });
    }
    paragraph = null;
  };
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isHeading = isHeadingLine(line, before, lines[index + 1]);
    const continues = before && !beginsParagraph(line, before, widths.get(before.page) ?? 0);
    if (isHeading || !continues || (paragraph as Paragraph | null)?.isHeading) {
      close();
      if (isHeading) heading = line.text;
      paragraph = new Paragraph(index, isHeading);
    }
    paragraph ??= new Paragraph(index, isHeading);
    paragraph.add(line);
  }
  close();
  return { pages, lines, sentences };
}
