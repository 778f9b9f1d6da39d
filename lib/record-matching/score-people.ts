import { matchWords } from "./match-words";
import { nearness } from "./near-words";
import type { NormalizedPerson } from "./normalize-person";

/** Score of equal names. It is below 1, because different people may have the same name. */
const SAME_NAME = 0.92;

/** Compares two surnames. One part of a double name may be missing. */
function surnames(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  // Fast path: most surnames are a single word, so there is nothing to pair.
  if (a.length === 1 && b.length === 1) return nearness(a[0] ?? "", b[0] ?? "");
  const { shared, onlyA, onlyB } = matchWords(a, b);
  if (shared.length === 0) return a.join("") === b.join("") ? 1 : 0;
  const least = Math.min(...shared.map((each) => each.nearness));
  if (onlyA.length > 0 && onlyB.length > 0) return 0.4 * least;
  return least * (onlyA.length + onlyB.length > 0 ? 0.85 : 1);
}

/** Compares two first names: `A.` may be Anna, and Alex may be Alexander. */
function firstName(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === 1) return long.startsWith(short) ? 0.75 : 0;
  if (short.length >= 3 && long.startsWith(short)) return 0.8;
  return nearness(a, b) * 0.9;
}

function firstNames(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0.6;
  if ([...a].sort().join(" ") === [...b].sort().join(" ") || a.join("") === b.join("")) return 1;
  const [firstA = "", firstB = ""] = [a[0], b[0]];
  const leading = firstName(firstA, firstB);
  const restIsOther = a.length > 1 && b.length > 1 && firstName(a[1] ?? "", b[1] ?? "") === 0;
  if (leading > 0) return leading * (restIsOther ? 0.6 : a.length === b.length ? 1 : 0.95);
  // Some people go by their second name.
  return a.some((name) => name.length > 1 && b.includes(name)) ? 0.8 : 0;
}

/**
 * Multiplies the similarities of surnames and first names; skips the first names if the surnames
 * differ.
 */
function inOrder(
  firstA: readonly string[],
  lastA: readonly string[],
  firstB: readonly string[],
  lastB: readonly string[],
): number {
  const surname = surnames(lastA, lastB);
  return surname > 0 ? surname * firstNames(firstA, firstB) : 0;
}

/**
 * Returns the similarity of two people's names, from 0 to 1, regardless of the order of first and
 * last name.
 */
export function scorePeople(a: NormalizedPerson, b: NormalizedPerson): number {
  const straight = inOrder(a.first, a.last, b.first, b.last);
  if (straight === 1) return SAME_NAME;
  const areWhole = a.first.length > 0 && b.first.length > 0;
  const swapped = areWhole
    ? Math.max(inOrder(a.first, a.last, b.last, b.first), inOrder(a.last, a.first, b.first, b.last))
    : 0;
  return SAME_NAME * Math.max(straight, 0.97 * swapped);
}
