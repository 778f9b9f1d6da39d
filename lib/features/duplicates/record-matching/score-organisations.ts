import { SURENESS } from "@/lib/model/kinds/duplicate-fields";
import { matchesInitials } from "./abbreviations";
import type { NormalizedName } from "./normalized-name";
import { omissionFactor, ORGANISATION_TYPES, SUBJECTS, wordWeight } from "./organisation-words";
import { pairWords, weighShared, weightedShare } from "./pair-words";
import { differsInOrder } from "./word-order";
import { isNumber } from "./words";
import { maxOf } from "@/lib/model/pure/long-lists";

/** Maximum score of what something contradicts, in steps of which scores are rounded. */
export const MAX_CONTRADICTED = SURENESS.sure - 0.001;
/** Weight of one shared concept, and maximum total weight of all shared concepts. */
const [CONCEPT_WEIGHT, MAX_CONCEPTS_WEIGHT] = [0.3, 0.75];
/** Weight of an abbreviation that both names contain, or that one of them spells out. */
const ABBREVIATION_WEIGHT = 1.2;
/** Factors on the weight of a patron's name, and of words that a longer name appends. */
const [PATRON_FACTOR, APPENDED_FACTOR] = [0.3, 0.45];
/** Factor for different abbreviations: `EPF Lausanne` and `Université de Lausanne`. */
const OTHER_ABBREVIATION_FACTOR = 0.55;
export const TEACHING_TYPES = ["university", "hochschule", "academy", "school", "college", "institute"];

/** What only one of two names has. */
type Only = { words: readonly string[]; ideas: readonly string[] };

/** Returns the factor for numbers that differ or that only one name has, instead of a word. */
function numbersFactor(a: Only, b: Only): number {
  const [hasA, hasB] = [a.ideas.some(isNumber), b.ideas.some(isNumber)];
  if (hasA && hasB) return 0.35;
  if (!hasA && !hasB) return 1;
  return (hasA ? b : a).words.length > 0 ? 0.6 : 0.8;
}

/** Returns the factor for different types: an academy of arts may be a university, no hospital. */
function typesFactor(typesA: readonly string[], typesB: readonly string[], shared: readonly string[]): number {
  if (typesA.length === 0 || typesB.length === 0) return 1;
  const types = [...typesA, ...typesB];
  if (!types.every((type) => TEACHING_TYPES.includes(type))) return 0.5;
  const isInterchangeable = !types.includes("college") && !types.includes("institute");
  return isInterchangeable && shared.some((concept) => SUBJECTS.has(concept)) ? 0.95 : 0.55;
}

/** Returns the factor for all concepts that only one of the two names has. */
function conceptsFactor(a: Only, b: Only, shared: readonly string[]): number {
  const typesIn = ({ ideas }: Only) => ideas.filter((idea) => ORGANISATION_TYPES.has(idea));
  const [typesA, typesB] = [typesIn(a), typesIn(b)];
  let factor = numbersFactor(a, b) * typesFactor(typesA, typesB, shared);
  for (const concept of [...a.ideas, ...b.ideas]) {
    if (isNumber(concept) || ORGANISATION_TYPES.has(concept)) continue;
    // A "Technische Hochschule" is a university of applied sciences and may use either term.
    factor *= concept === "technical" && shared.includes("hochschule") ? 0.8 : omissionFactor(concept);
  }
  if (typesA.length > 0 && typesB.length > 0) return factor;
  // A technical university may also be called an institute, or have no type in its name.
  const interchangeable = shared.includes("technical") ? ["institute", "university"] : [];
  for (const type of [...typesA, ...typesB]) factor *= interchangeable.includes(type) ? 0.9 : omissionFactor(type);
  return factor;
}

/** Returns the abbreviations of `one` that `other` lacks and that match the initials of neither. */
const otherAbbreviations = (one: NormalizedName, other: NormalizedName) =>
  one.short.filter(
    (short) =>
      !other.short.includes(short) &&
      !other.words.includes(short) &&
      !matchesInitials(short, one.initials) &&
      !matchesInitials(short, other.initials),
  );

function abbreviationsFactor(a: NormalizedName, b: NormalizedName): number {
  // Fast path: most names have no abbreviations.
  if (a.short.length + b.short.length === 0) return 1;
  const [ofA, ofB] = [otherAbbreviations(a, b), otherAbbreviations(b, a)];
  if (ofA.length + ofB.length === 0) return 1;
  if (ofA.length > 0 && ofB.length > 0) return OTHER_ABBREVIATION_FACTOR;
  const [one, other] = ofA.length > 0 ? [a, b] : [b, a];
  const [hasType, otherHasType] = [one, other].map(({ ideas }) => ideas.some((idea) => ORGANISATION_TYPES.has(idea)));
  const isInFront = one.front !== undefined && [...ofA, ...ofB].includes(one.front);
  return (!hasType && otherHasType) || isInFront ? OTHER_ABBREVIATION_FACTOR : 1;
}

/** Returns the length of the longest abbreviation in `one` that stands for words of `other`. */
const countAbbreviated = (one: NormalizedName, other: NormalizedName) =>
  maxOf(
    one.short.filter((short) => matchesInitials(short, other.initials)).map(({ length }) => length),
    0,
  );

/** Returns whether an abbreviation of `one` is also in `other`, or is its only word. */
const sharesAbbreviation = (one: NormalizedName, other: NormalizedName) =>
  one.short.some((short) => other.short.includes(short) || (other.words.length === 1 && other.words[0] === short));

/** Returns whether `one` consists of an abbreviation that stands for the whole name `other`. */
const abbreviatesWhole = (one: NormalizedName, other: NormalizedName) =>
  one.words.length === 0 &&
  one.short.some((short) => {
    const mayOmit = (letters: string) => (short.length >= 3 && letters.startsWith(short) ? 2 : 1);
    const isWhole = other.initials.some((letters) => letters.length - short.length <= mayOmit(letters));
    return isWhole && matchesInitials(short, other.initials);
  });

const isOnlyAbbreviation = ({ words, ideas, short }: NormalizedName) =>
  words.length + ideas.length === 0 && short.length > 0;

/** Returns whether names consist of the same concepts and, if there are many, initials. */
function hasSameConcepts(a: NormalizedName, b: NormalizedName): boolean {
  const sorted = ({ initials }: NormalizedName) => [...(initials[0] ?? "")].sort().join("");
  if (a.words.length + b.words.length > 0 || a.ideas.join() !== b.ideas.join()) return false;
  return a.ideas.length <= 2 || sorted(a) === sorted(b);
}

/** Returns the total weight of words. Words of a patron's name have less weight. */
const sumWeights = (words: readonly string[], patron: readonly string[] = []) =>
  words.reduce((total, word) => total + (patron.includes(word) ? PATRON_FACTOR : 1) * wordWeight(word), 0);

/** Returns what only `one` has, without what an abbreviation in `other` stands for. */
const withoutShared = (one: NormalizedName, other: NormalizedName, words: string[], abbreviated: number): Only => ({
  words: [...words]
    .sort((word, another) => wordWeight(word) - wordWeight(another))
    .slice(abbreviated)
    .filter((word) => !other.short.includes(word)),
  ideas: abbreviated > 0 ? [] : one.ideas.filter((idea) => !other.ideas.includes(idea)),
});

/** Returns the factor on the weight of the words that only `longer` has. */
function appendedFactor(longer: NormalizedName, shorter: NormalizedName, more: Only, less: Only): number {
  const mayAppend = longer.leads && shorter.leads && more.words.length > 0 && less.words.length === 0;
  const isPrefix = shorter.words.length > 0 && shorter.words.every((word, at) => longer.words[at] === word);
  return mayAppend && isPrefix ? APPENDED_FACTOR : 1;
}

function scoreParts(a: NormalizedName, b: NormalizedName): number {
  const pairs = pairWords(a.words, b.words);
  const [abbreviatedByA, abbreviatedByB] = [countAbbreviated(a, b), countAbbreviated(b, a)];
  const [inB, inA] = [sharesAbbreviation(a, b), sharesAbbreviation(b, a)];
  if (inA && inB && (isOnlyAbbreviation(a) || isOnlyAbbreviation(b))) return 0.9;
  const isAbbreviated = abbreviatedByA > 0 || abbreviatedByB > 0 || inA || inB;
  // An abbreviation stands for missing words only if the same name does not spell it out as well.
  const excusesB = abbreviatedByA > 0 && countAbbreviated(a, a) === 0;
  const excusesA = abbreviatedByB > 0 && countAbbreviated(b, b) === 0;
  const sharedConcepts = a.ideas.filter((idea) => b.ideas.includes(idea));
  const onlyA = withoutShared(a, b, pairs.onlyA, excusesA ? abbreviatedByB : 0);
  const onlyB = withoutShared(b, a, pairs.onlyB, excusesB ? abbreviatedByA : 0);
  const { similar, dissimilar } = weighShared(pairs.shared, wordWeight);
  const concepts = Math.min(MAX_CONCEPTS_WEIGHT, CONCEPT_WEIGHT * sharedConcepts.length);
  const share = weightedShare(
    similar + concepts + (isAbbreviated ? ABBREVIATION_WEIGHT : 0),
    appendedFactor(a, b, onlyA, onlyB) * sumWeights(onlyA.words, a.called) + dissimilar,
    appendedFactor(b, a, onlyB, onlyA) * sumWeights(onlyB.words, b.called) + dissimilar,
  );
  // Without a shared distinguishing word, shared concepts are not enough for a match, nor is an
  // abbreviation that stands for only some of the words.
  const isSameAbbreviation = isAbbreviated && abbreviatedByA + abbreviatedByB === 0;
  const isNamed = similar > 0 || abbreviatesWhole(a, b) || abbreviatesWhole(b, a) || isSameAbbreviation;
  if (!isNamed && !hasSameConcepts(a, b)) return 0.5 * share;
  // A "Duale Hochschule" has several locations, of which one is neither another nor the whole.
  const hasOtherWords = sumWeights(onlyA.words) + sumWeights(onlyB.words) > 0;
  const locationFactor = sharedConcepts.includes("dual") && hasOtherWords ? 0.6 : 1;
  const factor = conceptsFactor(onlyA, onlyB, sharedConcepts);
  // With an equal abbreviation that is long enough to be unique, concepts may differ more.
  const isUnique = a.short.some((short) => short.length >= 4 && b.short.includes(short));
  const score = locationFactor * share * abbreviationsFactor(a, b) * (isUnique ? Math.sqrt(factor) : factor);
  return differsInOrder(a, b) ? Math.min(score, MAX_CONTRADICTED) : score;
}

/** Returns the similarity of two organisations' names, from 0 to 1, by their most similar parts. */
export const scoreOrganisations = (a: readonly NormalizedName[], b: readonly NormalizedName[]): number =>
  maxOf(
    a.flatMap((one) => b.map((other) => scoreParts(one, other))),
    0,
  );
