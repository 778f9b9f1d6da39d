/** A text in three parts, of which only the middle one differs from the other text. */
export type MarkedText = { before: string; marked: string; after: string };

const piecesOf = (text: string) => text.split(/(?<=[\s,;/]+)(?=[^\s,;/])/);

/**
 * Finds where two texts differ: compares word by word from both ends.
 * @returns both texts with the part that the other one does not have
 */
export function textDifference(old: string, now: string): { old: MarkedText; now: MarkedText } {
  const [oldPieces, nowPieces] = [piecesOf(old), piecesOf(now)];
  const most = Math.min(oldPieces.length, nowPieces.length);
  let start = 0;
  while (start < most && oldPieces[start] === nowPieces[start]) start++;
  let end = 0;
  while (end < most - start && oldPieces.at(-1 - end) === nowPieces.at(-1 - end)) end++;
  const marked = (pieces: readonly string[]): MarkedText => ({
    before: pieces.slice(0, start).join(""),
    marked: pieces.slice(start, pieces.length - end).join(""),
    after: pieces.slice(pieces.length - end).join(""),
  });
  return { old: marked(oldPieces), now: marked(nowPieces) };
}
