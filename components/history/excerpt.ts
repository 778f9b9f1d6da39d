/** Maximum length in characters of texts that are shown whole. */
const MAX_WHOLE_LENGTH = 180;
/** Number of characters shown before the first difference of the two texts. */
const CONTEXT_LENGTH = 60;

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * Returns an excerpt of a long text: its beginning, or the part where it starts to differ from
 * `other`.
 * @returns null for a text short enough to be shown whole
 */
export function excerptOf(text: string, other: string): string | null {
  if (text.length <= MAX_WHOLE_LENGTH) return null;
  const common = other === "" ? 0 : commonStart(text, other);
  const idealStart = common > MAX_WHOLE_LENGTH / 2 ? common - CONTEXT_LENGTH : 0;
  // Starts at a word, so that neither words nor surrogate pairs are split.
  const space = text.indexOf(" ", idealStart);
  const start = idealStart <= 0 ? 0 : space >= 0 && space < idealStart + CONTEXT_LENGTH ? space + 1 : idealStart;
  const end = start + MAX_WHOLE_LENGTH;
  const part = [...text.slice(start, end)].filter((character) => character.isWellFormed()).join("");
  return `${start > 0 ? "… " : ""}${part.trim()}${end < text.length ? " …" : ""}`;
}
