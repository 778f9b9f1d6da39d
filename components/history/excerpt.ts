/** Texts up to this length are shown whole. */
const SHORT = 180;
/** So much of what two texts have in common stands before the first difference. */
const LEAD = 60;

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * What of a long text is worth showing at first: its beginning, or where it begins to differ from another.
 * @returns null for a text that is short enough to be shown whole
 */
export function excerptOf(text: string, other: string): string | null {
  if (text.length <= SHORT) return null;
  const common = other === "" ? 0 : commonStart(text, other);
  const wished = common > SHORT / 2 ? common - LEAD : 0;
  // From a word on, so that no word and no sign of two halves is cut.
  const space = text.indexOf(" ", wished);
  const start = wished <= 0 ? 0 : space >= 0 && space < wished + LEAD ? space + 1 : wished;
  const end = start + SHORT;
  const part = [...text.slice(start, end)].filter((sign) => sign.isWellFormed()).join("");
  return `${start > 0 ? "… " : ""}${part.trim()}${end < text.length ? " …" : ""}`;
}
