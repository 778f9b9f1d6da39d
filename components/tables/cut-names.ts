import { ROW_PARTS } from "@/components/ui/rows/row-parts";

/** Returns the number of names that a piece stands for: one, or those that are only counted (`+28`). */
const namesIn = (piece: HTMLElement) => Number(/^\+(\d+)$/.exec(piece.textContent ?? "")?.[1] ?? 1);

/** Room in pixels for the number of names that a cell has no room for. */
const MORE_PX = 30;

/** The names of a cell, and the edges that they must not pass. */
type Measured = { cell: HTMLElement; pieces: readonly HTMLElement[]; shown: number; isTight: boolean };

/** Returns how many names a cell shows in full; those after it would be cut. */
function measure(cell: HTMLElement, pieces: readonly HTMLElement[]): Measured {
  const { right, bottom } = cell.getBoundingClientRect();
  const ends = pieces.map((piece) => [...piece.getClientRects()].at(-1));
  const firstHidden = ends.findIndex((end) => end === undefined || end.bottom > bottom + 1);
  if (firstHidden < 0) return { cell, pieces, shown: pieces.length, isTight: false };
  let shown = firstHidden;
  const isRoomAfter = (count: number) => (ends[count - 1]?.right ?? right) + MORE_PX <= right;
  while (shown > 1 && !isRoomAfter(shown)) shown--;
  return { cell, pieces, shown: Math.max(shown, 1), isTight: shown === 0 || !isRoomAfter(1) };
}

/**
 * Truncates the names in table cells to those for which a cell has room, and shows the number of the
 * others (`+3`). They stay in the document, to be copied and read aloud. Called again whenever the
 * width changes.
 */
export function cutNames(table: ParentNode): void {
  const cells = [...table.querySelectorAll<HTMLElement>(`.${ROW_PARTS.line} > td > span:has(> .name-piece)`)];
  const pieces = cells.map((cell) => [...cell.querySelectorAll<HTMLElement>(":scope > .name-piece")]);
  // All writes come before or after all reads, so that the browser computes the layout only once.
  for (const cell of cells) cell.classList.remove("is-tight");
  for (const cell of cells) delete cell.dataset.more;
  for (const piece of pieces.flat()) piece.classList.remove("is-cut");
  const measured = cells.map((cell, index) => measure(cell, pieces[index] ?? []));
  for (const { cell, pieces, shown, isTight } of measured) {
    if (shown === pieces.length) continue;
    const cut = pieces.slice(shown);
    cell.dataset.more = `+${cut.reduce((sum, piece) => sum + namesIn(piece), 0)}`;
    cell.classList.toggle("is-tight", isTight && shown === 1);
    for (const piece of cut) piece.classList.add("is-cut");
  }
}
