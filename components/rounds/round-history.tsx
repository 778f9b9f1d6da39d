"use client";

import { useTranslations } from "next-intl";
import { MoreLink } from "@/components/navigation/links";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Spinner } from "@/components/ui/spinner";
import { ROUND_KIND } from "@/lib/model/change";
import type { HistoryEntry } from "@/lib/features/history/history-answers";
import { HISTORY_PATH, historySearchParams } from "@/lib/features/history/history-query";
import { nameIn } from "@/lib/model/reference-lists/reference-lists";

/** Below the recipients, so that its code may follow the page. */
const HistoryList = lazyComponent(async () => (await import("@/components/history/history-list")).HistoryList);

type RoundHistoryProps = {
  runde_id: number;
  entries: readonly HistoryEntry[];
  /** True if there are older entries. */
  hasMore: boolean;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
};

/** Who started, reminded and closed a round, and who sent new links (contract §15). */
export function RoundHistory({ runde_id, entries, hasMore, today }: RoundHistoryProps) {
  const t = useTranslations("history");
  const viewedRecord = { kind: ROUND_KIND, id: runde_id };
  if (entries.length === 0) return null;
  return (
    <Card>
      <section aria-labelledby="history">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 md:px-6">
          <h2 id="history" className="text-lg font-semibold">
            {t("title")}
          </h2>
          {hasMore && <MoreLink href={`${HISTORY_PATH}?${historySearchParams(viewedRecord)}`}>{t("more")}</MoreLink>}
        </div>
        <HistoryList
          entries={entries}
          viewedRecord={viewedRecord}
          nameOf={nameIn({})}
          today={today}
          loading={false}
          onUndone={() => undefined}
          placeholder={<Spinner className="m-6" />}
        />
      </section>
    </Card>
  );
}
