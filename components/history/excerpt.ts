/** Maximum length in characters of texts that are shown whole. */
const SHORT = 180;
/** Number of characters shown before the first difference of the two texts. */
const LEAD = 60;

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
  if (text.length <= SHORT) return null;
  const common = other === "" ? 0 : commonStart(text, other);
  const wished = common > SHORT / 2 ? common - LEAD : 0;
  // Starts at a word, so that neither words nor surrogate pairs are split.
  const space = text.indexOf(" ", wished);
  const start = wished <= 0 ? 0 : space >= 0 && space < wished + LEAD ? space + 1 : wished;
  const end = start + SHORT;
  const part = [...text.slice(start, end)].filter((sign) => sign.isWellFormed()).join("");
  return `${start > 0 ? "… " : ""}${part.trim()}${end < text.length ? " …" : ""}`;
}
