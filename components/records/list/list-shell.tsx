"use client";

import { useLayoutEffect, useRef, useState, type ChangeEvent, type MouseEvent, type ReactNode } from "react";
import { useDenseRows } from "@/components/layout/row-height";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { BusyTable } from "@/components/tables/busy-table";
import {
  boxesIn,
  isIn,
  linkOfRecord,
  pressedAction,
  recordOf,
  type RowAction,
  type RowRecord,
} from "@/components/ui/rows/row-parts";
import { loadQuestion } from "@/components/ui/dialogs/confirm-dialog";
import { lazyComponent, loadOrReport } from "@/components/ui/lazy-component";
import { preload } from "@/components/ui/use-preload";
import type { KindName } from "@/lib/model/kinds/registry";
import type { AddressQuery } from "@/lib/model/lists/list-query";
import { loadRecordForm } from "../form/load-record-form";
import { useSelection } from "../shared/use-selection";

const BulkBar = lazyComponent(async () => (await import("../bulk/bulk-bar")).BulkBar);
const RecordDeletion = lazyComponent(async () => (await import("../page/record-deletion")).RecordDeletion);

const RecordPeek = lazyComponent(async () => (await import("./record-peek")).RecordPeek);

/** Value of the checkbox that selects all rows of a page; those of rows have the record's key. */
export const PAGE_BOX = "page";

type ListShellProps = {
  kind: KindName;
  query: AddressQuery;
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
 * One handler serves all rows (row-parts.ts); a checkbox has the key of its row as value.
 */
export function ListShell({ kind, query, columns, ids, total, children }: ListShellProps) {
  const { refresh } = usePendingNavigation();
  const containerRef = useRef<HTMLDivElement>(null);
  const { selected, isSelected, pageState, ...select } = useSelection(query, ids);
  const [removed, setRemoved] = useState<RowRecord | null>(null);
  const [peeked, setPeeked] = useState<number | null>(null);
  const hasSelection = selected.all || selected.ids.size > 0;

  // The checkboxes come with the rows, which do not know the selection. Also runs when they change.
  useLayoutEffect(() => {
    for (const box of containerRef.current ? boxesIn(containerRef.current) : []) {
      const isOfPage = box.value === PAGE_BOX;
      box.checked = isOfPage ? pageState === "all" : isSelected(Number(box.value));
      box.indeterminate = isOfPage && pageState === "some";
    }
  });

  function toggle({ target, nativeEvent }: ChangeEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement) || !isIn(target, "box")) return;
    if (target.value === PAGE_BOX) select.togglePage();
    else select.toggle(Number(target.value), "shiftKey" in nativeEvent && nativeEvent.shiftKey === true);
  }

  const actions: Record<
    RowAction,
    { act: (record: RowRecord) => void; loads: readonly Parameters<typeof preload>[0][] }
  > = {
    delete: {
      act: (record) => void loadOrReport(RecordDeletion).then((isLoaded) => isLoaded && setRemoved(record)),
      loads: [RecordDeletion.load, loadQuestion],
    },
  };

  function handleClick({ target }: MouseEvent<HTMLElement>) {
    const pressed = pressedAction(target, actions);
    pressed?.handler.act(pressed.record);
  }

  function peek(row: HTMLTableRowElement) {
    void loadOrReport(RecordPeek).then((isLoaded) => isLoaded && setPeeked(recordOf(row).id));
  }

  function closePeek(id: number) {
    setPeeked(null);
    if (containerRef.current) linkOfRecord(containerRef.current, id)?.focus();
  }

  /** Loads the code that a click on the target would need. */
  function preloadTarget({ target }: { target: EventTarget }) {
    if (isIn(target, "line")) preload(loadRecordForm);
    if (isIn(target, "box")) preload(BulkBar.load);
    for (const load of pressedAction(target, actions)?.handler.loads ?? []) preload(load);
  }

  return (
    <div
      ref={containerRef}
      onChange={toggle}
      onClick={handleClick}
      onPointerOver={preloadTarget}
      onFocus={preloadTarget}
    >
      <BusyTable dense={useDenseRows()} onPeek={peek}>
        {children}
      </BusyTable>
      {peeked !== null && <RecordPeek kind={kind} ids={ids} id={peeked} onClose={closePeek} />}
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
