/**
 * The page indexes that get a link of their own: a window of `size` pages around the current one, pushed inwards at the ends.
 * @param page index of the current page, from 0
 */
export function pageWindow(page: number, pageCount: number, size: number): number[] {
  const length = Math.min(size, Math.max(pageCount, 1));
  const first = Math.min(Math.max(page - Math.floor(size / 2), 0), Math.max(pageCount, 1) - length);
  return Array.from({ length }, (_, index) => first + index);
}
