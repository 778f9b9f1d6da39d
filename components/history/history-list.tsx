"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useId, useRef, type ReactNode } from "react";
import type { EntryNames } from "@/lib/model/fields/field";
import type { Change, HistoryEntry } from "@/lib/features/history/history-answers";
import { BatchEntry } from "./batch-entry";
import { ChangeEntry, type EntryContext } from "./change-entry";
import type { HistorySubject } from "./change-story";
import { dayHeading, groupByDay } from "./day-groups";
import { useBatchUndo } from "./use-batch-undo";
import { useUndo } from "./use-undo";

type HistoryListProps = {
  entries: readonly HistoryEntry[];
  viewedRecord: HistorySubject;
  nameOf: EntryNames["nameOf"];
  /** The current day, `YYYY-MM-DD`. */
  today: string;
  personHref?: (id: number) => string;
  /** True while other entries are being loaded; the list is then dimmed. */
  loading: boolean;
  /**
   * Called when a change was reverted, or turned out to be reverted already; for a batch, with its
   * change that says most.
   */
  onUndone: (change: Change, isDone: boolean) => void;
};

/**
 * Entries of the history under the days on which they were made, newest first; used by the history
 * of one record and of all records.
 */
export function HistoryList({ entries, viewedRecord, nameOf, today, personHref, loading, onUndone }: HistoryListProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const mainOfBatch = useRef<Change>(null);
  const handleUndone = (change: Change, isDone: boolean) => {
    // The focused button is about to disappear, so the list takes the focus.
    listRef.current?.focus({ preventScroll: true });
    onUndone(change, isDone);
  };
  const changeUndo = useUndo(viewedRecord, handleUndone);
  const batchUndo = useBatchUndo(() => mainOfBatch.current && handleUndone(mainOfBatch.current, true));
  const context: EntryContext = {
    viewedRecord,
    nameOf,
    personHref,
    listedChanges: entries.flatMap(({ change, batch }) => [change, ...(batch?.changes ?? [])]),
    busy: changeUndo.busy ?? batchUndo.busy,
    onUndo: (change) => void changeUndo.undo(change),
  };
  const item = ({ change, batch }: HistoryEntry): ReactNode =>
    batch ? (
      <BatchEntry
        key={change.batch}
        entry={{ change, batch }}
        context={context}
        onUndoBatch={(batchId, count) => {
          mainOfBatch.current = change;
          void batchUndo.undo(batchId, count);
        }}
      />
    ) : (
      <ChangeEntry key={change.change_id} change={change} context={context} />
    );
  return (
    <div
      ref={listRef}
      tabIndex={-1}
      role="group"
      aria-label={t("changes")}
      aria-busy={loading || undefined}
      className={clsx("outline-none", loading && "opacity-55 transition-opacity delay-150")}
    >
      {groupByDay(entries, ({ change }) => change.at).map(({ day, rows }, index) => (
        <section
          key={`${day} ${index}`}
          aria-labelledby={`${id}${day}`}
          className="not-first:border-t not-first:border-line"
        >
          <h2 id={`${id}${day}`} className="tabular px-4 pt-4 font-semibold md:px-6">
            {dayHeading(day, today, locale, { today: t("today"), yesterday: t("yesterday") })}
          </h2>
          <ol aria-labelledby={`${id}${day}`} className="divide-y divide-line">
            {rows.map(item)}
          </ol>
        </section>
      ))}
    </div>
  );
}
