import { useState } from "react";
import type { TableSelection } from "./table-view";

/**
 * Returns the selected keys after a click on the checkbox of row `id`. With `from`, the click
 * toggles the range from that row.
 */
export function selectionAfter(
  page: readonly number[],
  ticked: readonly number[],
  { id, from }: { id: number; from: number | null },
): number[] {
  const start = from === null ? -1 : page.indexOf(from);
  const end = page.indexOf(id);
  const range = start < 0 ? [id] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
  return ticked.includes(id) ? ticked.filter((one) => !range.includes(one)) : [...ticked, ...range];
}

/** Returns the selected keys after a click on the checkbox that selects all rows of a page. */
export const selectionAfterPage = (page: readonly number[], ticked: readonly number[]): number[] =>
  page.every((id) => ticked.includes(id)) ? ticked.filter((id) => !page.includes(id)) : [...ticked, ...page];

/** Returns "none", "some" or "all", according to how many rows of a page are selected. */
export function selectionOfPage(page: readonly number[], isTicked: (id: number) => boolean): "none" | "some" | "all" {
  const count = page.filter(isTicked).length;
  if (count === 0) return "none";
  return count < page.length ? "some" : "all";
}

type SelectionLabels<Row> = { row: (row: Row) => string; page: string };

/** Row selection of a table that manages its pages itself. */
export type RowSelection<Row> = {
  ids: ReadonlySet<number>;
  clear: () => void;
  /** @param page the rows of the current page */
  on: (page: readonly Row[]) => TableSelection<Row>;
};

/** Stores the keys of selected rows, so that the selection survives a change of the page. */
export function useRowSelection<Row>(keyOf: (row: Row) => number, labels: SelectionLabels<Row>): RowSelection<Row> {
  const [{ ids, last }, set] = useState<{ ids: ReadonlySet<number>; last: number | null }>({
    ids: new Set(),
    last: null,
  });
  const select = (next: readonly number[], from: number | null = null) => set({ ids: new Set(next), last: from });
  return {
    ids,
    clear: () => select([]),
    on: (rows) => {
      const page = rows.map(keyOf);
      return {
        isSelected: (row) => ids.has(keyOf(row)),
        onToggle: (row, range) =>
          select(selectionAfter(page, [...ids], { id: keyOf(row), from: range ? last : null }), keyOf(row)),
        label: labels.row,
        page: {
          state: selectionOfPage(page, (id) => ids.has(id)),
          label: labels.page,
          onToggle: () => select(selectionAfterPage(page, [...ids])),
        },
      };
    },
  };
}
