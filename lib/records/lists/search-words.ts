/** A word whose folded forms are its own letters, so that one look tells whether another word holds it. */
const PLAIN = /^[\x21-\x7e]+$/;

/** The coarser of the two forms in which texts are compared (contract §2), as `fold_umlauts` makes it in the database. */
const collapsed = (word: string) => word.replaceAll("ae", "a").replaceAll("oe", "o").replaceAll("ue", "u");

/** Whether every text in which one word is found holds the other one, too: in both forms, for either may be what is found. */
function impliesWord(word: string, other: string): boolean {
  const [whole, part] = [word.toLowerCase(), other.toLowerCase()];
  return PLAIN.test(other) && whole.includes(part) && collapsed(whole).includes(collapsed(part));
}

/**
 * The words that a text searches for, all of which must be found (contract §2). What another word says already is left out;
 * the longest come first, for they leave the fewest records to look at.
 */
export function searchWords(text: string): string[] {
  const typed = text.split(/\s+/).filter(Boolean);
  const words = [...new Set(typed)].sort((a, b) => b.length - a.length);
  return words.filter((word, index) => !words.slice(0, index).some((longer) => impliesWord(longer, word)));
}
