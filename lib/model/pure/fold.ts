/**
 * ASCII replacements of letters that Unicode does not decompose; the same as those of PostgreSQL's
 * `unaccent`.
 */
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
 * Removes accents and invisible characters from a text and lower-cases it, as the database function
 * `fold_text` does for a single word of a cleaned text. The decomposition comes first, because some
 * capitals, such as mathematical ones, have no lower-case form before it.
 */
export const unaccent = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{Mn}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => LETTERS[letter] ?? letter);

/**
 * Returns a coarser form of a text than `unaccent`, in which `mueller`, `muller` and `Müller` are
 * equal. The database function `fold_umlauts` does the same.
 */
export const foldCollapsed = (text: string) => unaccent(text).replace(/([aou])e/g, "$1");
