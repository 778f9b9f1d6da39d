/** An ASCII word: its unaccented form is the word itself, so a substring test is enough. */
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * Returns the coarser of the two forms in which texts are compared (contract §2), as `fold_umlauts`
 * in the database does.
 */
const collapsed = (word: string) => word.replaceAll("ae", "a").replaceAll("oe", "o").replaceAll("ue", "u");

/**
 * Returns whether every text that contains one word contains the other one, too: in both forms, as
 * either may match.
 */
function impliesWord(word: string, other: string): boolean {
  const [whole, part] = [word.toLowerCase(), other.toLowerCase()];
  return PLAIN.test(other) && whole.includes(part) && collapsed(whole).includes(collapsed(part));
}

/**
 * Returns the words of a search text, all of which must match (contract §2). Drops words that
 * another word implies. The longest come first, because they are the most selective.
 */
export function searchWords(text: string): string[] {
  const typed = text.split(/\s+/).filter(Boolean);
  const words = [...new Set(typed)].sort((a, b) => b.length - a.length);
  return words.filter((word, index) => !words.slice(0, index).some((longer) => impliesWord(longer, word)));
}
