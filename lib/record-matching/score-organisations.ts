import { toldBy } from "./abbreviations";
import { LEFT_OUT, LEFT_OUT_USUALLY, SORTS, SUBJECTS, type Idea } from "./organisation-words";
import { weightOf } from "./organisation-weights";
import { matchWords, shareOf } from "./match-words";
import type { NormalizedName } from "./normalized-name";
import { isNumber } from "./words";

/** Weight of one shared concept, and maximum total weight of all shared concepts. */
const [IDEA, ALL_IDEAS] = [0.3, 0.75];
/**
 * Weight of an abbreviation that both names contain, or that one contains and the other spells out.
 */
const ABBREVIATION = 1.2;
/** Factor on the weight of a patron's name. */
const CALLED = 0.3;
const TEACHING = new Set(["university", "hochschule", "academy", "school", "college", "institute"]);

/** The numbers and words that occur in only one of two names. */
type Only = { numbers: readonly string[]; words: readonly string[] };

/**
 * Returns the factor on the score for numbers that differ or that only one name has. In the latter
 * case the factor is lower if the other name has a different word instead, because it then is
 * another organisation.
 */
function byNumbers(a: Only, b: Only): number {
  if (a.numbers.length > 0 && b.numbers.length > 0) return 0.35;
  if (a.numbers.length + b.numbers.length === 0) return 1;
  return (a.numbers.length > 0 ? b : a).words.length > 0 ? 0.6 : 0.8;
}

/**
 * Factor on the score if the abbreviations of both names differ, or if one name has an abbreviation
 * where the other has a type of organisation (`EPF Lausanne`, `Université de Lausanne`).
 */
const FOREIGN = 0.55;

/**
 * Returns the abbreviations of `one` that do not occur in `other` and that match the initials of
 * neither name.
 */
const foreign = (one: NormalizedName, other: NormalizedName) =>
  one.short.filter(
    (short) =>
      !other.short.includes(short) &&
      !other.words.includes(short) &&
      toldBy(short, one.initials) + toldBy(short, other.initials) === 0,
  );

/**
 * Returns whether both names have the same abbreviation and it is long enough to be unique. The
 * other words may then differ more.
 */
const haveSameShort = (a: NormalizedName, b: NormalizedName) =>
  a.short.some((short) => short.length >= 4 && b.short.includes(short));

function byAbbreviations(a: NormalizedName, b: NormalizedName): number {
  // Fast path: most names have no abbreviations.
  if (a.short.length + b.short.length === 0) return 1;
  const [ofA, ofB] = [foreign(a, b), foreign(b, a)];
  if (ofA.length + ofB.length === 0) return 1;
  if (ofA.length > 0 && ofB.length > 0) return FOREIGN;
  const [one, other] = ofA.length > 0 ? [a, b] : [b, a];
  const hasSort = ({ ideas }: NormalizedName) => ideas.some((idea) => SORTS.has(idea));
  const standsForSort = !hasSort(one) && hasSort(other);
  const isInFront = one.front !== undefined && [...ofA, ...ofB].includes(one.front);
  return standsForSort || isInFront ? FOREIGN : 1;
}

/**
 * Returns the factor on the score for different types of organisation. A university of arts may
 * also be called an academy, but a university is not a hospital.
 */
function bySorts(onlyA: readonly string[], onlyB: readonly string[], shared: readonly string[]): number {
  if (onlyA.length === 0 || onlyB.length === 0) return 1;
  const sorts = [...onlyA, ...onlyB];
  const areTeaching = sorts.every((sort) => TEACHING.has(sort));
  const areCalledSo = sorts.every((sort) => sort !== "college" && sort !== "institute");
  const isOneSubject = areCalledSo && shared.some((idea) => SUBJECTS.has(idea));
  return areTeaching ? (isOneSubject ? 0.95 : 0.55) : 0.5;
}

const leftOut = (idea: string) => LEFT_OUT[idea as Idea] ?? LEFT_OUT_USUALLY;

/** Returns the factor on the score for all concepts that only one of the two names has. */
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
  // A technical university may also be called an institute, or have no type in its name.
  const calledOtherwise = shared.includes("technical") ? ["institute", "university"] : [];
  const areOtherSorts = inA.sorts.length > 0 && inB.sorts.length > 0;
  for (const idea of [...inA.rest, ...inB.rest]) {
    // A "Technische Hochschule" is a university of applied sciences and may use either term.
    left *= idea === "technical" && shared.includes("hochschule") ? 0.8 : leftOut(idea);
  }
  if (!areOtherSorts) {
    for (const idea of [...inA.sorts, ...inB.sorts]) left *= calledOtherwise.includes(idea) ? 0.9 : leftOut(idea);
  }
  return left;
}

/** Returns the total weight of words. Words of a patron's name (`called`) have less weight. */
const sum = (words: readonly string[], called: readonly string[] = []) =>
  words.reduce((total, word) => total + (called.includes(word) ? CALLED : 1) * weightOf(word), 0);
/**
 * Removes as many words as the abbreviation in the other name stands for, those with the least
 * weight first.
 */
const withoutTold = (words: readonly string[], told: number) =>
  [...words].sort((one, other) => weightOf(one) - weightOf(other)).slice(told);

/**
 * Factor on the weight of words that the longer name appends to the shorter one, as in `Université
 * de Savoie Mont Blanc`.
 */
const GOES_ON = 0.45;

function saysMore(
  longer: NormalizedName,
  shorter: NormalizedName,
  more: readonly string[],
  others: readonly string[],
): number {
  const goesOn = longer.leads && shorter.leads && others.length === 0 && shorter.words.length > 0;
  return goesOn && more.length > 0 && shorter.words.every((word, at) => longer.words[at] === word) ? GOES_ON : 1;
}

/**
 * Returns whether `one` consists only of an abbreviation that stands for the whole name `other`.
 */
const isWhollyTold = (one: NormalizedName, other: NormalizedName) =>
  one.words.length === 0 &&
  one.short.some((short) =>
    other.initials.some(
      (letters) =>
        letters.length - short.length <= (short.length >= 3 && letters.startsWith(short) ? 2 : 1) &&
        toldBy(short, other.initials) > 0,
    ),
  );

/**
 * Returns whether two names without distinguishing words have the same concepts and, if there are
 * more than two, the same initials in any order.
 */
function isSaidAlike(a: NormalizedName, b: NormalizedName): boolean {
  const sorted = ({ initials }: NormalizedName) => [...(initials[0] ?? "")].sort().join("");
  const areIdeasSame = a.words.length + b.words.length === 0 && a.ideas.join() === b.ideas.join();
  return areIdeasSame && (a.ideas.length <= 2 || sorted(a) === sorted(b));
}

const isNothingButShort = ({ words, ideas, short }: NormalizedName) =>
  words.length === 0 && ideas.length === 0 && short.length > 0;

function compareParts(a: NormalizedName, b: NormalizedName): number {
  const match = matchWords(a.words, b.words);
  const told = (one: NormalizedName, other: NormalizedName) =>
    Math.max(0, ...one.short.map((short) => toldBy(short, other.initials)));
  const [toldByA, toldByB] = [told(a, b), told(b, a)];
  const has = (one: NormalizedName, other: NormalizedName) =>
    one.short.some((short) => other.short.includes(short) || (other.words.length === 1 && other.words[0] === short));
  const named = match.shared.reduce((total, { word, nearness }) => total + nearness * weightOf(word), 0);
  const isTold = toldByA > 0 || toldByB > 0 || has(a, b) || has(b, a);
  if (isTold && has(a, b) && has(b, a) && (isNothingButShort(a) || isNothingButShort(b))) return 0.9;
  // An abbreviation stands for missing words only if the same name does not spell it out as well.
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
  // If the names share no distinguishing word, shared concepts are not enough for a match, nor is an
  // abbreviation that stands for only some of the words.
  const isNamed = named > 0 || isWhollyTold(a, b) || isWhollyTold(b, a) || (isTold && toldByA + toldByB === 0);
  if (!isNamed && !isSaidAlike(a, b)) return 0.5 * share;
  // A "Duale Hochschule" has several locations; one of them is not the same as another or as the
  // whole.
  const isOnePlace = a.ideas.includes("dual") && b.ideas.includes("dual") && sum(onlyA) + sum(onlyB) > 0 ? 0.6 : 1;
  const left = byIdeas(a.ideas, b.ideas, { a: onlyA, b: onlyB }, (side) => (side === "a" ? forgivesA : forgivesB));
  return isOnePlace * share * byAbbreviations(a, b) * (haveSameShort(a, b) ? Math.sqrt(left) : left);
}

/**
 * Returns the similarity of two names of organisations, from 0 to 1. It is the similarity of their
 * two most similar parts.
 */
export const scoreOrganisations = (a: readonly NormalizedName[], b: readonly NormalizedName[]): number =>
  Math.max(0, ...a.flatMap((one) => b.map((other) => compareParts(one, other))));
