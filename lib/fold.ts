/** Letters that no normal form takes apart, as PostgreSQL's `unaccent` reads them. */
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
 * A text without accents and in lower case: `fold_text` of the database, as far as one word goes. In lower case last, for some
 * capitals, such as those of mathematics, have small letters only once they are taken apart.
 */
export const unaccent = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => LETTERS[letter] ?? letter);

/** The coarser form of a text, in which `mueller`, `muller` and `Müller` are one: `fold_umlauts` of the database. */
export const foldCollapsed = (text: string) => unaccent(text).replace(/([aou])e/g, "$1");
