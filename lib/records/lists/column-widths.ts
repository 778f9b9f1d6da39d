/** The widths that a user can choose for a column; without a choice it has its default width. */
export const COLUMN_WIDTHS = ["narrow", "wide"] as const;
export type ColumnWidth = (typeof COLUMN_WIDTHS)[number];

/** The chosen widths of a list's columns, by name. */
export type ColumnWidths = Readonly<Record<string, ColumnWidth>>;

/** Factors of narrow and wide columns, and the minimum share, which a day needs. */
const [NARROW, WIDE, LEAST] = [0.6, 1.6, 2];

/** Returns whether a column with this share can be narrower. */
export const canBeNarrow = (share: number): boolean => share > LEAST;

/** Returns a column's relative width from its default share and the chosen width. */
export function shareOf(share: number, width: ColumnWidth | undefined): number {
  if (width === "wide") return share * WIDE;
  return width === "narrow" && canBeNarrow(share) ? Math.max(share * NARROW, LEAST) : share;
}
