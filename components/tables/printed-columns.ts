/** Minimum number of columns for which a list is printed on landscape pages. */
export const LANDSCAPE_COLUMNS = 4;
/** Minimum number of columns for which a table is printed in a smaller font. */
export const SMALL_PRINT_COLUMNS = 8;
