"use client";

import type { Cell, Row as TableRowModel } from "@tanstack/react-table";
import clsx from "clsx";
import { useId, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import { PendingLink } from "@/components/navigation/links";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { RowCheckbox } from "./row-checkbox";
import { useIntent } from "@/components/navigation/use-intent";
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
  /** What ticks it. */
  box?: { label: string; checked: boolean; onToggle: (range: boolean) => void };
};

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
export function TableRow<Row extends object>({ table, row, href, actions, texts, box }: TableRowProps<Row>) {
  const { push } = usePendingNavigation();
  const {
    signs: { onPointerEnter, onPointerLeave },
    cancel,
  } = useIntent(href);
  const nameId = useId();

  function open(event: MouseEvent<HTMLTableRowElement>) {
    // Also where the press was for the row's link.
    cancel();
    if (!href || !isPlainPress(event)) return;
    if (event.ctrlKey || event.metaKey) window.open(href, "_blank", "noopener");
    else void push(href);
  }

  return (
    <tr
      role="row"
      onClick={open}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      data-ticked={box?.checked || undefined}
      className={clsx(
        "group/row row-line",
        href && "cursor-pointer hover:bg-accent-soft/65",
        box?.checked && "bg-accent-soft",
      )}
    >
      {box && (
        <td role="cell" headers={`${nameId}-cell`} className="row-box stays-left">
          <RowCheckbox {...box} />
        </td>
      )}
      {row.getAllCells().map((cell, index) => {
        // The first cell says what the row is about, for those who hear the table: by its name, not by what stands below.
        const isFirst = index === 0;
        const [Cell, role] = isFirst ? (["th", "rowheader"] as const) : (["td", "cell"] as const);
        const meta = cell.column.columnDef.meta;
        return (
          <Cell
            key={cell.id}
            id={isFirst ? `${nameId}-cell` : undefined}
            role={role}
            scope={isFirst ? "row" : undefined}
            aria-labelledby={isFirst ? nameId : undefined}
            data-label={meta?.header}
            className={clsx(
              "row-cell",
              Boolean(texts.hint) && "table-cells:pb-[calc(var(--row-padding)+1.375rem)]!",
              !isFirst && "row-cell-labelled",
              !isFirst && meta?.inCardHeading && "cards:hidden",
              isFirst && Boolean(actions) && "cards:pr-20!",
              isFirst && (box ? "stays-beside-box row-name-boxed" : "stays-left"),
            )}
          >
            {isFirst ? (
              <div className="min-w-0">
                <RowName href={href} id={nameId} inCard={texts.inCard}>
                  <table.FlexRender cell={cell} />
                </RowName>
                {texts.note && (
                  <div className="row-note" onPointerEnter={tellWhole}>
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
        <td role="cell" className="row-actions">
          <span className="inline-flex gap-0.5">{actions}</span>
        </td>
      )}
    </tr>
  );
}

function CellContent<Row extends object>({ table, cell }: { table: TableInstance<Row>; cell: Cell<TableModel, Row> }) {
  return (
    <span className="cell-content row-value" onPointerEnter={tellWhole}>
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
    <PendingLink id={id} href={href} className="cell-content row-link">
      {name}
    </PendingLink>
  );
}

/** A line below all cells of the row. It stands in the first one, and has the room that they leave at their feet. */
function RowHint({ children }: { children: ReactNode }) {
  return <div className="row-hint">{children}</div>;
}
