"use client";

import { useSearchParams } from "next/navigation";
import { HISTORY_TAB } from "@/components/records/page/record-detail";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Spinner } from "@/components/ui/spinner";
import { usePreload } from "@/components/ui/use-preload";
import type { RecordHistoryProps } from "./record-history";

const RecordHistory = lazyComponent(async () => (await import("./record-history")).RecordHistory);

/**
 * Preloads the code of a record's history when the page is idle; opening the tab then only loads
 * data.
 */
export function HistoryPreload() {
  usePreload(RecordHistory.load);
  return null;
}

/**
 * Tab with a record's history. Its code is loaded separately, because few users open this tab
 * first.
 */
export function HistoryTab(props: Omit<RecordHistoryProps, "isOpen">) {
  const isOpen = useSearchParams().get("tab") === HISTORY_TAB;
  return <RecordHistory {...props} isOpen={isOpen} placeholder={<Spinner className="m-6" />} />;
}
