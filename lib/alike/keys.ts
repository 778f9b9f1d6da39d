import { weightOf } from "./house-weights";
import type { Known } from "./alike";
import type { PersonReading } from "./read-person";
import type { Reading } from "./reading";
import { firstLetters } from "./words";

/*
 * What of a record others are looked for by: two that share no key are not compared. A key that too many share finds nobody alone,
 * therefore rare words are keys by themselves, and each two words together.
 */

/** Words differ at their ends, by language and by slips: they are keys by their beginnings. */
const BEGINNING = 5;
const beginning = (word: string) => firstLetters(word, BEGINNING);

/** Words of so many letters may hold a slip of the pen (`nearness`), which leaves their consonants alone most times. */
const LONG = 6;

/** So many words of a name are put together by twos. */
const MOST_PAIRED = 5;
const WEAK_IDEAS: ReadonlySet<string> = new Set(["university", "science", "national"]);

const consonants = (word: string) => {
  const first = firstLetters(word, 1);
  return first + word.slice(first.length).replaceAll(/[aeiouy]|(.)(?=\1)/gu, "");
};

function pairs(words: readonly string[]): string[] {
  const some = [...new Set(words)].sort().slice(0, MOST_PAIRED);
  return some.flatMap((word, at) => some.slice(at + 1).map((other) => `${word}+${other}`));
}

function ofReading({ words, ideas, short, initials }: Reading): string[] {
  const names = words.filter((word) => weightOf(word) >= 0.4).map(beginning);
  const telling = ideas.filter((idea) => !WEAK_IDEAS.has(idea));
  const whole = [...words, ...telling].sort().join(" ");
  // The first letters of a name, as far as an abbreviation may go.
  const spelled = initials.flatMap((letters) =>
    [...letters].map((_, at) => firstLetters(letters, at + 1)).filter(({ length }) => length >= 3 && length <= 6),
  );
  return [
    ...names.map((name) => `w ${name}`),
    ...words.filter((word) => word.length >= LONG).map((word) => `c ${consonants(word)}`),
    ...pairs([...names, ...telling]).map((pair) => `w ${pair}`),
    ...(whole === "" ? [] : [`n ${whole}`]),
    ...[...new Set([...short, ...spelled])].map((letters) => `s ${letters}`),
    // A single word may be somebody's abbreviation.
    ...(words.length === 1 && ideas.length === 0 ? [`s ${words[0]}`] : []),
  ];
}

function ofPerson({ first, last }: PersonReading): string[] {
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

/** Whose key it is how many have an equal host. */
export const hostKey = (host: string) => `h ${host}`;
/** Longer keys are cut: an index takes no more of them. */
const LONGEST = 200;

/** What others are looked for by that may be the same as a record. */
export function keysOf({ names, aliases, email, web }: Known): string[] {
  const ofNames = [...names, ...aliases].flatMap((name) =>
    "first" in name ? ofPerson(name) : name.flatMap(ofReading),
  );
  const others = [...(email ? [`e ${email}`] : []), ...(web ? [hostKey(web.host)] : [])];
  return [...new Set([...ofNames, ...others].map((key) => firstLetters(key, LONGEST)))];
}
