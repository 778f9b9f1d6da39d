"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { EmptyNote } from "@/components/ui/empty-note";
import { Skeleton } from "@/components/ui/skeleton";
import { TableHead } from "./table-head";
import type { TableInstance } from "./table-model";
import { useRowFocus } from "@/components/ui/row-focus";
import { TableRow, type RowTexts } from "./table-row";

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
  emptyText: string;
  emptyHint?: string;
  /**
   * True while new rows are loading: the old rows fade or, if there are none, skeletons are shown.
   */
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

const SKELETON_ROWS = 5;
const MANY_COLUMNS = 4;
/**
 * If the columns' shares add up to more, each column gets a fixed width and the table scrolls
 * horizontally.
 */
const MAX_SHARES = 20;
const REM_PER_SHARE = 3.2;

/**
 * Markup of all tables. In narrow containers each row becomes a card. Roles are explicit, because
 * browsers drop table semantics when CSS changes `display`.
 */
export function TableView<Row extends object>({
  table,
  multiSort,
  caption,
  rowHref,
  rowActions,
  emptyText,
  emptyHint,
  loading = false,
  rowTexts,
  dense = false,
  selection,
}: TableViewProps<Row>) {
  const t = useTranslations("common");
  const rows = table.getRowModel().rows;
  const rowFocus = useRowFocus();
  const columns = table.getAllLeafColumns();
  const columnCount = columns.length + (rowActions ? 1 : 0) + (selection ? 1 : 0);
  const shares = columns.map((column) => column.columnDef.meta?.share ?? 0);
  const isFixed = shares.every((share) => share > 0);
  const wanted = shares.reduce((sum, share) => sum + share, 0);
  const isWide = isFixed && wanted > MAX_SHARES;
  const place = columnCount > MANY_COLUMNS ? "@container/wide-table" : "@container/table";

  return (
    <div
      // A scrollable region must be reachable by keyboard.
      {...(isWide && { tabIndex: 0, role: "region", "aria-label": caption })}
      className={clsx(
        place,
        isWide
          ? "overflow-auto print:overflow-visible lg:tall:max-h-[calc(100dvh-6rem)]"
          : isFixed
            ? "overflow-x-clip"
            : "overflow-x-auto",
      )}
    >
      <table
        role="table"
        aria-busy={loading || undefined}
        data-rows={dense ? "dense" : "comfortable"}
        data-wide={isWide || undefined}
        style={isWide ? ({ "--table-width": `${wanted * REM_PER_SHARE}rem` } as CSSProperties) : undefined}
        className={clsx(
          "w-full border-collapse text-left table-rows cards:block",
          isFixed && "table-fixed",
          isWide && "print:min-w-0! table-cells:min-w-(--table-width)",
          selection && "[--name-left:0.5rem] [--select:2.75rem] print:[--name-left:1rem] print:[--select:0rem]",
        )}
      >
        <caption className="sr-only print:not-sr-only print:p-3 print:text-left print:text-xl print:font-semibold">
          {caption}
        </caption>
        {isFixed && (
          <ColumnWidths shares={shares} hasActions={rowActions !== undefined} hasBoxes={selection !== undefined} />
        )}
        <TableHead
          table={table}
          multiSort={multiSort}
          page={rows.length > 0 ? selection?.page : undefined}
          hasBoxes={selection !== undefined}
          actionsLabel={rowActions && t("actions")}
        />
        <tbody
          {...rowFocus}
          role="rowgroup"
          className={clsx("focus:outline-none cards:block", loading && "cursor-progress")}
        >
          {rows.map((row) => (
            <TableRow
              key={row.id}
              table={table}
              row={row}
              href={rowHref?.(row.original)}
              actions={rowActions?.(row.original)}
              texts={rowTexts?.(row.original) ?? {}}
              box={
                selection && {
                  label: selection.label(row.original),
                  checked: selection.isSelected(row.original),
                  onToggle: (range) => selection.onToggle(row.original, range),
                }
              }
            />
          ))}
          {rows.length === 0 && (
            <tr role="row" className="cards:block">
              <td role="cell" colSpan={columnCount} className="cards:block">
                {loading ? <LoadingRows text={t("loading")} /> : <EmptyNote text={emptyText} hint={emptyHint} />}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

type ColumnWidthsProps = { shares: readonly number[]; hasActions: boolean; hasBoxes: boolean };

/**
 * Sets column widths in proportion to `shares`, within the width that the checkbox and action
 * columns leave.
 */
function ColumnWidths({ shares, hasActions, hasBoxes }: ColumnWidthsProps) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return (
    <colgroup className={clsx("cards:hidden", hasActions && "[--actions:5rem] print:[--actions:0rem]")}>
      {hasBoxes && <col className="w-(--select)" />}
      {shares.map((share, index) => (
        <col
          key={index}
          style={{
            width: `calc((max(100cqi, var(--table-width, 0rem)) - var(--actions, 0rem) - var(--select, 0rem)) * ${share / total})`,
          }}
        />
      ))}
      {hasActions && <col className="w-(--actions)" />}
    </colgroup>
  );
}

function LoadingRows({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-4 px-4 py-4">
      <span className="sr-only">{text}</span>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} className="h-4 w-full" />
      ))}
    </div>
  );
}
