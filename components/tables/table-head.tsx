"use client";

import type { Header } from "@tanstack/react-table";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { RowCheckbox } from "./row-checkbox";
import type { TableInstance, TableModel } from "./table-model";

type TableHeadProps<Row extends object> = {
  table: TableInstance<Row>;
  multiSort: boolean;
  actionsLabel?: string | false;
  /** Checkbox that selects all rows of the page. */
  page?: { state: "none" | "some" | "all"; label: string; onToggle: () => void };
  /**
   * True if rows have checkboxes. The column of the checkboxes exists even if there are no rows.
   */
  hasBoxes?: boolean;
};

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/**
 * Column headings; those of sortable columns are buttons. On narrow screens only the buttons are
 * shown, in a line above the cards.
 */
export function TableHead<Row extends object>({
  table,
  multiSort,
  actionsLabel,
  page,
  hasBoxes = false,
}: TableHeadProps<Row>) {
  const t = useTranslations("common");
  const sorting = table.state.sorting;
  const sortable = table.getAllLeafColumns().some((column) => column.getCanSort());
  return (
    <thead
      role="rowgroup"
      className={clsx(
        "print:static! cards:block table-cells:sticky table-cells:top-0 table-cells:z-10",
        !sortable && !page && "cards:sr-only",
      )}
    >
      {table.getHeaderGroups().map((group) => (
        <tr
          key={group.id}
          role="row"
          className="bg-surface cards:flex cards:flex-wrap cards:items-center cards:gap-x-1 cards:border-b cards:border-line-strong/60 cards:px-2 cards:py-1 table-cells:head-line"
        >
          {hasBoxes && !page && <td role="cell" className="print:hidden cards:hidden" />}
          {page && (
            <td
              role="cell"
              aria-label={page.label}
              className="stays-left py-1 pl-2 align-bottom print:hidden cards:p-0"
            >
              <RowCheckbox
                label={page.label}
                checked={page.state === "all"}
                mixed={page.state === "some"}
                onToggle={page.onToggle}
              />
            </td>
          )}
          {group.headers.map((header) => {
            const direction = sorting.find((sort) => sort.id === header.column.id);
            const can = header.column.getCanSort();
            const isFirst = header.index === 0;
            return (
              <th
                key={header.id}
                role="columnheader"
                scope="col"
                aria-sort={direction ? ARIA_SORT[direction.desc ? "desc" : "asc"] : undefined}
                className={clsx(
                  "px-2 py-1 align-bottom text-sm font-semibold hyphens-auto text-ink-muted first:pl-4 cards:p-0!",
                  !can && "cards:sr-only",
                  isFirst && (page ? "stays-beside-box" : "stays-left"),
                )}
              >
                {can ? (
                  <SortButton
                    header={header}
                    desc={direction?.desc}
                    order={sorting.length > 1 ? sorting.findIndex((sort) => sort.id === header.column.id) + 1 : 0}
                    hint={multiSort ? t("multi_sort_hint") : undefined}
                  />
                ) : (
                  <span className="inline-flex min-h-8 items-center">
                    <table.FlexRender header={header} />
                  </span>
                )}
              </th>
            );
          })}
          {actionsLabel && (
            <th role="columnheader" scope="col" className="w-px cards:sr-only">
              <span className="sr-only">{actionsLabel}</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  );
}

type SortButtonProps<Row extends object> = {
  header: Header<TableModel, Row>;
  /** True for descending order; undefined if the table is not sorted by this column. */
  desc: boolean | undefined;
  /** Position of the column among several sort columns, from 1; 0 if there are not several. */
  order: number;
  hint: string | undefined;
};

function SortButton<Row extends object>({ header, desc, order, hint }: SortButtonProps<Row>) {
  const toggle = header.column.getToggleSortingHandler();
  const icon = desc === undefined ? "icon-arrow-up-down" : desc ? "icon-arrow-down" : "icon-arrow-up";
  return (
    <button
      type="button"
      title={hint}
      onClick={toggle}
      // Handles Ctrl with Enter or Space, for which browsers do not activate a button.
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        toggle?.(event);
      }}
      className={clsx(
        "group/sort -mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-md px-1.5 text-left font-semibold hover:bg-sunken hover:text-ink cards:mx-0",
        desc !== undefined && "text-ink",
      )}
    >
      {header.column.columnDef.meta?.header}
      <Icon name={icon} className={clsx("size-3.5", desc === undefined && "opacity-40 group-hover/sort:opacity-100")} />
      {order > 0 && <span className="tabular text-xs">{order}</span>}
    </button>
  );
}
