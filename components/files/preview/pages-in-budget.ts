/** Pixels of one canvas; phones refuse larger ones. */
export const MAX_CANVAS_PIXELS = 8_000_000;
/** Pixels of all canvases together, of four bytes each. */
const MAX_PIXELS = 40_000_000;
const MAX_PAGES = 24;

/**
 * Returns the pages to draw: those of `candidates` that are next to `current`, as far as their canvases
 * have not too many pixels together, and always `current`.
 * @param pixelsOf the pixels of a page's canvas
 */
export function pagesInBudget(
  candidates: Iterable<number>,
  current: number,
  pixelsOf: (page: number) => number,
): ReadonlySet<number> {
  const distance = (page: number) => Math.abs(page - current);
  const drawn = new Set<number>();
  let pixels = 0;
  for (const page of [...candidates].sort((a, b) => distance(a) - distance(b))) {
    pixels += Math.min(pixelsOf(page), MAX_CANVAS_PIXELS);
    if (drawn.size > 0 && (pixels > MAX_PIXELS || drawn.size >= MAX_PAGES)) break;
    drawn.add(page);
  }
  return drawn;
}
