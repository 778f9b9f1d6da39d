"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { EntryNames } from "@/lib/records/fields/field";
import type { Change } from "@/lib/records/history/history-query";
import { ChangeEntry } from "./change-entry";
import type { Reader } from "./change-story";
import { useUndo } from "./use-undo";

type ChangeListProps = {
  changes: readonly Change[];
  reader: Reader;
  nameOf: EntryNames["nameOf"];
  personHref?: (id: number) => string;
  /** True while other changes are being loaded; the list is then dimmed. */
  loading: boolean;
  onUndone: (change: Change, isDone: boolean) => void;
};

/**
 * List of changes, newest first, each with a revert button; used by the history of one record and
 * of all records.
 */
export function ChangeList({ changes, reader, nameOf, personHref, loading, onUndone }: ChangeListProps) {
  const t = useTranslations("history");
  const listRef = useRef<HTMLOListElement>(null);
  const { busy, undo } = useUndo(reader, (change, isDone) => {
    // The focused button is about to disappear, so the list takes the focus.
    listRef.current?.focus({ preventScroll: true });
    onUndone(change, isDone);
  });
  return (
    <ol
      ref={listRef}
      tabIndex={-1}
      aria-label={t("changes")}
      aria-busy={loading || undefined}
      className={clsx("divide-y divide-line outline-none", loading && "opacity-55 transition-opacity delay-150")}
    >
      {changes.map((change) => (
        <ChangeEntry
          key={change.change_id}
          change={change}
          reader={reader}
          nameOf={nameOf}
          beside={changes}
          personHref={personHref}
          busy={busy === change.change_id}
          onUndo={() => void undo(change)}
        />
      ))}
    </ol>
  );
}
