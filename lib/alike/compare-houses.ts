import { toldBy } from "./abbreviations";
import { LEFT_OUT, LEFT_OUT_USUALLY, SORTS, SUBJECTS, type Idea } from "./house-words";
import { weightOf } from "./house-weights";
import { matchWords, shareOf } from "./matching";
import type { Reading } from "./reading";
import { isNumber } from "./words";

/** What a shared idea weighs beside a name, and all of them at most. */
const [IDEA, ALL_IDEAS] = [0.3, 0.75];
/** What an abbreviation weighs that both have, or that one has and the other spells out. */
const ABBREVIATION = 1.2;
/** What is left of the weight of those after whom a house is called. */
const CALLED = 0.3;
const TEACHING = new Set(["university", "hochschule", "academy", "school", "college", "institute"]);

/** A name, or what it says besides: only what the other one has not. */
type Only = { numbers: readonly string[]; words: readonly string[] };

/** What is left of a likeness after numbers that differ, or that only one has; where the other has a name instead, it is another house. */
function byNumbers(a: Only, b: Only): number {
  if (a.numbers.length > 0 && b.numbers.length > 0) return 0.35;
  if (a.numbers.length + b.numbers.length === 0) return 1;
  return (a.numbers.length > 0 ? b : a).words.length > 0 ? 0.6 : 0.8;
}

/** What is left of it where abbreviations say two different things, or one stands for the sort that the other spells out: `EPF Lausanne`. */
const FOREIGN = 0.55;

/** Abbreviations of a name that stand for nothing in either of two, and that the other one has not. */
const foreign = (one: Reading, other: Reading) =>
  one.short.filter(
    (short) =>
      !other.short.includes(short) &&
      !other.words.includes(short) &&
      toldBy(short, one.initials) + toldBy(short, other.initials) === 0,
  );

/** Whether both have an abbreviation that is long enough to be nobody else's: then they may say what it is in other words. */
const haveSameShort = (a: Reading, b: Reading) => a.short.some((short) => short.length >= 4 && b.short.includes(short));

function byAbbreviations(a: Reading, b: Reading): number {
  // Most names have none.
  if (a.short.length + b.short.length === 0) return 1;
  const [ofA, ofB] = [foreign(a, b), foreign(b, a)];
  if (ofA.length + ofB.length === 0) return 1;
  if (ofA.length > 0 && ofB.length > 0) return FOREIGN;
  const [one, other] = ofA.length > 0 ? [a, b] : [b, a];
  const hasSort = ({ ideas }: Reading) => ideas.some((idea) => SORTS.has(idea));
  const standsForSort = !hasSort(one) && hasSort(other);
  const isInFront = one.front !== undefined && [...ofA, ...ofB].includes(one.front);
  return standsForSort || isInFront ? FOREIGN : 1;
}

/** What is left of it after the sorts of houses: a university of arts may be an academy, but no university is a hospital. */
function bySorts(onlyA: readonly string[], onlyB: readonly string[], shared: readonly string[]): number {
  if (onlyA.length === 0 || onlyB.length === 0) return 1;
  const sorts = [...onlyA, ...onlyB];
  const areTeaching = sorts.every((sort) => TEACHING.has(sort));
  const areCalledSo = sorts.every((sort) => sort !== "college" && sort !== "institute");
  const isOneSubject = areCalledSo && shared.some((idea) => SUBJECTS.has(idea));
  return areTeaching ? (isOneSubject ? 0.95 : 0.55) : 0.5;
}

const leftOut = (idea: string) => LEFT_OUT[idea as Idea] ?? LEFT_OUT_USUALLY;

/** What is left of a likeness after all that only one of two names says. */
function byIdeas(
  a: readonly string[],
  b: readonly string[],
  words: Record<"a" | "b", readonly string[]>,
  areForgiven: (side: "a" | "b") => boolean,
): number {
  const shared = a.filter((idea) => b.includes(idea));
  const onlyA = areForgiven("a") ? [] : a.filter((idea) => !b.includes(idea));
  const onlyB = areForgiven("b") ? [] : b.filter((idea) => !a.includes(idea));
  const parts = [onlyA, onlyB].map((ideas) => ({
    numbers: ideas.filter(isNumber),
    sorts: ideas.filter((idea) => SORTS.has(idea)),
    rest: ideas.filter((idea) => !isNumber(idea) && !SORTS.has(idea)),
  }));
  const [inA, inB] = parts as [(typeof parts)[number], (typeof parts)[number]];
  const numbers = byNumbers({ ...inA, words: words.a }, { ...inB, words: words.b });
  let left = numbers * bySorts(inA.sorts, inB.sorts, shared);
  // A technical university that is called institute, or nothing.
  const calledOtherwise = shared.includes("technical") ? ["institute", "university"] : [];
  const areOtherSorts = inA.sorts.length > 0 && inB.sorts.length > 0;
  for (const idea of [...inA.rest, ...inB.rest]) {
    // Technische Hochschulen are universities of applied sciences, and call themselves both.
    left *= idea === "technical" && shared.includes("hochschule") ? 0.8 : leftOut(idea);
  }
  if (!areOtherSorts) {
    for (const idea of [...inA.sorts, ...inB.sorts]) left *= calledOtherwise.includes(idea) ? 0.9 : leftOut(idea);
  }
  return left;
}

/** What words weigh that only one name has. */
const sum = (words: readonly string[], called: readonly string[] = []) =>
  words.reduce((total, word) => total + (called.includes(word) ? CALLED : 1) * weightOf(word), 0);
/** What is left over of a name whose abbreviation the other one is: so many of its words are told by it. */
const withoutTold = (words: readonly string[], told: number) =>
  [...words].sort((one, other) => weightOf(one) - weightOf(other)).slice(told);

/** What is left of the weight of words with which one name goes on where the other one ends: `Université de Savoie (Mont Blanc)`. */
const GOES_ON = 0.45;

function saysMore(longer: Reading, shorter: Reading, more: readonly string[], others: readonly string[]): number {
  const goesOn = longer.leads && shorter.leads && others.length === 0 && shorter.words.length > 0;
  return goesOn && more.length > 0 && shorter.words.every((word, at) => longer.words[at] === word) ? GOES_ON : 1;
}

/** Whether one name is nothing but the abbreviation of the whole other one. */
const isWhollyTold = (one: Reading, other: Reading) =>
  one.words.length === 0 &&
  one.short.some((short) =>
    other.initials.some(
      (letters) =>
        letters.length - short.length <= (short.length >= 3 && letters.startsWith(short) ? 2 : 1) &&
        toldBy(short, other.initials) > 0,
    ),
  );

/** Whether two names without a name in them are made of the same words, as far as their first letters tell. */
function isSaidAlike(a: Reading, b: Reading): boolean {
  const sorted = ({ initials }: Reading) => [...(initials[0] ?? "")].sort().join("");
  const areIdeasSame = a.words.length + b.words.length === 0 && a.ideas.join() === b.ideas.join();
  return areIdeasSame && (a.ideas.length <= 2 || sorted(a) === sorted(b));
}

const isNothingButShort = ({ words, ideas, short }: Reading) =>
  words.length === 0 && ideas.length === 0 && short.length > 0;

function compareParts(a: Reading, b: Reading): number {
  const match = matchWords(a.words, b.words);
  const told = (one: Reading, other: Reading) =>
    Math.max(0, ...one.short.map((short) => toldBy(short, other.initials)));
  const [toldByA, toldByB] = [told(a, b), told(b, a)];
  const has = (one: Reading, other: Reading) =>
    one.short.some((short) => other.short.includes(short) || (other.words.length === 1 && other.words[0] === short));
  const named = match.shared.reduce((total, { word, nearness }) => total + nearness * weightOf(word), 0);
  const isTold = toldByA > 0 || toldByB > 0 || has(a, b) || has(b, a);
  if (isTold && has(a, b) && has(b, a) && (isNothingButShort(a) || isNothingButShort(b))) return 0.9;
  // A name that stands beside its own abbreviation says both by itself.
  const [forgivesB, forgivesA] = [toldByA > 0 && told(a, a) === 0, toldByB > 0 && told(b, b) === 0];
  const onlyA = withoutTold(match.onlyA, forgivesA ? toldByB : 0).filter((word) => !b.short.includes(word));
  const onlyB = withoutTold(match.onlyB, forgivesB ? toldByA : 0).filter((word) => !a.short.includes(word));
  const ideas = Math.min(ALL_IDEAS, IDEA * a.ideas.filter((idea) => b.ideas.includes(idea)).length);
  const unsure = match.shared.reduce((total, { word, nearness }) => total + (1 - nearness) * weightOf(word), 0);
  const shared = named + ideas + (isTold ? ABBREVIATION : 0);
  const [moreA, moreB] = [saysMore(a, b, onlyA, onlyB), saysMore(b, a, onlyB, onlyA)];
  const share = shareOf(shared, moreA * sum(onlyA, a.called) + unsure, moreB * sum(onlyB, b.called) + unsure, {
    more: 0.95,
    other: 1.2,
  });
  // Without a name in common, neither ideas nor the beginning of an abbreviation say that two houses are one.
  const isNamed = named > 0 || isWhollyTold(a, b) || isWhollyTold(b, a) || (isTold && toldByA + toldByB === 0);
  if (!isNamed && !isSaidAlike(a, b)) return 0.5 * share;
  // One of its places is not the whole of a house that has several.
  const isOnePlace = a.ideas.includes("dual") && b.ideas.includes("dual") && sum(onlyA) + sum(onlyB) > 0 ? 0.6 : 1;
  const left = byIdeas(a.ideas, b.ideas, { a: onlyA, b: onlyB }, (side) => (side === "a" ? forgivesA : forgivesB));
  return isOnePlace * share * byAbbreviations(a, b) * (haveSameShort(a, b) ? Math.sqrt(left) : left);
}

/** How surely two names are of one house, from 0 to 1, by those of their parts that are most alike. */
export const compareHouses = (a: readonly Reading[], b: readonly Reading[]): number =>
  Math.max(0, ...a.flatMap((one) => b.map((other) => compareParts(one, other))));
