"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { HISTORY_TAB } from "@/components/records/page/record-detail";
import { Spinner } from "@/components/ui/spinner";
import { usePreload } from "@/components/ui/use-preload";
import type { RecordHistoryProps } from "./record-history";

const load = () => import("./record-history");
const RecordHistory = lazy(() => load().then((module) => ({ default: module.RecordHistory })));

/**
 * Preloads the code of a record's history when the page is idle; opening the tab then only loads
 * data.
 */
export function HistoryPreload() {
  usePreload(load);
  return null;
}

/**
 * Tab with a record's history. Its code is loaded separately, because few users open this tab
 * first.
 */
export function HistoryTab(props: Omit<RecordHistoryProps, "isOpen">) {
  const isOpen = useSearchParams().get("tab") === HISTORY_TAB;
  return (
    <Suspense fallback={<Spinner className="m-6" />}>
      <RecordHistory {...props} isOpen={isOpen} />
    </Suspense>
  );
}
