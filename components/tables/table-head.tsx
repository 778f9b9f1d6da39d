import clsx from "clsx";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { ROW_PARTS } from "@/components/ui/rows/row-parts";

/** How a table is sorted by a column; `place` is the column's place among several, from 1. */
export type SortState = { desc: boolean; place?: number };

/** A column heading: its label or, if the column can be sorted, a link or button with `SortLabel`. */
export type TableHeading = {
  id: string;
  label: string;
  /** Relative width. If every column has a share, the widths do not depend on the content. */
  share?: number;
  /** Minimum width in rem. */
  minRem?: number;
  sorted?: SortState;
  /** Sorts the table by the column. */
  control?: ReactNode;
};

export type PageBox = { label: string; control: ReactNode };

type TableHeadProps = {
  headings: readonly TableHeading[];
  /** The checkbox that selects all rows of the page, and its label. */
  pageBox: PageBox | undefined;
  hasBoxes: boolean;
  actionsLabel: string | false;
};

/**
 * Column headings; those of sortable columns contain a control. On narrow screens only the controls
 * are shown, in a line above the cards.
 */
export function TableHead({ headings, pageBox, hasBoxes, actionsLabel }: TableHeadProps) {
  const hasControls = headings.some(({ control }) => control !== undefined);
  return (
    <thead
      role="rowgroup"
      className={clsx(
        "cards:block table-cells:sticky table-cells:top-0 table-cells:z-10",
        !hasControls && !pageBox && "cards:sr-only",
      )}
    >
      <tr role="row" className="heading-row">
        {hasBoxes && !pageBox && <td role="gridcell" className={clsx(ROW_PARTS.box, "cards:hidden")} />}
        {pageBox && (
          <td
            role="gridcell"
            aria-label={pageBox.label}
            className={clsx(ROW_PARTS.box, "py-1 pl-2 align-bottom cards:p-0")}
          >
            {pageBox.control}
          </td>
        )}
        {headings.map(({ id, label, sorted, control }) => (
          <th
            key={id}
            role="columnheader"
            scope="col"
            aria-sort={sorted && (sorted.desc ? "descending" : "ascending")}
            className={control === undefined ? "cards:sr-only" : undefined}
          >
            {control ?? <span className="inline-flex min-h-8 max-w-full items-center">{label}</span>}
          </th>
        ))}
        {actionsLabel && (
          <th role="columnheader" scope="col" className={clsx(ROW_PARTS.actions, "w-px cards:sr-only")}>
            <span className="sr-only">{actionsLabel}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Returns the classes of the link or button in the heading of a sortable column. */
export const sortControlClasses = (sorted: SortState | undefined) =>
  sorted ? "sort-control text-ink" : "sort-control";

/** Content of the link or button in the heading of a sortable column. */
export function SortLabel({ label, sorted }: { label: string; sorted: SortState | undefined }) {
  const icon = sorted === undefined ? "icon-arrow-up-down" : sorted.desc ? "icon-arrow-down" : "icon-arrow-up";
  return (
    <>
      <span className="min-w-0">{label}</span>
      <Icon name={icon} />
      {sorted?.place !== undefined && <span className="tabular text-xs">{sorted.place}</span>}
    </>
  );
}
