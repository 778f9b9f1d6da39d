import type { WebAddress } from "./addresses";
import type { NormalizedName } from "./normalized-name";
import { wordWeight } from "./organisation-words";
import type { NormalizedPerson } from "./score-people";
import type { MatchValues } from "./score-records";
import { firstLetters } from "./words";

// Two records are compared only if they share a blocking key. Keys that too many records share are
// ignored, so pairs of words are keys, too: a pair is rarer than its words.

/** Maximum number of words of a name from which pairs are formed. */
const MAX_PAIRED = 5;
/** Maximum length of a key, because a database index limits the size of its entries. */
const MAX_LENGTH = 200;
const FREQUENT_CONCEPTS = ["university", "science", "national"];

const consonants = (word: string) => word.replaceAll(/(?<!^)(?:[aeiouy]|(.)(?=\1))/gu, "");

function pairsOf(words: readonly string[]): string[] {
  const some = [...new Set(words)].sort().slice(0, MAX_PAIRED);
  return some.flatMap((word, at) => some.slice(at + 1).map((other) => `${word}+${other}`));
}

function keysOfName({ words, ideas, short, initials }: NormalizedName): string[] {
  // Ends of words differ by language and by typing errors.
  const beginnings = words.filter((word) => wordWeight(word) >= 0.4).map((word) => firstLetters(word, 5));
  const concepts = ideas.filter((concept) => !FREQUENT_CONCEPTS.includes(concept));
  const all = [...words, ...concepts].sort().join(" ");
  // An abbreviation of the name may equal the first of its initials.
  const prefixes = initials.flatMap((letters) =>
    [...letters].map((_, at) => firstLetters(letters, at + 1)).filter(({ length }) => length >= 3 && length <= 6),
  );
  return [
    ...beginnings.map((beginning) => `w ${beginning}`),
    // Words of this length match despite a typing error, which usually leaves consonants unchanged.
    ...words.filter(({ length }) => length >= 6).map((word) => `c ${consonants(word)}`),
    ...pairsOf([...beginnings, ...concepts]).map((pair) => `w ${pair}`),
    ...(all === "" ? [] : [`n ${all}`]),
    ...[...new Set([...short, ...prefixes])].map((letters) => `s ${letters}`),
    // A single word may be the abbreviation of another name.
    ...(words.length === 1 && ideas.length === 0 ? [`s ${words[0]}`] : []),
  ];
}

function keysOfPerson({ first, last }: NormalizedPerson): string[] {
  const all = [...first, ...last];
  const initialKey = (name: string, other: string) => `p ${firstLetters(name, 4)}+${firstLetters(other, 1)}`;
  return [
    ...last.flatMap((name) => first.slice(0, 2).flatMap((other) => [initialKey(name, other), initialKey(other, name)])),
    ...(all.length > 0 ? [`n ${[...all].sort().join(" ")}`] : []),
    ...(all.length > 1 ? [`k ${all.map(consonants).sort().join(" ")}`] : []),
    ...(first.length === 0 ? last.map((name) => `l ${name}`) : []),
  ];
}

/** Returns the keys of the names that a web host may spell, as if it were an abbreviation or a word. */
const keysOfSpelledNames = ({ words = [] }: WebAddress) =>
  words.filter(({ length }) => length >= 3).flatMap((label) => [`s ${label}`, `w ${firstLetters(label, 5)}`]);

/** Returns the blocking key of a web host, by which the records with this host are also counted. */
export const hostKey = (host: string) => `h ${host}`;

/** Returns the blocking keys of a record. */
export function blockingKeys({ names, aliases, email, web }: MatchValues): string[] {
  const isOfOrganisation = names.some((name) => !("first" in name) && name.some(({ spelling }) => spelling));
  const keys = [
    ...[...names, ...aliases].flatMap((name) => ("first" in name ? keysOfPerson(name) : name.flatMap(keysOfName))),
    ...(email ? [`e ${email}`] : []),
    ...(web ? [hostKey(web.host), ...(isOfOrganisation ? keysOfSpelledNames(web) : [])] : []),
  ];
  return [...new Set(keys.map((key) => firstLetters(key, MAX_LENGTH)))];
}
