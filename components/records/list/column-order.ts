import { COLUMN_WIDTHS, type ColumnWidths } from "@/lib/records/lists/column-widths";

/** The columns of a list while somebody chooses: those that are shown, in their order, before those that could be. */
export type ColumnChoice = { shown: readonly string[]; hidden: readonly string[] };

/** @param all every column there is, in the order in which they are offered */
export const choiceOf = (all: readonly string[], shown: readonly string[]): ColumnChoice => ({
  shown,
  hidden: all.filter((name) => !shown.includes(name)),
});

/** Shows a column as the last one, or hides it; the first one names the rows and stays. */
export function toggleColumn(all: readonly string[], { shown }: ColumnChoice, name: string): ColumnChoice {
  if (shown[0] === name) return choiceOf(all, shown);
  const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];
  return choiceOf(all, next);
}

/** Moves a column by one place, but never before the first one. */
export function moveColumn(all: readonly string[], { shown }: ColumnChoice, name: string, by: -1 | 1): ColumnChoice {
  const from = shown.indexOf(name);
  const to = from + by;
  if (from < 1 || to < 1 || to >= shown.length) return choiceOf(all, shown);
  return choiceOf(all, shown.toSpliced(from, 1).toSpliced(to, 0, name));
}

/** The widths after a column was told another one; what is none makes it as wide as usual. */
export function withWidth(widths: ColumnWidths, name: string, chosen: string): ColumnWidths {
  const others = Object.entries(widths).filter(([other]) => other !== name);
  const told = COLUMN_WIDTHS.find((width) => width === chosen);
  return Object.fromEntries(told ? [...others, [name, told]] : others);
}

/** The widths of those columns that are shown; the others are forgotten. */
export const widthsOf = ({ shown }: ColumnChoice, widths: ColumnWidths): ColumnWidths =>
  Object.fromEntries(Object.entries(widths).filter(([name]) => shown.includes(name)));
