import { CELL_MAX_LENGTH } from "../limits";

/**
 * The end of a truncated cell. No name ends with this mark, so an import detects truncated lists of
 * names and rejects them.
 */
export const CUT_MARK = " […]";

/**
 * Truncates a text to the maximum length of an Excel cell. Excel reports files with longer texts as
 * damaged.
 */
export const cutCell = (text: string): string =>
  text.length <= CELL_MAX_LENGTH ? text : text.slice(0, CELL_MAX_LENGTH - CUT_MARK.length).toWellFormed() + CUT_MARK;
