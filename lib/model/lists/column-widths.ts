/** The widths that a user can choose for a column instead of its default width. */
export const COLUMN_WIDTHS = ["narrow", "wide"] as const;
export type ColumnWidth = (typeof COLUMN_WIDTHS)[number];

/** The chosen widths of a list's columns, by name. */
export type ColumnWidths = Readonly<Record<string, ColumnWidth>>;

/**
 * The factors on the relative width of narrow and wide columns, and the minimum relative width,
 * which is enough for a day.
 */
const [NARROW, WIDE, LEAST] = [0.6, 1.6, 2];

/** Returns whether the width `narrow` would make a column with this relative width narrower. */
export const canBeNarrow = (share: number): boolean => share > LEAST;

/** Returns a column's relative width from its default share and the chosen width. */
export function shareOf(share: number, width: ColumnWidth | undefined): number {
  if (width === "wide") return share * WIDE;
  return width === "narrow" && canBeNarrow(share) ? Math.max(share * NARROW, LEAST) : share;
}
