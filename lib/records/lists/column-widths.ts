/** What a column can be told to be; one that is told nothing has its usual width. */
export const COLUMN_WIDTHS = ["narrow", "wide"] as const;
export type ColumnWidth = (typeof COLUMN_WIDTHS)[number];

/** What a list's columns were told, by their names. */
export type ColumnWidths = Readonly<Record<string, ColumnWidth>>;

/** By what a column's part of a table's width is multiplied, and what a day needs, which nothing is narrower than. */
const [NARROW, WIDE, LEAST] = [0.6, 1.6, 2];

/** Whether a column of such a share can be narrower. */
export const canBeNarrow = (share: number): boolean => share > LEAST;

/** The part of a table's width that a column has, of what it usually has. */
export function shareOf(share: number, width: ColumnWidth | undefined): number {
  if (width === "wide") return share * WIDE;
  return width === "narrow" && canBeNarrow(share) ? Math.max(share * NARROW, LEAST) : share;
}
