import { CELL_MAX_LENGTH } from "../../limits";

/** Ends a text that was cut. No name ends so, and an import refuses to read names from such a cell. */
export const CUT_MARK = " […]";

/** A text that fits into a cell of Excel, which takes a file with a longer one for damaged. */
export const cutCell = (text: string): string =>
  text.length <= CELL_MAX_LENGTH ? text : text.slice(0, CELL_MAX_LENGTH - CUT_MARK.length).toWellFormed() + CUT_MARK;
