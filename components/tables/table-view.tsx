"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyNote } from "@/components/ui/empty-note";
import { Skeleton } from "@/components/ui/skeleton";
import { TableHead } from "./table-head";
import type { TableInstance } from "./table-model";
import { useRowFocus } from "@/components/ui/row-focus";
import { TableRow, type RowTexts } from "./table-row";

export type TableLooks<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  /** The page that a row opens; makes the whole row clickable and its first cell a link. */
  rowHref?: (row: Row) => string;
  /** The buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  emptyText: string;
  emptyHint?: string;
  /** New rows are on their way: the old ones fade, or grey bars stand in for them. */
  loading?: boolean;
  /** What stands below a row's name, and what heads it as a card. */
  rowTexts?: (row: Row) => RowTexts;
  /** Low rows, of which more are in view. */
  dense?: boolean;
};

type TableViewProps<Row extends object> = TableLooks<Row> & { table: TableInstance<Row>; multiSort: boolean };

const SKELETON_ROWS = 5;
const MANY_COLUMNS = 4;

/**
 * The markup of every table. Without room for the columns each row becomes a card; the roles are spelled out because browsers drop a
 * table's meaning when its display changes.
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
}: TableViewProps<Row>) {
  const t = useTranslations("common");
  const rows = table.getRowModel().rows;
  const rowFocus = useRowFocus();
  const columns = table.getAllLeafColumns();
  const columnCount = columns.length + (rowActions ? 1 : 0);
  const shares = columns.map((column) => column.columnDef.meta?.share ?? 0);
  const isFixed = shares.every((share) => share > 0);
  const place = columnCount > MANY_COLUMNS ? "@container/wide-table" : "@container/table";

  return (
    <div className={clsx(place, "overflow-x-auto")}>
      <table
        role="table"
        aria-busy={loading || undefined}
        data-rows={dense ? "dense" : "comfortable"}
        className={clsx("w-full border-collapse text-left table-rows cards:block", isFixed && "table-fixed")}
      >
        <caption className="sr-only print:not-sr-only print:p-3 print:text-left print:text-xl print:font-semibold">
          {caption}
        </caption>
        {isFixed && <ColumnWidths shares={shares} hasActions={rowActions !== undefined} />}
        <TableHead table={table} multiSort={multiSort} actionsLabel={rowActions && t("actions")} />
        <tbody
          {...rowFocus}
          role="rowgroup"
          className={clsx("focus:outline-none cards:block", loading && "opacity-55 transition-opacity delay-150")}
        >
          {rows.map((row) => (
            <TableRow
              key={row.id}
              table={table}
              row={row}
              href={rowHref?.(row.original)}
              actions={rowActions?.(row.original)}
              texts={rowTexts?.(row.original) ?? {}}
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

/** Each column's part of the table's place, but for what the buttons take. */
function ColumnWidths({ shares, hasActions }: { shares: readonly number[]; hasActions: boolean }) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return (
    <colgroup className={clsx("cards:hidden", hasActions && "[--actions:5rem] print:[--actions:0rem]")}>
      {shares.map((share, index) => (
        <col key={index} style={{ width: `calc((100cqi - var(--actions, 0rem)) * ${share / total})` }} />
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
