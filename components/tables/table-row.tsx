"use client";

import type { Cell, Row as TableRowModel } from "@tanstack/react-table";
import clsx from "clsx";
import type { MouseEvent, ReactNode } from "react";
import { PendingLink } from "@/components/navigation/links";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import type { TableInstance, TableModel } from "./table-model";

type TableRowProps<Row extends object> = {
  table: TableInstance<Row>;
  row: TableRowModel<TableModel, Row>;
  href: string | undefined;
  actions: ReactNode;
};

/** The heading in front of a card's value; seen only, because the column headings name the cell already. */
const LABEL =
  "cards:before:w-28 cards:before:shrink-0 cards:before:pt-px cards:before:text-sm cards:before:text-ink-muted " +
  "cards:before:content-[attr(data-label)_/_'']";

/** A press on the row itself, not on something in it, and not the end of marking text. */
function isPlainPress(event: MouseEvent<HTMLTableRowElement>): boolean {
  const target = event.target as Element;
  if (target.closest("a, button, input, select, textarea, label, summary")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}

/** A row; on narrow screens a card with the first cell as its heading and the actions in its corner. */
export function TableRow<Row extends object>({ table, row, href, actions }: TableRowProps<Row>) {
  const { push } = usePendingNavigation();

  function open(event: MouseEvent<HTMLTableRowElement>) {
    if (!href || !isPlainPress(event)) return;
    if (event.ctrlKey || event.metaKey) window.open(href, "_blank", "noopener");
    else push(href);
  }

  return (
    <tr
      role="row"
      onClick={open}
      className={clsx(
        "group/row relative border-b border-line last:border-b-0 has-[.row-link:focus-visible]:bg-accent-soft",
        "cards:block cards:px-3 cards:py-2",
        href && "cursor-pointer hover:bg-accent-soft/65",
      )}
    >
      {row.getAllCells().map((cell, index) => {
        // The first cell says what the row is about, for those who hear the table.
        const [Cell, role] = index === 0 ? (["th", "rowheader"] as const) : (["td", "cell"] as const);
        return (
          <Cell
            key={cell.id}
            role={role}
            scope={index === 0 ? "row" : undefined}
            data-label={cell.column.columnDef.meta?.header}
            className={clsx(
              "px-2 py-1.75 text-left align-top font-normal hyphens-auto [hyphenate-limit-chars:14_5_5] cards:flex cards:gap-2 cards:px-0! cards:py-0.5",
              "first:pl-4 last:pr-4 has-[.cell-content:empty]:cards:hidden",
              index > 0 && LABEL,
              Boolean(actions) && "cards:first:pr-20!",
              cell.column.columnDef.meta?.className,
            )}
          >
            <CellContent table={table} cell={cell} isFirst={index === 0} href={href} />
          </Cell>
        );
      })}
      {actions && (
        <td
          role="cell"
          className="w-px px-2 py-1 text-right align-top whitespace-nowrap print:hidden cards:absolute cards:top-1 cards:right-1 cards:w-auto cards:p-0"
        >
          <span className="inline-flex gap-0.5">{actions}</span>
        </td>
      )}
    </tr>
  );
}

type CellContentProps<Row extends object> = {
  table: TableInstance<Row>;
  cell: Cell<TableModel, Row>;
  isFirst: boolean;
  href: string | undefined;
};

function CellContent<Row extends object>({ table, cell, isFirst, href }: CellContentProps<Row>) {
  const content = <table.FlexRender cell={cell} />;
  if (isFirst && href) {
    return (
      <PendingLink
        href={href}
        className="row-link cell-content font-semibold underline-offset-2 group-hover/row:underline cards:text-lg cards:leading-snug"
      >
        {content}
      </PendingLink>
    );
  }
  return <span className={clsx("cell-content min-w-0", isFirst && "font-semibold")}>{content}</span>;
}
