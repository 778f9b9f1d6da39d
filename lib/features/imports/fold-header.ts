/** Longest beginning of a header that is compared: longer ones are whole paragraphs. */
const MAX_LENGTH = 255;

/**
 * Normalizes a header, so that comparisons ignore case, accents and punctuation.
 * @returns letters and digits only; empty if the header has none
 */
export const foldHeader = (header: string): string =>
  header
    .slice(0, MAX_LENGTH)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]/gu, "");
