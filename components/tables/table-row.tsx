"use client";

import type { Cell, Row as TableRowModel } from "@tanstack/react-table";
import clsx from "clsx";
import { useId, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import { PendingLink } from "@/components/navigation/links";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import type { TableInstance, TableModel } from "./table-model";

/** What stands below a row's name, and what a card is headed by. */
export type RowTexts = {
  /** The quiet second line. */
  note?: ReactNode;
  /** A third line, as wide as the row. */
  hint?: ReactNode;
  /** What heads a card before and behind the first cell. */
  inCard?: { before: string; after: string };
};

type TableRowProps<Row extends object> = {
  table: TableInstance<Row>;
  row: TableRowModel<TableModel, Row>;
  href: string | undefined;
  actions: ReactNode;
  texts: RowTexts;
};

/** The heading in front of a card's value; seen only, because the column headings name the cell already. */
const LABEL =
  "cards:before:w-28 cards:before:shrink-0 cards:before:pt-px cards:before:text-sm cards:before:text-ink-muted " +
  "cards:before:content-[attr(data-label)_/_'']";

/** Values of more lines end in dots, but for addresses; a tooltip, and the keyboard's place, show them whole. */
const WHOLE = "group-has-[.row-link:focus-visible]/row:line-clamp-none! print:line-clamp-none!";
const CLAMPED = `table-cells:line-clamp-2 has-[.email]:line-clamp-none! ${WHOLE}`;
const CLAMPED_NOTE = `table-cells:line-clamp-(--note-lines) ${WHOLE}`;

/** Gives a text that is cut off a tooltip with the whole. Not before it is pointed at: what is cut depends on the width. */
function tellWhole({ currentTarget: element }: PointerEvent<HTMLElement>) {
  const isCut = element.scrollHeight > element.clientHeight + 1;
  element.title = isCut ? (element.textContent ?? "") : "";
}

/** A press on the row itself, not on something in it, and not the end of marking text. */
function isPlainPress(event: MouseEvent<HTMLTableRowElement>): boolean {
  const target = event.target as Element;
  if (target.closest("a, button, input, select, textarea, label, summary")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}

/** A row; on narrow screens a card with the first cell as its heading and the actions in its corner. */
export function TableRow<Row extends object>({ table, row, href, actions, texts }: TableRowProps<Row>) {
  const { push } = usePendingNavigation();
  const nameId = useId();

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
        // The first cell says what the row is about, for those who hear the table: by its name, not by what stands below.
        const isFirst = index === 0;
        const [Cell, role] = isFirst ? (["th", "rowheader"] as const) : (["td", "cell"] as const);
        const meta = cell.column.columnDef.meta;
        return (
          <Cell
            key={cell.id}
            role={role}
            scope={isFirst ? "row" : undefined}
            aria-labelledby={isFirst ? nameId : undefined}
            data-label={meta?.header}
            className={clsx(
              "relative px-2 py-(--row-padding) text-left align-top font-normal wrap-break-word hyphens-auto [hyphenate-limit-chars:14_5_5]",
              "first:pl-4 cards:static cards:flex cards:gap-2 cards:px-0! cards:py-0.5",
              "has-[.cell-content:empty]:cards:hidden",
              Boolean(texts.hint) && "table-cells:pb-[calc(var(--row-padding)+1.375rem)]!",
              !isFirst && LABEL,
              !isFirst && meta?.inCardHeading && "cards:hidden",
              isFirst && Boolean(actions) && "cards:pr-20!",
            )}
          >
            {isFirst ? (
              <div className="min-w-0">
                <RowName href={href} id={nameId} inCard={texts.inCard}>
                  <table.FlexRender cell={cell} />
                </RowName>
                {texts.note && (
                  <div className={clsx(CLAMPED_NOTE, "text-xs text-ink-muted")} onPointerEnter={tellWhole}>
                    {texts.note}
                  </div>
                )}
                {texts.hint && <RowHint>{texts.hint}</RowHint>}
              </div>
            ) : (
              <CellContent table={table} cell={cell} />
            )}
          </Cell>
        );
      })}
      {actions && (
        <td
          role="cell"
          className="py-(--action-padding) pr-3 text-right align-top whitespace-nowrap print:hidden cards:absolute cards:top-1 cards:right-1 cards:p-0"
        >
          <span className="inline-flex gap-0.5">{actions}</span>
        </td>
      )}
    </tr>
  );
}

function CellContent<Row extends object>({ table, cell }: { table: TableInstance<Row>; cell: Cell<TableModel, Row> }) {
  return (
    <span className={clsx("cell-content min-w-0", CLAMPED)} onPointerEnter={tellWhole}>
      <table.FlexRender cell={cell} />
    </span>
  );
}

type RowNameProps = { href: string | undefined; id: string; inCard: RowTexts["inCard"]; children: ReactNode };

/** What a row is called; a card may be called by more than its first cell. */
function RowName({ href, id, inCard, children }: RowNameProps) {
  const name = (
    <>
      {inCard?.before && <span className="hidden cards:inline">{inCard.before}</span>}
      {children}
      {inCard?.after && <span className="hidden cards:inline">{inCard.after}</span>}
    </>
  );
  if (!href) {
    return (
      <span id={id} className="cell-content font-semibold">
        {name}
      </span>
    );
  }
  return (
    <PendingLink
      id={id}
      href={href}
      className="row-link cell-content font-semibold underline-offset-2 group-hover/row:underline cards:text-lg cards:leading-snug"
    >
      {name}
    </PendingLink>
  );
}

/** A line below all cells of the row. It stands in the first one, and has the room that they leave at their feet. */
function RowHint({ children }: { children: ReactNode }) {
  return (
    <div className="row-hint text-xs text-ink-muted cards:mt-0.5 table-cells:absolute table-cells:bottom-(--row-padding) table-cells:left-4 table-cells:w-[calc(100cqi-2rem)] table-cells:truncate">
      {children}
    </div>
  );
}
