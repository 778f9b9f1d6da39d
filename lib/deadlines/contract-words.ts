/**
 * Maximum length of a text. No field holds longer ones; they stay unread, which limits the time for
 * parsing.
 */
const MAX_CHARACTERS = 1_000;

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * Splits a text into words in lower case with umlauts spelled out: `Kündigungs-Frist: 3 Mon. zum
 * 31.07.` becomes `kuendigungsfrist`, `3`, `mon`, `zum`, `31.`, `07.`. A number keeps a following
 * full stop, because it may be part of a date. Full stops, commas, colons, dashes and quotation
 * marks are dropped; any other sign, such as `?` or `§`, is a word of its own, which no rule
 * accepts.
 */
export function wordsOf(text: string): readonly string[] {
  if (text.length > MAX_CHARACTERS) return ["…"];
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replace(/[\u00ad'’‘`´]/g, "")
    .replace(/([a-z])[-‐‑](?=[a-z])/g, "$1");
  return plain.match(/\d+\.?|[a-z]+|(?<=\d),(?=\d)|(?<![\da-z])[.,](?=\d)|[^\s\d.,;:!"„“”«»‐‑–—-]/gu) ?? [];
}

/** A list of words with a read position. A failed match leaves the position unchanged. */
export class Words {
  private at = 0;

  constructor(private readonly list: readonly string[]) {}

  get done() {
    return this.at >= this.list.length;
  }

  /** The next word, empty at the end. */
  get next() {
    return this.list[this.at] ?? "";
  }

  skip() {
    this.at += 1;
  }

  /** Consumes the next word if it is one of these. */
  take(words: ReadonlySet<string>): boolean {
    const found = words.has(this.next);
    if (found) this.at += 1;
    return found;
  }

  /**
   * Consumes the next words if they are one of these phrases, which are ordered from longest to
   * shortest.
   */
  takePhrase(phrases: readonly (readonly string[])[]): boolean {
    const found = phrases.find((phrase) => phrase.every((word, index) => this.list[this.at + index] === word));
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  /** Consumes all of these words that follow. */
  takeAll(words: ReadonlySet<string>) {
    while (this.take(words));
  }

  /** Tries to read a value; restores the position if there is none (null). */
  attempt<Value>(read: () => Value | null): Value | null {
    const from = this.at;
    const value = read();
    if (value === null) this.at = from;
    return value;
  }
}

/** Splits a text into a set of words. */
export const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Splits a comma-separated text into phrases, the longest first. */
export const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .split(",")
    .map((phrase) => phrase.trim().split(/\s+/))
    .toSorted((one, other) => other.length - one.length);
