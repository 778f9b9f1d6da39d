/** A version as the entity tag of a record (contract §8). */
export const etagOf = (version: number) => `"${version}"`;

/** The entity tags of a header such as `"3", W/"4"`; null where it is none of that form (RFC 9110 §13.1.1). */
function listedTags(header: string): string[] | null {
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.every((tag) => /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag)) ? tags : null;
}

/**
 * Whether an `If-Match` lets a change of this version pass: `*`, its strong tag, or a list that holds it. A weak tag
 * never does.
 */
export function isCurrent(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === "*") return true;
  return listedTags(ifMatch)?.includes(etagOf(version)) ?? false;
}
