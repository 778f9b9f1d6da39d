import dictionary from "./data/organisations.json";
import { parseWordSet } from "./dictionary";
import type { NormalizedName, WordOrder } from "./normalized-name";
import { conceptOf, DIRECTIONS } from "./organisation-words";
import { isJoiningWord } from "./words";

/*
 * In English, the order of words tells institutions apart: York University is in Toronto, the
 * University of York in York. In other languages both orders are spellings of one name, as is a name
 * after a comma: `Hamburg, Universität`.
 */

/** English types; abbreviations count as English, because `of` decides. */
const types = parseWordSet(dictionary.orderedTypes);
const PREPOSITIONS: readonly (string | undefined)[] = ["of", "at"];

/** Returns whether words are a name without another concept, such as a subject. */
const isName = (words: readonly string[]) =>
  words.every((word) => {
    const concept = conceptOf(word);
    return isJoiningWord(word) || concept === null || DIRECTIONS.has(concept);
  });

/**
 * Returns the order of a type and a name in the words of one part of a name.
 * @param isWhole false if the name itself may be in another part: `York, University of`
 */
function orderOfPart(words: readonly string[], isWhole: boolean): WordOrder | null {
  const start = words.findIndex((word) => !isJoiningWord(word));
  const [first = "", preposition, ...name] = words.slice(Math.max(start, 0));
  const [last = "", before = ""] = words.slice(-2).reverse();
  if (types.has(first) && PREPOSITIONS.includes(preposition) && (name.length > 0 || !isWhole)) {
    return isName(name) ? "typeFirst" : null;
  }
  if (PREPOSITIONS.includes(last) && types.has(before)) return isName(words.slice(0, -2)) ? "typeFirst" : null;
  return types.has(last) && words.length > 1 && isName(words.slice(0, -1)) ? "typeLast" : null;
}

/** Returns the English word order of a name's parts, each as its words; null without one, or for two. */
export function wordOrderOf(parts: readonly (readonly string[])[]): WordOrder | null {
  const orders = new Set(parts.map((words) => orderOfPart(words, parts.length === 1)));
  orders.delete(null);
  const [order = null] = orders;
  return orders.size === 1 ? order : null;
}

/** Returns whether the English word order of two names tells them apart. */
export const differsInOrder = ({ order: a }: NormalizedName, { order: b }: NormalizedName): boolean =>
  a !== undefined && b !== undefined && a !== b;
