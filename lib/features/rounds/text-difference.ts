/** A text in three parts, of which only the middle one differs from the other text. */
export type MarkedText = { before: string; marked: string; after: string };

const piecesOf = (text: string) => text.split(/(?<=[\s,;/]+)(?=[^\s,;/])/);

/**
 * Finds where two texts differ: compares word by word from both ends.
 * @returns both texts with the part that the other one does not have
 */
export function textDifference(old: string, now: string): { old: MarkedText; now: MarkedText } {
  const [oldPieces, nowPieces] = [piecesOf(old), piecesOf(now)];
  const shorterLength = Math.min(oldPieces.length, nowPieces.length);
  let start = 0;
  while (start < shorterLength && oldPieces[start] === nowPieces[start]) start++;
  let end = 0;
  while (end < shorterLength - start && oldPieces.at(-1 - end) === nowPieces.at(-1 - end)) end++;
  const marked = (pieces: readonly string[]): MarkedText => ({
    before: pieces.slice(0, start).join(""),
    marked: pieces.slice(start, pieces.length - end).join(""),
    after: pieces.slice(pieces.length - end).join(""),
  });
  return { old: marked(oldPieces), now: marked(nowPieces) };
}

/** Maximum length in characters of each of the three parts of a text that is shown whole. */
const PART_MAX = 160;
/** Number of characters shown beside the part that differs. */
const CONTEXT_MAX = 50;

/** Returns the end of a text, beginning with a word. */
function endOf(text: string): string {
  if (text.length <= CONTEXT_MAX) return text;
  const start = text.indexOf(" ", text.length - CONTEXT_MAX);
  return `… ${start < 0 ? "" : text.slice(start + 1)}`;
}

/** Returns the beginning of a text, up to the end of a word. */
function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(" ", length);
  const part = text.slice(0, end <= 0 ? length : end);
  // A surrogate pair is not split.
  return `${part.isWellFormed() ? part : part.slice(0, -1)} …`;
}

/** Shortens a long text to the part that differs; returns null for a text short enough to be shown whole. */
export function shortenedText({ before, marked, after }: MarkedText): MarkedText | null {
  if ([before, marked, after].every(({ length }) => length <= PART_MAX)) return null;
  return { before: endOf(before), marked: beginningOf(marked, PART_MAX), after: beginningOf(after, CONTEXT_MAX) };
}
