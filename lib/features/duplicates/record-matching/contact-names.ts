import { foldCollapsed } from "@/lib/model/pure/fold";
import { isPersonTitle } from "./score-people";

/* Names of persons in free text, such as "Müller, Prof. Dr. Anna". */

/** Degrees and titles that are written with spaces. */
const SPACED_TITLES = /(?<![\p{L}.])(?:[bm]\. ?(?:a|sc|ed|eng)|h\. ?c|ph\. ?d)\.?(?![\p{L}])/giu;
/** The words that a name has at least and at most. */
const [LEAST_WORDS, MOST_WORDS] = [2, 5];

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Whether a word is a title, such as `Prof.` or `Dipl.-Päd.` */
const isTitle = (word: string) => {
  const parts = foldCollapsed(word)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return parts[0] === "dipl" || (parts.length > 0 && parts.every(isPersonTitle));
};

/** Returns a name without titles and degrees; a comma after the surname stays. */
export const withoutTitles = (text: string): string =>
  text
    .replace(SPACED_TITLES, " ")
    .split(",")
    .map((part) =>
      part
        .split(/\s+/)
        .filter((word) => word !== "" && !isTitle(word))
        .join(" "),
    )
    .filter((part) => wordsOf(part).length > 0)
    .join(", ");

/**
 * Returns the folded words of a name (contract §2), the given name first, without titles; null for a
 * text that cannot be a person's whole name.
 */
function nameWords(text: string): string | null {
  const parts = withoutTitles(text).split(",").map(wordsOf);
  const words =
    parts.length === 2 ? [...(parts[1] ?? []), ...(parts[0] ?? [])] : parts.length === 1 ? parts.flat() : [];
  return words.length >= LEAST_WORDS ? words.map(foldCollapsed).join(" ") : null;
}

/** Returns whether a free text is the name of a person, whose label is the given and the family name. */
export function isNameOf(text: string, label: string): boolean {
  const name = nameWords(text);
  return name !== null && name === nameWords(label);
}

/** Returns whether a free text looks like the name of one person. */
export function looksLikeName(text: string): boolean {
  const name = withoutTitles(text);
  const count = wordsOf(name).length;
  return /^[\p{L}\p{M}.,'’ -]+$/u.test(name) && nameWords(name) !== null && count <= MOST_WORDS;
}
