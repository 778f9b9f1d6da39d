import { cleanText } from "../pure/clean-text";

/**
 * Maximum length of a text to parse. Fields do not accept longer texts; any that occur are not
 * parsed, which bounds the parsing time.
 */
const MAX_CHARACTERS = 1_000;

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * Splits a text into words in lower case with umlauts spelled out: `Kündigungs-Frist: 3 Mon. zum
 * 31.07.` becomes `kuendigungsfrist`, `3`, `mon`, `zum`, `31.`, `07.`. A number keeps a following
 * full stop, because it may be part of a date. Other full stops, commas, colons, dashes and
 * quotation marks are dropped. Any other character, such as `?` or `§`, becomes a separate word,
 * which no rule accepts.
 */
export function wordsOf(text: string): readonly string[] {
  if (text.length > MAX_CHARACTERS) return ["…"];
  const plain = cleanText(text)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replace(/['’‘`´]/g, "")
    .replace(/([a-z])[-‐‑](?=[a-z])/g, "$1");
  return plain.match(/\d+\.?|[a-z]+|(?<=\d),(?=\d)|(?<![\da-z])[.,](?=\d)|[^\s\d.,;:!"„“”«»‐‑–—-]/gu) ?? [];
}

/**
 * A list of words with the position of the next word to read. A failed match leaves the position
 * unchanged.
 */
export class Words {
  private position = 0;

  constructor(private readonly list: readonly string[]) {}

  /** The number of words read. */
  get index() {
    return this.position;
  }

  get isDone() {
    return this.position >= this.list.length;
  }

  /** The next word; an empty text after the last one. */
  get next() {
    return this.list.at(this.position) ?? "";
  }

  skip() {
    this.position += 1;
  }

  /** Consumes the next word if it is one of `words`. Returns whether it is. */
  consume(words: ReadonlySet<string>): boolean {
    const found = words.has(this.next);
    if (found) this.position += 1;
    return found;
  }

  /**
   * Consumes the next words if they are one of `phrases`, which must be sorted from longest to
   * shortest. Returns whether they are.
   */
  consumePhrase(phrases: readonly (readonly string[])[]): boolean {
    const found = phrases.find((phrase) => phrase.every((word, index) => this.list[this.position + index] === word));
    this.position += found?.length ?? 0;
    return found !== undefined;
  }

  /** Consumes the following words as long as each is one of `words`. */
  consumeAll(words: ReadonlySet<string>) {
    while (this.consume(words));
  }

  /** Tries to read a value. If `read` returns null, the position is restored. */
  attempt<Value>(read: () => Value | null): Value | null {
    const from = this.position;
    const value = read();
    if (value === null) this.position = from;
    return value;
  }
}

/** Splits a text into a set of words. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Splits a comma-separated text into phrases, the longest first. */
export const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .split(",")
    .map((phrase) => phrase.trim().split(/\s+/))
    .toSorted((one, other) => other.length - one.length);
