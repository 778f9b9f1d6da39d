import { foldedText, sayingWords } from "./words";

/**
 * A person's normalized name: the canonical words of the first and last names, in their original
 * order.
 */
export type NormalizedPerson = { first: readonly string[]; last: readonly string[] };

/** Titles, degrees and forms of address, folded; they are removed from names. */
const TITLES = new Set(
  "prof professor professorin dr drs dipl ing phd md mag ma msc bsc mba bachelor master hc habil rer nat med phil jur pol oec priv doz pd apl em univ sir dame frau herr mr mrs ms".split(
    " ",
  ),
);

const wordsOf = (text: string) => sayingWords(foldedText(text)).filter((word) => !TITLES.has(word));

/**
 * Normalizes a person's name.
 * @param parts first and last names, or the whole name as one part
 */
export function normalizePerson(parts: readonly string[]): NormalizedPerson {
  const [first = "", last] = parts;
  if (last !== undefined) return { first: wordsOf(first), last: wordsOf(last) };
  const words = wordsOf(first);
  // "Müller, Anna" is split the wrong way round, but still matches "Anna Müller", because
  // `scorePeople` compares names in both orders.
  return { first: words.slice(0, -1), last: words.slice(-1) };
}
