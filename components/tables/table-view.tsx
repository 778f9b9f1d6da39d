"use client";

import type { Header } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { RowCheckbox } from "./row-checkbox";
import { TableFrame } from "./table-frame";
import { SortLabel, sortControlClasses, type SortState } from "./table-head";
import type { TableInstance, TableModel } from "./table-model";
import { TableRow, type RowTexts } from "./table-row";
import { TableShell } from "./table-shell";

/** Row selection of a table. */
export type TableSelection<Row> = {
  isSelected: (row: Row) => boolean;
  /** @param range true to select the range from the row toggled before */
  onToggle: (row: Row, range: boolean) => void;
  /** Accessible name of a row's checkbox. */
  label: (row: Row) => string;
  page: { state: "none" | "some" | "all"; label: string; onToggle: () => void };
};

export type TableLooks<Row> = {
  /** Accessible name of the table. */
  caption: string;
  /** Returns the URL that a row opens; makes the whole row clickable and its first cell a link. */
  rowHref?: (row: Row) => string;
  /** Returns the buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** True if rows have a third button, for a menu. */
  hasRowMenu?: boolean;
  emptyText: string;
  emptyHint?: string;
  /** True while new rows are loading. */
  loading?: boolean;
  /**
   * Returns the texts below a row's name, and those that complete the name in the heading of its
   * card.
   */
  rowTexts?: (row: Row) => RowTexts;
  /** True for a lower row height. */
  dense?: boolean;
  selection?: TableSelection<Row>;
};

type TableViewProps<Row extends object> = TableLooks<Row> & { table: TableInstance<Row>; multiSort: boolean };

/** Draws a table whose rows and sort order are in the browser. */
export function TableView<Row extends object>({
  table,
  multiSort,
  rowHref,
  rowActions,
  hasRowMenu = false,
  loading = false,
  rowTexts,
  dense,
  selection,
  ...frame
}: TableViewProps<Row>) {
  const tableId = useId();
  const { sorting } = table.state;
  const sortOf = (id: string): SortState | undefined => {
    const sortIndex = sorting.findIndex((sort) => sort.id === id);
    const desc = sorting[sortIndex]?.desc;
    return desc === undefined ? undefined : { desc, ...(sorting.length > 1 && { place: sortIndex + 1 }) };
  };
  const headings = table.getHeaderGroups().flatMap(({ headers }) =>
    headers.map((header) => {
      const { id, columnDef } = header.column;
      const [label, sorted] = [columnDef.meta?.header ?? "", sortOf(id)];
      const control = header.column.getCanSort() && <SortButton {...{ header, label, sorted, multiSort }} />;
      const { share, minRem } = columnDef.meta ?? {};
      return { id, label, share, minRem, sorted, control: control || undefined };
    }),
  );
  return (
    <TableShell dense={dense} busy={loading}>
      <TableFrame
        {...frame}
        loading={loading}
        headings={headings}
        hasBoxes={selection !== undefined}
        hasActions={rowActions !== undefined}
        hasRowMenu={hasRowMenu}
        pageBox={
          selection && {
            label: selection.page.label,
            control: (
              <RowCheckbox
                label={selection.page.label}
                checked={selection.page.state === "all"}
                mixed={selection.page.state === "some"}
                onToggle={selection.page.onToggle}
              />
            ),
          }
        }
      >
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            nameId={`${tableId}-${row.id}`}
            href={rowHref?.(row.original)}
            actions={rowActions?.(row.original)}
            texts={rowTexts?.(row.original)}
            cells={row.getAllCells().map(({ column: { columnDef } }) => ({
              label: columnDef.meta?.header ?? "",
              lang: columnDef.meta?.lang,
              content: columnDef.meta?.content(row.original),
              isInCardHeading: columnDef.meta?.inCardHeading,
            }))}
            box={
              selection && (
                <RowCheckbox
                  label={selection.label(row.original)}
                  checked={selection.isSelected(row.original)}
                  onToggle={(range) => selection.onToggle(row.original, range)}
                />
              )
            }
          />
        ))}
      </TableFrame>
    </TableShell>
  );
}

type SortButtonProps<Row extends object> = {
  header: Header<TableModel, Row>;
  label: string;
  sorted: SortState | undefined;
  multiSort: boolean;
};

function SortButton<Row extends object>({ header, label, sorted, multiSort }: SortButtonProps<Row>) {
  const t = useTranslations("common");
  const toggle = header.column.getToggleSortingHandler();
  return (
    <button
      type="button"
      title={multiSort ? t("multi_sort_hint") : undefined}
      onClick={toggle}
      // Handles Ctrl with Enter or Space, for which browsers do not activate a button.
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        toggle?.(event);
      }}
      className={sortControlClasses(sorted)}
    >
      <SortLabel label={label} sorted={sorted} />
    </button>
  );
}
