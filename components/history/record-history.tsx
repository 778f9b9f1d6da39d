"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyNote } from "@/components/ui/empty-note";
import { Icon } from "@/components/ui/icon";
import { Skeleton } from "@/components/ui/skeleton";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { Change } from "@/lib/features/history/history-answers";
import { nameIn, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { AsOfForm } from "./as-of-form";
import { useNamedOptions } from "@/components/records/shared/use-named-options";
import { entriesIn } from "./change-story";
import { HistoryList } from "./history-list";
import { useRecordHistory } from "./use-record-history";

export type RecordHistoryProps = {
  kind: KindName;
  id: number;
  record: AnyRow;
  options: EntryOptions;
  isOpen: boolean;
};

/** History of one record, newest first, with links to its earlier states. */
export function RecordHistory({ kind, id, record, options, isOpen }: RecordHistoryProps) {
  const t = useTranslations("history");
  const errors = useTranslations("errors");
  const { apiPath, pages } = definitionOf(kind);
  const viewedRecord = { kind: apiPath, id };
  const { refresh, replace } = usePendingNavigation();
  const { entries, hasMore, loading, failureText, loadMore, reload } = useRecordHistory(viewedRecord, isOpen, record);

  const changes = (entries ?? []).flatMap(({ change, batch }) => [change, ...(batch?.changes ?? [])]);
  const allOptions = useNamedOptions(options, entriesIn(changes));

  async function afterUndo({ action, kind: changedKind, id: changedId }: Change, isDone: boolean) {
    const isDeleted = isDone && action === "create" && changedKind === apiPath && changedId === id;
    if (isDeleted) await replace(pages.list);
    else reload();
    // Cached list pages show the record as well, so they are refreshed.
    void refresh();
  }

  return (
    <div>
      <div className="border-b border-line px-4 py-3 md:px-6">
        <AsOfForm record={viewedRecord} />
      </div>
      {failureText && (
        <div className="flex flex-col items-start gap-3 p-4 md:px-6">
          <Alert tone="danger">{failureText}</Alert>
          <Button onClick={reload}>{errors("retry")}</Button>
        </div>
      )}
      {!entries && !failureText && <LoadingEntries />}
      {entries?.length === 0 && <EmptyNote text={t("empty")} hint={t("empty_hint")} />}
      {entries && entries.length > 0 && (
        <HistoryList
          entries={entries}
          viewedRecord={viewedRecord}
          nameOf={nameIn(allOptions)}
          today={dayOf(new Date())}
          loading={false}
          onUndone={(change, isDone) => void afterUndo(change, isDone)}
        />
      )}
      {entries && hasMore && (
        <div className="border-t border-line px-4 py-2.5 md:px-6 print:hidden">
          <Button
            busy={loading}
            onClick={() => void loadMore()}
            icon={<Icon name="icon-arrow-down" className="size-4" />}
          >
            {t("more")}
          </Button>
        </div>
      )}
    </div>
  );
}

function LoadingEntries() {
  const t = useTranslations("common");
  return (
    <div className="flex flex-col gap-4 px-4 py-5 md:px-6">
      <span className="sr-only">{t("loading")}</span>
      {[0, 1, 2].map((index) => (
        <div key={index}>
          <Skeleton className="h-4 w-56" />
          <Skeleton className="mt-2 h-3.5 w-80 max-w-full" />
        </div>
      ))}
    </div>
  );
}
