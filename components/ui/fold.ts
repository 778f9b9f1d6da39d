const unaccent = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");

/** The coarser form of a text, in which `mueller`, `muller` and `Müller` are one. */
export const foldCollapsed = (text: string) => unaccent(text).replace(/([aou])e/g, "$1");

/**
 * Whether every word of a query occurs in a text, whatever the case, accents and way of writing an umlaut:
 * `mueller`, `muller` and `Müller` find each other, and `element` still finds `Bauelemente` (contract §2).
 */
export function matchesFolded(text: string, query: string): boolean {
  const [plain, collapsed] = [unaccent(text), foldCollapsed(text)];
  const words = query.trim().split(/\s+/);
  return words.every((word) => plain.includes(unaccent(word)) || collapsed.includes(foldCollapsed(word)));
}
