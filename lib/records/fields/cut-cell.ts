import { CELL_MAX_LENGTH } from "../../limits";

/**
 * Marks a truncated text. No name ends like this, and an import refuses to read names from such a
 * cell.
 */
export const CUT_MARK = " […]";

/**
 * Truncates a text to the limit of an Excel cell; Excel reports a file with longer texts as
 * damaged.
 */
export const cutCell = (text: string): string =>
  text.length <= CELL_MAX_LENGTH ? text : text.slice(0, CELL_MAX_LENGTH - CUT_MARK.length).toWellFormed() + CUT_MARK;
