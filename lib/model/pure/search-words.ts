/** An ASCII word. It is the same without accents, so that a substring test is enough. */
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * Returns the coarser of the two forms in which searches compare words (contract §2), in which `ue`
 * equals `u`. The database function `fold_umlauts` does the same.
 */
const collapsed = (word: string) => word.replaceAll("ae", "a").replaceAll("oe", "o").replaceAll("ue", "u");

/**
 * Returns whether every text that contains `word` also contains `other`. This must hold in both
 * compared forms, because a match in either of them is enough.
 */
function impliesWord(word: string, other: string): boolean {
  const [whole, part] = [word.toLowerCase(), other.toLowerCase()];
  return PLAIN.test(other) && whole.includes(part) && collapsed(whole).includes(collapsed(part));
}

/**
 * Returns the words of a search text, all of which a record must contain (contract §2). Drops words
 * that are redundant because a longer word contains them. Longer words come first, because fewer
 * records contain them.
 */
export function searchWords(text: string): string[] {
  const typed = text.split(/\s+/).filter(Boolean);
  const words = [...new Set(typed)].sort((a, b) => b.length - a.length);
  return words.filter((word, index) => !words.slice(0, index).some((longer) => impliesWord(longer, word)));
}
