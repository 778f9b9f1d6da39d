import { weightOf } from "./organisation-weights";
import type { Known } from "./compare-records";
import type { NormalizedPerson } from "./normalize-person";
import type { NormalizedName } from "./normalized-name";
import { firstLetters } from "./words";

/*
 * Blocking keys: two records are compared only if they share a key. Keys that too many records
 * share are ignored, so pairs of words are keys, too: a pair is rarer than its words.
 */

/**
 * Keys contain only this number of first letters of a word, because the ends of words differ by
 * language and by typing errors.
 */
const BEGINNING = 5;
const beginning = (word: string) => firstLetters(word, BEGINNING);

/**
 * Minimum length of words that `nearness` matches despite a typing error. Their consonants are a
 * key, because a typing error usually leaves these unchanged.
 */
const LONG = 6;

/** Maximum number of words of a name from which pairs are formed. */
const MAX_PAIRED = 5;
const WEAK_IDEAS: ReadonlySet<string> = new Set(["university", "science", "national"]);

const consonants = (word: string) => {
  const first = firstLetters(word, 1);
  return first + word.slice(first.length).replaceAll(/[aeiouy]|(.)(?=\1)/gu, "");
};

function pairs(words: readonly string[]): string[] {
  const some = [...new Set(words)].sort().slice(0, MAX_PAIRED);
  return some.flatMap((word, at) => some.slice(at + 1).map((other) => `${word}+${other}`));
}

function ofReading({ words, ideas, short, initials }: NormalizedName): string[] {
  const names = words.filter((word) => weightOf(word) >= 0.4).map(beginning);
  const telling = ideas.filter((idea) => !WEAK_IDEAS.has(idea));
  const whole = [...words, ...telling].sort().join(" ");
  // Prefixes of the name's initials: an abbreviation of the name may equal one of them.
  const spelled = initials.flatMap((letters) =>
    [...letters].map((_, at) => firstLetters(letters, at + 1)).filter(({ length }) => length >= 3 && length <= 6),
  );
  return [
    ...names.map((name) => `w ${name}`),
    ...words.filter((word) => word.length >= LONG).map((word) => `c ${consonants(word)}`),
    ...pairs([...names, ...telling]).map((pair) => `w ${pair}`),
    ...(whole === "" ? [] : [`n ${whole}`]),
    ...[...new Set([...short, ...spelled])].map((letters) => `s ${letters}`),
    // A single word may be the abbreviation of another name.
    ...(words.length === 1 && ideas.length === 0 ? [`s ${words[0]}`] : []),
  ];
}

function ofPerson({ first, last }: NormalizedPerson): string[] {
  const all = [...first, ...last];
  const together = (name: string, other: string) => `p ${firstLetters(name, 4)}+${firstLetters(other, 1)}`;
  const each = last.flatMap((name) =>
    first.slice(0, 2).flatMap((other) => [together(name, other), together(other, name)]),
  );
  return [
    ...each,
    ...(all.length > 0 ? [`n ${[...all].sort().join(" ")}`] : []),
    ...(all.length > 1 ? [`k ${all.map(consonants).sort().join(" ")}`] : []),
    ...(first.length === 0 ? last.map((name) => `l ${name}`) : []),
  ];
}

/**
 * Returns the blocking key of a web host. It also serves to count the records that have this host.
 */
export const hostKey = (host: string) => `h ${host}`;
/**
 * Longer keys are truncated to this length, because a database index limits the size of its
 * entries.
 */
const LONGEST = 200;

/** Returns the blocking keys of a record. */
export function keysOf({ names, aliases, email, web }: Known): string[] {
  const ofNames = [...names, ...aliases].flatMap((name) =>
    "first" in name ? ofPerson(name) : name.flatMap(ofReading),
  );
  const others = [...(email ? [`e ${email}`] : []), ...(web ? [hostKey(web.host)] : [])];
  return [...new Set([...ofNames, ...others].map((key) => firstLetters(key, LONGEST)))];
}
