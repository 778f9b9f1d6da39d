import { countryCodeOf } from "@/lib/model/places/country-names";
import type { WebAddress } from "./addresses";
import type { NormalizedName } from "./normalized-name";
import { canonicalPlace, conceptOf, isIgnoredWord, ORGANISATION_TYPES } from "./organisation-words";
import { TEACHING_TYPES } from "./score-organisations";
import { wordSimilarity } from "./word-similarity";
import { isJoiningWord, isNumber } from "./words";

/** Probabilities that a host means another organisation: by its name, or by an abbreviation of it. */
const [WHOLE_NAME, ABBREVIATION] = [0.6, 0.55];
/** Minimum lengths of a label that abbreviates a name, and of one that equals it; maximum length. */
const [MIN_ABBREVIATION, MIN_WHOLE_NAME, MAX_LENGTH] = [3, 6, 30];

/**
 * Returns whether a label consists of beginnings of words, in their order: `unitus` spells
 * `Università della Tuscia`. Only words for which `mayOmit` is true may be omitted.
 */
function consistsOf(label: string, words: readonly string[], mayOmit: (word: string) => boolean): boolean {
  // A bit for each length of a beginning of the label that the words so far can spell.
  let spelled = 1;
  for (const word of words) {
    let next = mayOmit(word) ? spelled : 0;
    for (let start = 0; start < label.length; start += 1) {
      if ((spelled & (1 << start)) === 0) continue;
      for (let count = 1; count <= word.length && word[count - 1] === label[start + count - 1]; count += 1) {
        // Three letters of a single word abbreviate nothing.
        if (count > 3 || count < label.length) next |= 1 << (start + count);
      }
    }
    spelled = next;
  }
  return (spelled & (1 << label.length)) !== 0;
}

/** Returns whether a label spells a name, apart from its type, its place and what `other` shares. */
function spells(label: string, name: NormalizedName, other: NormalizedName, address: readonly string[] = []): boolean {
  const places = address.map(canonicalPlace);
  const isShared = (word: string) => {
    const [concept, place] = [conceptOf(word), canonicalPlace(word)];
    if (concept !== null) return ORGANISATION_TYPES.has(concept) || other.ideas.includes(concept);
    return places.includes(place) || other.words.some((each) => wordSimilarity(each, place) > 0);
  };
  const mayOmit = (word: string) => word === label || isJoiningWord(word) || isIgnoredWord(word) || isShared(word);
  if (name.short.includes(label)) return true;
  // Fast path: most labels do not consist of the words, whichever are omitted.
  const words = name.spelling ?? [];
  return consistsOf(label, words, () => true) && consistsOf(label, words, mayOmit);
}

const typesOf = ({ ideas }: NormalizedName) => ideas.filter((idea) => ORGANISATION_TYPES.has(idea));

const haveOtherNumbers = (a: NormalizedName, b: NormalizedName) => {
  const [ofA = "", ofB = ""] = [a, b].map(({ ideas }) => ideas.filter(isNumber).join());
  return ofA !== "" && ofB !== "" && ofA !== ofB;
};

/** Returns whether one may be a part of the other, such as a hospital, which uses its host. */
function mayBePart(a: NormalizedName, b: NormalizedName): boolean {
  const [typesA, typesB] = [typesOf(a), typesOf(b)];
  const isTeaching = [...typesA, ...typesB].every((type) => TEACHING_TYPES.includes(type));
  return typesA.length > 0 && typesB.length > 0 && !isTeaching && typesA.join() !== typesB.join();
}

/**
 * Returns the probability that the web host of the organisation `owner` means another one, which has
 * no web address, because it spells that name and not the owner's: `sggw.waw.pl` of the Agricultural
 * University of Warsaw means the Szkoła Główna Gospodarstwa Wiejskiego.
 * @param address the words of the other one's postal address
 */
export function scoreHost(
  web: WebAddress,
  owner: NormalizedName,
  other: NormalizedName,
  address: readonly string[],
): number {
  const labels = (web.words ?? []).filter(({ length }) => length >= MIN_ABBREVIATION && length <= MAX_LENGTH);
  if (!labels.some((label) => spells(label, other, owner, address))) return 0;
  if (haveOtherNumbers(owner, other) || mayBePart(owner, other)) return 0;
  if (labels.some((label) => label.length >= MIN_WHOLE_NAME && other.spelling?.join("") === label)) return WHOLE_NAME;
  const isSame = (word: string) => labels.some((label) => wordSimilarity(word, label) > 0);
  if (!owner.words.some(isSame)) return labels.some((label) => spells(label, owner, other)) ? 0 : ABBREVIATION;
  // A word of both names says more only if it is no place, which many names have.
  const isPlace =
    address.length === 0 || labels.some((label) => address.includes(label) || countryCodeOf(label) !== null);
  const isShared = (word: string) => other.words.includes(word) || address.includes(word);
  return !isPlace && owner.words.every((word) => isSame(word) || isShared(word)) ? ABBREVIATION : 0;
}
