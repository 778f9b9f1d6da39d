import { foldCollapsed } from "@/lib/model/pure/fold";

/* Parses the dictionaries in `data/` on load, so that no test passes with an invalid entry. */

/** Returns the words of some lines, folded. @throws Error for a word that is listed twice */
export function parseWords(lines: readonly string[]): string[] {
  const words = lines.flatMap((line) => line.split(" ")).map(foldCollapsed);
  const seen = new Set([""]);
  for (const word of words) {
    if (seen.has(word)) throw new Error(`The dictionary lists "${word}" twice, or has an extra space`);
    seen.add(word);
  }
  return words;
}

export const parseWordSet = (lines: readonly string[]): ReadonlySet<string> => new Set(parseWords(lines));

/** Maps each word of a line to the line's first word. @throws Error for a word listed twice */
export function parseSynonyms(lines: readonly string[]): ReadonlyMap<string, string> {
  parseWords(lines);
  const groups = lines.map((line) => parseWords([line]));
  return new Map(groups.flatMap(([first = "", ...others]) => [first, ...others].map((word) => [word, first])));
}

/** Returns a function that replaces patterns of whole words in a folded text, in this order. */
export function parseReplacements(entries: Readonly<Record<string, string>>): (text: string) => string {
  const rules = Object.entries(entries).map(([words, by]) => [new RegExp(`\\b(?:${words})\\b`, "g"), by] as const);
  return (text) => rules.reduce((replaced, [pattern, by]) => replaced.replace(pattern, by), text);
}

/** Returns a regular expression for patterns of words, in which `*` stands for any letters. */
export const parsePatterns = (patterns: string): RegExp =>
  new RegExp(`^(?:${patterns.replaceAll("*", "\\w*").replaceAll(" ", "|")})$`);
