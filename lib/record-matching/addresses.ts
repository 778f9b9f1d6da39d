import { foldedText } from "./words";

/** Hosts that belong to nobody who has a page there, and those of free mail. */
const SHARED_HOSTS = new Set(
  (
    "facebook.com linkedin.com xing.com instagram.com twitter.com x.com youtube.com sites.google.com google.com github.com github.io wikipedia.org " +
    "de.wikipedia.org en.wikipedia.org orcid.org researchgate.net academia.edu wordpress.com blogspot.com wix.com jimdo.com " +
    "gmail.com gmx.de gmx.net web.de outlook.com hotmail.com yahoo.com t-online.de"
  ).split(" "),
);

/**
 * Normalizes a web address to its host without `www.`, and its path and query; null if it is
 * invalid or its host is shared by unrelated pages.
 */
export function webPlace(address: string): { host: string; page: string } | null {
  const text = address.trim();
  if (text === "") return null;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname.replace(/^www\d?\./, "").replace(/\.$/, "") ?? "";
  if (!url || !host.includes(".") || SHARED_HOSTS.has(host)) return null;
  return { host, page: `${url.pathname.replace(/\/+$/, "")}${url.search}`.toLowerCase() };
}

/** Normalizes an e-mail address; null for none. */
export const mailbox = (address: string): string | null => address.trim().toLowerCase() || null;

/** Normalizes a postal address to its words, with one spelling of `Straße`. */
export const streetWords = (address: string): string[] => [
  ...new Set(
    foldedText(address.replaceAll(/stra(?:ß|ss)e\b|str\.|str\b/giu, "str "))
      .split(" ")
      .filter(Boolean),
  ),
];

/**
 * Returns whether two postal addresses are the same: at least 70 % of their words are, and at least
 * one number if both have any.
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
