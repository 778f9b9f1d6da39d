import { foldedText } from "./words";

/** Hosts on which many unrelated people have pages, and hosts of free mail services. */
const SHARED_HOSTS = new Set(
  (
    "facebook.com linkedin.com xing.com instagram.com twitter.com x.com youtube.com sites.google.com google.com github.com github.io wikipedia.org " +
    "de.wikipedia.org en.wikipedia.org orcid.org researchgate.net academia.edu wordpress.com blogspot.com wix.com jimdo.com " +
    "gmail.com gmx.de gmx.net web.de outlook.com hotmail.com yahoo.com t-online.de"
  ).split(" "),
);

/**
 * Normalizes a web address to its host without `www.` and its path with the query. Returns null if
 * the address is invalid or if unrelated people share its host.
 */
export function webPlace(address: string): { host: string; page: string } | null {
  const text = address.trim();
  if (text === "") return null;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname.replace(/^www\d?\./, "").replace(/\.$/, "") ?? "";
  if (!url || !host.includes(".") || SHARED_HOSTS.has(host)) return null;
  return { host, page: `${url.pathname.replace(/\/+$/, "")}${url.search}`.toLowerCase() };
}

/** Normalizes an e-mail address; returns null if it is empty. */
export const mailbox = (address: string): string | null => address.trim().toLowerCase() || null;

/** Normalizes a postal address to its unique words. All spellings of `Straße` become `str`. */
export const streetWords = (address: string): string[] => [
  ...new Set(
    foldedText(address.replaceAll(/stra(?:ß|ss)e\b|str\.|str\b/giu, "str "))
      .split(" ")
      .filter(Boolean),
  ),
];

/**
 * Returns whether two postal addresses are the same: they share at least 70 % of their words and,
 * if both contain numbers, at least one number.
 */
export function isSameAddress(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < 2 || b.length < 2) return false;
  const shared = a.filter((word) => b.includes(word)).length;
  const numbers = (words: readonly string[]) =>
    words
      .filter((word) => /\d/.test(word))
      .sort()
      .join(" ");
  const areNumbersOther =
    numbers(a) !== "" &&
    numbers(b) !== "" &&
    !numbers(a)
      .split(" ")
      .some((number) => b.includes(number));
  return !areNumbersOther && shared / Math.max(a.length, b.length) >= 0.7;
}
