import { ROUND_PLACEHOLDERS } from "./round";

/** The text of each placeholder of a round's texts, for one recipient. */
export type PlaceholderValues = Record<(typeof ROUND_PLACEHOLDERS)[number], string>;

const IN_BRACES = /\{([^{}]*)\}/g;
const isPlaceholder = (word: string): word is keyof PlaceholderValues =>
  ROUND_PLACEHOLDERS.some((placeholder) => placeholder === word);

/**
 * Replaces the placeholders in a round's text (contract §15). Braces and `$` in the values have no
 * meaning, and other words in braces stay as they are.
 */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(IN_BRACES, (whole, word: string) => (isPlaceholder(word) ? values[word] : whole));

/** Splits a text at its empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "");

/** Returns the words in braces that are no placeholders, each once. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(IN_BRACES)].map(([, word = ""]) => word).filter((word) => !isPlaceholder(word))),
];
