"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { HISTORY_TAB } from "@/components/records/page/record-detail";
import { Spinner } from "@/components/ui/spinner";
import { usePreload } from "@/components/ui/use-preload";
import type { RecordHistoryProps } from "./record-history";

const load = () => import("./record-history");
const RecordHistory = lazy(() => load().then((module) => ({ default: module.RecordHistory })));

/** Fetches the code of a record's history soon after the page stands, so that opening the tab waits for the changes only. */
export function HistoryPreload() {
  usePreload(load);
  return null;
}

/** The tab with a record's history. The page comes without it: it is not the first thing people look at. */
export function HistoryTab(props: Omit<RecordHistoryProps, "isOpen">) {
  const isOpen = useSearchParams().get("tab") === HISTORY_TAB;
  return (
    <Suspense fallback={<Spinner className="m-6" />}>
      <RecordHistory {...props} isOpen={isOpen} />
    </Suspense>
  );
}
