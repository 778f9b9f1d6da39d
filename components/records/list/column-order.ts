import { COLUMN_WIDTHS, type ColumnWidths } from "@/lib/model/lists/column-widths";

/** State of the column dialog: shown columns in their order, and the hidden ones. */
export type ColumnChoice = { shown: readonly string[]; hidden: readonly string[] };

/** Builds the state of the dialog. @param all every available column in default order */
export const columnChoiceOf = (all: readonly string[], shown: readonly string[]): ColumnChoice => ({
  shown,
  hidden: all.filter((name) => !shown.includes(name)),
});

/**
 * Shows a hidden column in last position, or hides a shown one. The first column identifies the
 * rows and cannot be hidden.
 */
export function toggleColumn(all: readonly string[], { shown }: ColumnChoice, name: string): ColumnChoice {
  if (shown[0] === name) return columnChoiceOf(all, shown);
  const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];
  return columnChoiceOf(all, next);
}

/** Moves a column by one position; the first column stays first. */
export function moveColumn(all: readonly string[], { shown }: ColumnChoice, name: string, by: -1 | 1): ColumnChoice {
  const from = shown.indexOf(name);
  const to = from + by;
  if (from < 1 || to < 1 || to >= shown.length) return columnChoiceOf(all, shown);
  return columnChoiceOf(all, shown.toSpliced(from, 1).toSpliced(to, 0, name));
}

/**
 * Sets a column's width; a value that is not in `COLUMN_WIDTHS` resets the column to its usual
 * width.
 */
export function withWidth(widths: ColumnWidths, name: string, chosen: string): ColumnWidths {
  const others = Object.entries(widths).filter(([other]) => other !== name);
  const newWidth = COLUMN_WIDTHS.find((width) => width === chosen);
  return Object.fromEntries(newWidth ? [...others, [name, newWidth]] : others);
}

/** Returns the widths without those of hidden columns. */
export const widthsOf = ({ shown }: ColumnChoice, widths: ColumnWidths): ColumnWidths =>
  Object.fromEntries(Object.entries(widths).filter(([name]) => shown.includes(name)));
