import { foldCollapsed } from "@/lib/model/pure/fold";
import { readAddress } from "@/lib/model/places/address";
import { withoutTrailing } from "@/lib/model/pure/without-trailing";
import dictionary from "./data/addresses.json";
import { canonicalPlace } from "./organisation-words";
import { pairWords } from "./pair-words";
import { normalizeWords } from "./words";

/** Hosts on which many unrelated people have pages, and hosts of free mail services. */
const sharedHosts = new Set(dictionary.sharedHosts.flatMap((line) => line.split(" ")));

/** Labels of second-level domains that are registered like top-level domains: `ac.uk`, `edu.au`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gov|gouv|go|mil|net|or|org|sch|univ)$/;

/** Returns the labels of a host without the top-level domain. */
function labelsOf(host: string): string[] {
  const labels = host.split(".").slice(0, -1);
  if (labels.length > 1 && SECOND_LEVEL.test(labels.at(-1) ?? "")) labels.pop();
  return labels;
}

/** A normalized web address. During an upgrade, older instances store it without the optional values. */
export type WebAddress = {
  host: string;
  page: string;
  /** The label that the owner of the host registered: `uni-krummau` of `chemie.uni-krummau.ac.at`. */
  owner?: string;
  /** The first label as a word, as it is and folded: `unimuenchen`, `unimunchen` of `uni-muenchen.de`. */
  words?: readonly string[];
};

/** Normalizes a web address; returns null if it is invalid or unrelated people share its host. */
export function normalizeWebAddress(address: string): WebAddress | null {
  const text = address.trim();
  if (text === "") return null;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname.replace(/^www\d?\./, "").replace(/\.$/, "") ?? "";
  if (!url || !host.includes(".") || sharedHosts.has(host)) return null;
  const page = `${withoutTrailing(url.pathname, "/")}${url.search}`.toLowerCase();
  const labels = labelsOf(host);
  const word = (labels[0] ?? "").replaceAll("-", "");
  return { host, page, owner: labels.at(-1) ?? "", words: [...new Set([word, foldCollapsed(word)])] };
}

/**
 * Normalizes a postal address to its unique words, in which all spellings of `Straße` become `str`,
 * and the code of the country that follows the last comma or is on the last line.
 */
export function normalizePostalAddress(text: string): { address: string[]; country: string | null } {
  const { parts, country } = readAddress(text);
  const words = normalizeWords(parts.join(", ").replaceAll(/stra(?:ß|ss)e\b|str\.|str\b/giu, "str ")).split(" ");
  return { address: [...new Set(words.filter(Boolean))], country: country?.code ?? null };
}

/** Returns whether addresses share 70 % of their words and, if both contain numbers, a number. */
export function isSameAddress(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < 2 || b.length < 2) return false;
  const shared = a.filter((word) => b.includes(word));
  const hasNumber = (words: readonly string[]) => words.some((word) => /\d/.test(word));
  const isOtherNumber = hasNumber(a) && hasNumber(b) && !hasNumber(shared);
  return !isOtherNumber && shared.length / Math.max(a.length, b.length) >= 0.7;
}

const isPostcode = (word: string) => /^\d{4,}$/.test(word);
const isHouseNumber = (word: string) => /^\d{1,3}\p{L}?$/u.test(word);

/**
 * Returns whether addresses contradict each other: other postcodes, house numbers or places. An
 * incomplete address and one in another language contradict none that may be the same.
 */
export function isDifferentAddress(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0 || isSameAddress(a, b)) return false;
  const [postcodes, houseNumbers] = [isPostcode, isHouseNumber].map((isKind) => {
    const [inA, inB] = [a.filter(isKind), b.filter(isKind)];
    return inA.length > 0 && inB.length > 0 ? inA.some((number) => inB.includes(number)) : null;
  });
  if (postcodes === false || houseNumbers === false) return true;
  // The same postcode, and no other house number: the street may be written in another language.
  if (postcodes === true) return false;
  const [wordsA, wordsB] = [a, b].map((words) => words.filter((word) => !/\d/.test(word)).map(canonicalPlace));
  const { shared, onlyA, onlyB } = pairWords(wordsA ?? [], wordsB ?? []);
  if (onlyA.length === 0 || onlyB.length === 0) return false;
  const hasNumber = (words: readonly string[]) => words.some((word) => /\d/.test(word));
  if (hasNumber(a) === hasNumber(b)) return !hasNumber(a) || houseNumbers !== null;
  // A place alone can be compared only with an address that names a place, as after a postcode.
  return shared.length === 0 && [...a, ...b].some(isPostcode);
}
