"use client";

import type { Cell, Row as TableRowModel } from "@tanstack/react-table";
import clsx from "clsx";
import { useId, type PointerEvent, type ReactNode } from "react";
import { RowCheckbox } from "./row-checkbox";
import type { TableInstance, TableModel } from "./table-model";

/** Texts below a row's name, and texts that complete the name in the heading of the row's card. */
export type RowTexts = {
  /** A muted second line below the row's name. */
  note?: ReactNode;
  /** A third line across the whole row. */
  hint?: ReactNode;
  /** Texts that the heading of a card contains before and after the first cell. */
  inCard?: { before: string; after: string };
};

type TableRowProps<Row extends object> = {
  table: TableInstance<Row>;
  row: TableRowModel<TableModel, Row>;
  href: string | undefined;
  actions: ReactNode;
  texts: RowTexts;
  /** The row's checkbox. */
  box?: { label: string; checked: boolean; onToggle: (range: boolean) => void };
};

/**
 * Sets the full text as tooltip of a truncated element. Called on hover, as the width of the window
 * determines what is truncated.
 */
function titleWholeText({ currentTarget: element }: PointerEvent<HTMLElement>) {
  const isCut = element.scrollHeight > element.clientHeight + 1;
  element.title = isCut ? (element.textContent ?? "") : "";
}

/**
 * A table row. On narrow screens it becomes a card, with the first cell as heading and the actions
 * in the corner.
 */
export function TableRow<Row extends object>({ table, row, href, actions, texts, box }: TableRowProps<Row>) {
  const nameId = useId();

  return (
    <tr
      role="row"
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
        // For screen readers, the first cell is the row's header; its label is the row's name
        // without the note below.
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
                  <div className="row-note" onPointerEnter={titleWholeText}>
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
    <span className="cell-content row-value" onPointerEnter={titleWholeText}>
      <table.FlexRender cell={cell} />
    </span>
  );
}

type RowNameProps = { href: string | undefined; id: string; inCard: RowTexts["inCard"]; children: ReactNode };

/** A row's name: the first cell and, in the heading of a card, the texts of `inCard`. */
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
    <a id={id} href={href} className="cell-content row-link">
      {name}
    </a>
  );
}

/**
 * A line below all cells of a row. It is rendered in the first cell, in a bottom padding that all
 * cells of the row have.
 */
function RowHint({ children }: { children: ReactNode }) {
  return <div className="row-hint">{children}</div>;
}
