/** Longer texts are none that a field holds; they stay unread, so that nothing has to be quick with them. */
const MOST_CHARACTERS = 1_000;

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * A text as words in lower case, umlauts spelled out: `Kündigungs-Frist: 3 Mon. zum 31.07.` is `kuendigungsfrist`, `3`, `mon`,
 * `zum`, `31.`, `07.` – a number keeps the full stop behind it, for it may be part of a date. Stops, commas, colons, dashes
 * and quotation marks fall away; any other sign, such as `?` or `§`, stays as a word of its own, which nothing reads.
 */
export function wordsOf(text: string): readonly string[] {
  if (text.length > MOST_CHARACTERS) return ["…"];
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replace(/[\u00ad'’‘`´]/g, "")
    .replace(/([a-z])[-‐‑](?=[a-z])/g, "$1");
  return plain.match(/\d+\.?|[a-z]+|(?<=\d),(?=\d)|(?<![\da-z])[.,](?=\d)|[^\s\d.,;:!"„“”«»‐‑–—-]/gu) ?? [];
}

/** Words and how far they are read. What cannot be read at a place leaves it where it was. */
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

  /** Takes the next word if it is one of these. */
  take(words: ReadonlySet<string>): boolean {
    const found = words.has(this.next);
    if (found) this.at += 1;
    return found;
  }

  /** Takes what follows if it is one of these phrases, of which longer ones stand before shorter ones. */
  takePhrase(phrases: readonly (readonly string[])[]): boolean {
    const found = phrases.find((phrase) => phrase.every((word, index) => this.list[this.at + index] === word));
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  /** Takes as many of these as follow. */
  takeAll(words: ReadonlySet<string>) {
    while (this.take(words));
  }

  /** Reads a value from here on; where there is none (null), nothing is taken. */
  attempt<Value>(read: () => Value | null): Value | null {
    const from = this.at;
    const value = read();
    if (value === null) this.at = from;
    return value;
  }
}

/** A set of the words of a text. */
export const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Phrases, one between each two commas, the longest first. */
export const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .split(",")
    .map((phrase) => phrase.trim().split(/\s+/))
    .toSorted((one, other) => other.length - one.length);
