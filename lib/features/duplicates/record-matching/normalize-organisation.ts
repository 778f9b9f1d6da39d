import { abbreviationsIn } from "./abbreviations";
import { wordsInBrackets } from "./brackets";
import dictionary from "./data/organisations.json";
import { parseReplacements, parseWords, parseWordSet } from "./dictionary";
import type { NormalizedName } from "./normalized-name";
import {
  canonicalPlace,
  conceptOf,
  isIgnoredWord,
  ORGANISATION_TYPES,
  replaceJoinedPlaces,
} from "./organisation-words";
import { townInName, wordsBesidesPlaces } from "./place-words";
import { wordOrderOf } from "./word-order";
import {
  firstLetters,
  isJoiningWord,
  isLegalForm,
  isNumber,
  normalizeWords,
  significantWords,
  withoutLegalFormsAtEnd,
} from "./words";

/** Replaces phrases of one meaning by a single word, and spells out abbreviations. */
const replacePhrases = parseReplacements(dictionary.phrases);
/** Words in capitals that do not abbreviate a name: terms such as `TU`, and Roman numerals. */
const generalAbbreviations = parseWordSet(dictionary.generalAbbreviations);
const numberWords = new Map(Object.entries(dictionary.numberWords));
const TYPES_RUN_BY_FOUNDATIONS = ["university", "hochschule", "academy", "school", "college"];

/** The name of the university that a college appends to its own name. */
const PARENT_UNIVERSITY = /\s(?:university of london|national university of ireland(?:,? \p{L}+)?)$/iu;
/** The seam in camel case: `ScienceMarketing` is two words. */
const CAMEL_CASE_SEAM = /(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{2})/gu;
/** Separators before the name of a campus, or of a member of a university system. */
const SEPARATOR = /[-–—,:;/(*|]|\bat\b|\bcampus\b/iu;
const SEPARATOR_AFTER_FIRST_WORD = /^\s*\S+\s*[-–—:,(/|]/u;

const { compounds } = dictionary;
const oneOf = (lines: readonly string[]) => `(${parseWords(lines).join("|")})`;
/** German compounds such as `Sozialforschung`, but not words with an ending such as `naturales`. */
const WITH_FIRST_PART = new RegExp(`^${oneOf(compounds.firstParts)}(?!lich|isch|wissen|al|el|ist)(\\p{L}{4,})$`, "u");
const WITH_TYPE_AT_END = new RegExp(`^(\\p{L}{3,}?)(?:s|en)?${oneOf(compounds.typesAtEnd)}$`, "u");
const WITH_TYPE_IN_FRONT = new RegExp(`^${oneOf(compounds.typesInFront)}(\\p{L}{5,})$`, "u");
/** First parts that belong to the type, as in `Fachhochschule`. */
const PARTS_OF_TYPES = ["fach", "hoch", "fachhoch", "gesamt"];

function splitCompound(word: string): string[] {
  const [, firstPart, more] = WITH_FIRST_PART.exec(word) ?? [];
  if (firstPart && more) return [firstPart.replace(/s$/, ""), ...splitCompound(more)];
  const concept = conceptOf(word);
  if (concept !== null && !/^.+(?:universitat|hochschule|stiftung)$/u.test(word)) return [word];
  const [, name, type] = WITH_TYPE_AT_END.exec(word) ?? [];
  if (name && type && !PARTS_OF_TYPES.includes(name)) return [name, type];
  if (concept === "university" && !/^universitats?\p{L}{5,}$/u.test(word)) return [word];
  return WITH_TYPE_IN_FRONT.exec(word)?.slice(1) ?? [word];
}

/** Returns the patron's name: in German before `Universität` and a place, in Polish after `im.`. */
function patronIn(name: string): ReadonlySet<string> {
  const [, german = ""] = /^(.+?) universitat (?!fur |der )(?:zu |in )?\p{L}{3,}/u.exec(name) ?? [];
  const [, polish = ""] = / im (.+?)(?: we? |$)/u.exec(name) ?? [];
  return new Set([...german.split(" "), ...polish.split(" ")].map(canonicalPlace));
}

/** Removes the name of the parent university from the end of a name that has another part. */
function withoutParentUniversity(name: string): string {
  const text = name.trimEnd();
  const own = text.replace(PARENT_UNIVERSITY, "").trimEnd();
  return own === text ? name : own.replace(/[-,]$/, "").trimEnd() || name;
}

function initialsOf(name: string): string[] {
  const words = name.split(" ").flatMap(splitCompound);
  const all = words.filter((word) => !isLegalForm(word));
  const significant = all.filter((word) => !isJoiningWord(word));
  const initials = [significant, all].map((each) => each.map((word) => firstLetters(word, 1)).join(""));
  return [...new Set(initials)].filter((letters) => letters.length >= 3);
}

function normalizePart(name: string): NormalizedName {
  const short = abbreviationsIn(name).filter(
    (word) => !generalAbbreviations.has(word) && !isLegalForm(word) && !isJoiningWord(word),
  );
  const plain = normalizeWords(withoutParentUniversity(name).replaceAll(CAMEL_CASE_SEAM, " "));
  const initials = initialsOf(plain);
  // Place names of two words would otherwise count as two words.
  const replaced = replacePhrases(replaceJoinedPlaces(plain, (place) => place.replaceAll(" ", "")));
  const [words, ideas] = [new Set<string>(), new Set<string>()];
  for (const word of significantWords(replaced).flatMap(splitCompound)) {
    if ((isJoiningWord(word) && word.length > 1) || isIgnoredWord(word)) continue;
    if (word.length >= 3 && initials.some((letters) => letters.startsWith(word) && letters !== word)) {
      if (!short.includes(word)) short.push(word);
      continue;
    }
    const idea = numberWords.get(word) ?? (isNumber(word) ? word : conceptOf(word));
    if (idea) ideas.add(idea);
    else words.add(canonicalPlace(word));
  }
  // A foundation that runs a university is treated as that university.
  if ([...ideas].some((type) => TYPES_RUN_BY_FOUNDATIONS.includes(type))) ideas.delete("foundation");
  const [front] = /^[\p{L}\p{N}]+(?=\s+[\p{L}\p{N}])/u.exec(plain) ?? [];
  const isUniversityOf = /^(?:the )?uni\S+ (?:of|de|d|del|della|do|da|di|degli|for|von|van|v|i|at)?\b/u.test(plain);
  const patron = patronIn(replaced);
  const isOnlyAbbreviation = words.size === 1 && ideas.size === 0 && [...words].every((word) => short.includes(word));
  return {
    words: isOnlyAbbreviation ? [] : [...words].filter((word) => !short.includes(word) || words.size === 1),
    ideas: [...ideas].sort(),
    called: [...words].filter((word) => patron.has(word)),
    ...(isUniversityOf && !SEPARATOR.test(name) && { leads: true as const }),
    short,
    ...(front !== undefined && short.includes(front) && !SEPARATOR_AFTER_FIRST_WORD.test(name) && { front }),
    initials,
  };
}

/** Separators after which the name may follow in another language, or another name. */
const PART_SEPARATOR = /\s[-–—/|]|[*|;()]|-(?=UNIVERSITY)|,\s/u;

const isUniversityName = ({ words, ideas }: NormalizedName) =>
  words.length > 0 && ["university", "hochschule"].some((type) => ideas.includes(type));

/** Returns the words of a part in brackets; none if it is a name itself, such as a translation. */
function distinguishingWords(part: string): string[] {
  const { words, ideas, short } = normalizePart(part);
  return ideas.some((idea) => ORGANISATION_TYPES.has(idea)) ? [] : [...words, ...ideas, ...short];
}

/**
 * Normalizes the name of an organisation (contract §12).
 * @returns the whole name and, if each part is a university's name (in two languages), the parts
 */
export function normalizeOrganisation(name: string): NormalizedName[] {
  const parts = name
    .split(PART_SEPARATOR)
    .map((part) => part.trim())
    .filter(Boolean);
  const wordsOf = (text: string) => withoutLegalFormsAtEnd(normalizeWords(text).split(" "));
  const spelling = wordsOf(name);
  const spelledParts = parts.length > 1 ? parts.map(wordsOf) : [spelling];
  const withOrder = (text: string, words: readonly (readonly string[])[]) => {
    const order = wordOrderOf(words);
    return { ...normalizePart(text), ...(order && { order }) };
  };
  const normalized =
    parts.length > 1 && parts.length <= 4
      ? parts.map((part, at) => withOrder(part, spelledParts.slice(at, at + 1)))
      : [];
  const brackets = wordsInBrackets(name, distinguishingWords);
  const [town, besidesPlaces] = [townInName(spelledParts), wordsBesidesPlaces(spelling)];
  const whole = {
    ...withOrder(name, spelledParts),
    ...(brackets.length > 0 && { brackets }),
    ...(town.length > 0 && { town }),
    ...(besidesPlaces && { besidesPlaces }),
    spelling,
  };
  return [whole, ...(normalized.every(isUniversityName) ? normalized : [])];
}
