/** Letters without a Unicode decomposition, replaced as PostgreSQL's `unaccent` does. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
};

/**
 * Removes accents and lower-cases a text, as `fold_text` in the database does for a single word.
 * Lower-cases last, because some capitals, such as mathematical ones, have a lower-case form only
 * once they are decomposed.
 */
export const unaccent = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => LETTERS[letter] ?? letter);

/**
 * Returns the coarser form of a text, in which `mueller`, `muller` and `Müller` are equal, as
 * `fold_umlauts` in the database does.
 */
export const foldCollapsed = (text: string) => unaccent(text).replace(/([aou])e/g, "$1");
