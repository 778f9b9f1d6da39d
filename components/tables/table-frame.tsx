import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { EmptyNote } from "@/components/ui/empty-note";
import { Skeleton } from "@/components/ui/skeleton";
import { maxOf } from "@/lib/model/pure/long-lists";
import { LANDSCAPE_COLUMNS, SMALL_PRINT_COLUMNS } from "./printed-columns";
import { TableHead, type PageBox, type TableHeading } from "./table-head";

type TableFrameProps = {
  /** Accessible name of the table. */
  caption: string;
  headings: readonly TableHeading[];
  /** Checkbox that selects all rows of the page. */
  pageBox?: PageBox;
  /** True if rows have checkboxes. Their column exists even if there are no rows. */
  hasBoxes?: boolean;
  hasActions?: boolean;
  /** True if the actions of a row contain a menu. */
  hasRowMenu?: boolean;
  emptyText: string;
  emptyHint?: string;
  /** True while the first rows are loading: skeletons are shown. */
  loading?: boolean;
  /** The rows, `TableRow`. */
  children: readonly ReactNode[];
};

const SKELETON_ROWS = 5;
/** Rem that the first column needs at least, and those of checkboxes and actions. */
const [FIRST_MIN_REM, BOX_REM, ACTIONS_REM, MENU_REM] = [7, 2.75, 5, 2.125];
/** Rem that columns may need in containers in which rows become cards (globals.css). */
const [NARROW_REM, WIDE_REM, WIDEST_REM] = [36, 46, 56];
/**
 * If the columns' shares add up to more, or they need more room than tables have before their rows
 * become cards, each column gets a fixed width and the table scrolls horizontally.
 */
const MAX_SHARES = 20;
const REM_PER_SHARE = 3.2;

/**
 * Returns the minimum width of a column in rem: that of its content, and of the longest word of its
 * heading with the sort button.
 */
function leastRem({ label, control, minRem = 0 }: TableHeading): number {
  const letters = maxOf(
    label.split(" ").map(({ length }) => length),
    0,
  );
  return Math.max(minRem, letters / 2 + (control ? 2.25 : 1));
}

/**
 * Returns the least width of the columns in rem at which the first one, which takes the rest, has its
 * minimum beside the shares of the others.
 */
function leastColumnsRem([first, ...others]: readonly TableHeading[], totalShare: number): number {
  const firstRem = Math.max(FIRST_MIN_REM, first ? leastRem(first) : 0);
  const othersRem = (rem: number) =>
    others.reduce(
      (sum, heading) => sum + Math.max(leastRem(heading), (rem * (heading.share ?? 0)) / Math.max(totalShare, 1)),
      0,
    );
  let rem = firstRem + othersRem(0);
  while (rem < MAX_SHARES * REM_PER_SHARE && rem - othersRem(rem) < firstRem) rem += 1;
  return rem;
}

/**
 * Markup of all tables, drawn by the server or in the browser. In narrow containers each row becomes
 * a card. Roles are explicit, because browsers drop table semantics when CSS changes `display`.
 */
export function TableFrame({
  caption,
  headings,
  pageBox,
  hasBoxes = false,
  hasActions = false,
  hasRowMenu = false,
  emptyText,
  emptyHint,
  loading = false,
  children,
}: TableFrameProps) {
  const t = useTranslations("common");
  const columnCount = headings.length + (hasActions ? 1 : 0) + (hasBoxes ? 1 : 0);
  const shares = headings.map(({ share = 0 }) => share);
  const isFixed = shares.every((share) => share > 0);
  const totalShare = shares.reduce((sum, share) => sum + share, 0);
  const minTableRem =
    leastColumnsRem(headings, totalShare) +
    (hasBoxes ? BOX_REM : 0) +
    (hasActions ? ACTIONS_REM : 0) +
    (hasRowMenu ? MENU_REM : 0);
  // Rows with a menu become cards before their columns have too little room.
  const needsScrolling = totalShare > MAX_SHARES || (minTableRem > WIDEST_REM && !hasRowMenu);
  const isWide = isFixed && needsScrolling;
  const widthRem = totalShare > MAX_SHARES ? totalShare * REM_PER_SHARE : minTableRem;
  const isWidest = minTableRem > WIDE_REM || isWide;
  const containerClass =
    isWidest && hasRowMenu
      ? "@container/menu-table"
      : isWidest
        ? "@container/widest-table"
        : minTableRem > NARROW_REM
          ? "@container/wide-table"
          : "@container/table";

  return (
    <div
      // A scrollable region must be reachable by keyboard.
      {...(isWide && { tabIndex: 0, role: "region", "aria-label": caption })}
      className={clsx(
        containerClass,
        "print:@container-normal print:max-h-none! print:overflow-visible",
        isWide ? "overflow-auto lg:tall:max-h-[calc(100dvh-6rem)]" : isFixed ? "overflow-x-clip" : "overflow-x-auto",
      )}
    >
      <table
        role="grid"
        data-wide={isWide || undefined}
        style={isWide ? ({ "--table-width": `${widthRem}rem` } as CSSProperties) : undefined}
        className={clsx(
          "w-full border-collapse text-left table-rows cards:block",
          isFixed && "table-fixed",
          isWide && "table-cells:min-w-(--table-width)",
          printSizeOf(headings.length),
          hasBoxes && "[--name-left:0.5rem] [--select:2.75rem] print:[--select:0rem]",
        )}
      >
        <caption className="sr-only print:not-sr-only print:px-2 print:py-1 print:text-left print:text-xl print:font-semibold">
          {caption}
        </caption>
        {isFixed && <ColumnWidths {...{ headings, hasActions, hasRowMenu, hasBoxes }} />}
        <TableHead
          headings={headings}
          pageBox={children.length > 0 ? pageBox : undefined}
          hasBoxes={hasBoxes}
          actionsLabel={hasActions && t("actions")}
        />
        <tbody tabIndex={-1} role="rowgroup" className="focus:outline-none cards:block">
          {children}
          {children.length === 0 && (
            <tr role="row" className="cards:block">
              <td role="gridcell" colSpan={columnCount} className="cards:block">
                {loading ? <LoadingRows text={t("loading")} /> : <EmptyNote text={emptyText} hint={emptyHint} />}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the class that sets the font size of a printed table, which is smaller for many columns. */
function printSizeOf(columns: number) {
  if (columns >= SMALL_PRINT_COLUMNS) return "[--print-size:7pt]";
  return columns >= LANDSCAPE_COLUMNS ? "[--print-size:8pt]" : undefined;
}

type ColumnWidthsProps = {
  headings: readonly TableHeading[];
  hasActions: boolean;
  hasRowMenu: boolean;
  hasBoxes: boolean;
};

/**
 * Sets column widths in proportion to their shares, within the width that the checkbox and action
 * columns leave, and not below their minimum. The first column takes the rest.
 */
function ColumnWidths({ headings, hasActions, hasRowMenu, hasBoxes }: ColumnWidthsProps) {
  const total = headings.reduce((sum, { share = 0 }) => sum + share, 0);
  return (
    <colgroup
      className={clsx(
        "cards:hidden",
        hasActions && "print:[--actions:0rem]",
        hasActions && (hasRowMenu ? "[--actions:7.125rem]" : "[--actions:5rem]"),
      )}
    >
      {hasBoxes && <col className="w-(--select)" />}
      <col />
      {headings.slice(1).map((heading) => (
        <col
          key={heading.id}
          className="column-width"
          style={
            {
              "--share": ((heading.share ?? 0) / total).toFixed(4),
              "--least": `${leastRem(heading)}rem`,
            } as CSSProperties
          }
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
