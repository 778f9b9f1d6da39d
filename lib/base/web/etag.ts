/** Returns the entity tag of a record's version (contract §8). */
export const etagOf = (version: number) => `"${version}"`;

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/**
 * Matches a list of tags. A tag may contain commas, and the list may contain empty elements (RFC
 * 9110 §5.6.1.2, §8.8.3).
 */
const TAGS = new RegExp(`^[ \\t,]*(?:${TAG.source}[ \\t]*(?:,[ \\t,]*|$))*$`);

/** Parses the tags of a header such as `"3", W/"4"`; null when malformed (RFC 9110 §13.1.1). */
const listedTags = (header: string): string[] | null => (TAGS.test(header) ? (header.match(TAG) ?? []) : null);

/**
 * Whether an `If-Match` header matches a record's version: it is `*`, the version's strong tag, or
 * a list that contains this tag. A weak tag never matches.
 */
export function isCurrent(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === "*") return true;
  return listedTags(ifMatch)?.includes(etagOf(version)) ?? false;
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, "");

/**
 * Whether an `If-None-Match` header names a tag: the client has the response already. A weak tag
 * matches, too (RFC 9110 §13.1.2), because proxies that compress weaken tags.
 */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return listedTags(ifNoneMatch)?.map(withoutWeakness).includes(withoutWeakness(etag)) ?? false;
}
