"use client";

import { useLayoutEffect, useRef, useState, type ChangeEvent, type MouseEvent, type ReactNode } from "react";
import { useDenseRows } from "@/components/layout/row-height";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { BusyTable } from "@/components/tables/busy-table";
import { loadQuestion } from "@/components/ui/dialogs/confirm-dialog";
import { lazyComponent, loadOrReport } from "@/components/ui/lazy-component";
import { preload } from "@/components/ui/use-preload";
import type { KindName } from "@/lib/records/kinds/registry";
import type { ListQuery } from "@/lib/records/lists/list-query";
import { loadRecordForm } from "../form/load-record-form";
import { useSelection } from "../shared/use-selection";

const BulkBar = lazyComponent(async () => (await import("../bulk/bulk-bar")).BulkBar);
const RecordDeletion = lazyComponent(async () => (await import("../page/record-deletion")).RecordDeletion);

const RecordPeek = lazyComponent(async () => (await import("./record-peek")).RecordPeek);

/** Value of the checkbox that selects all rows of a page; those of rows have the record's key. */
export const PAGE_BOX = "page";

type ListShellProps = {
  kind: KindName;
  query: ListQuery;
  /** Names of the shown columns. */
  columns: readonly string[];
  /** Keys of the records on the page. */
  ids: readonly number[];
  /** Number of records on all pages. */
  total: number;
  /** The table (list-table.tsx). */
  children: ReactNode;
};

/**
 * Adds to the table of a list page what needs the browser: selecting, peeking at and deleting rows.
 * One handler serves all rows; it finds the row by its checkbox's value or its `data-id`.
 */
export function ListShell({ kind, query, columns, ids, total, children }: ListShellProps) {
  const { refresh } = usePendingNavigation();
  const place = useRef<HTMLDivElement>(null);
  const { selected, isSelected, pageState, ...select } = useSelection(query, ids);
  const [removed, setRemoved] = useState<{ id: number; label: string } | null>(null);
  const [peeked, setPeeked] = useState<number | null>(null);
  const hasSelection = selected.all || selected.ids.size > 0;

  // The checkboxes come with the rows, which do not know the selection. Also runs when they change.
  useLayoutEffect(() => {
    for (const box of place.current?.querySelectorAll<HTMLInputElement>(".row-box input") ?? []) {
      const isOfPage = box.value === PAGE_BOX;
      box.checked = isOfPage ? pageState === "all" : isSelected(Number(box.value));
      box.indeterminate = isOfPage && pageState === "some";
    }
  });

  function toggle({ target, nativeEvent }: ChangeEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement) || !target.closest(".row-box")) return;
    if (target.value === PAGE_BOX) select.togglePage();
    else select.toggle(Number(target.value), "shiftKey" in nativeEvent && nativeEvent.shiftKey === true);
  }

  function remove({ target }: MouseEvent<HTMLElement>) {
    const row = target instanceof Element && target.closest(".row-delete")?.closest<HTMLElement>("tr");
    if (!row) return;
    const record = { id: Number(row.dataset.id), label: row.dataset.label ?? "" };
    void loadOrReport(RecordDeletion).then((isLoaded) => isLoaded && setRemoved(record));
  }

  function peek(row: HTMLTableRowElement) {
    void loadOrReport(RecordPeek).then((isLoaded) => isLoaded && setPeeked(Number(row.dataset.id)));
  }

  function endPeek(id: number) {
    setPeeked(null);
    place.current?.querySelector<HTMLElement>(`tr[data-id="${id}"] a.row-link`)?.focus();
  }

  /** Loads what a press would need. */
  function prepare({ target }: { target: EventTarget }) {
    if (target instanceof Element && target.closest(".row-line")) preload(loadRecordForm);
    const control = target instanceof Element && target.closest(".row-delete, .row-box");
    if (!control) return;
    const isBox = control.matches(".row-box");
    for (const load of isBox ? [BulkBar.load] : [RecordDeletion.load, loadQuestion]) preload(load);
  }

  return (
    <div ref={place} onChange={toggle} onClick={remove} onPointerOver={prepare} onFocus={prepare}>
      <BusyTable dense={useDenseRows()} onPeek={peek}>
        {children}
      </BusyTable>
      {peeked !== null && <RecordPeek kind={kind} ids={ids} id={peeked} onClose={endPeek} />}
      {hasSelection && (
        <BulkBar
          kind={kind}
          query={query}
          columns={columns}
          selected={selected}
          total={total}
          onAll={select.chooseAll}
          onClear={select.clear}
          onChanged={() => void refresh()}
        />
      )}
      {removed && (
        <RecordDeletion
          key={removed.id}
          {...removed}
          kind={kind}
          onEnd={(isDeleted) => {
            setRemoved(null);
            if (isDeleted) void refresh();
          }}
          onUndone={() => void refresh()}
        />
      )}
    </div>
  );
}
