"use client";

import { useEffect, useEffectEvent } from "react";
import { isGuarded } from "@/components/navigation/navigation-guard";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { ignoreFailure, request } from "@/lib/base/browser/api-client";
import type { changeList } from "@/lib/features/history/history-answers";

/** The renderings that this tab has shown. */
const shownRenderings = new Set<string>();

type RefreshIfChangedProps = {
  /** When the server began to render the page, as an ISO time. */
  renderedAt: string;
  /** The record, by the first word of its kind's API path; undefined for pages without a record. */
  record?: { kind: string; id: number };
};

/** Returns whether a record, or one of its links, has changed since a time. */
async function hasChangedSince({ kind, id }: { kind: string; id: number }, time: string, signal: AbortSignal) {
  const path = `/api/history?${new URLSearchParams({ kind, id: String(id), pageSize: "1" })}`;
  const { data } = await request<typeof changeList>("GET", path, { signal });
  const [last] = data;
  // Two clocks are compared, that of the database and that of the app. A margin would fetch each
  // record again that has just been saved.
  return last !== undefined && Date.parse(last.at) > Date.parse(time);
}

/**
 * The router keeps pages of records for a while and shows them at once (`unstable_dynamicStaleTime`).
 * If this page came from there, asks for the record's last change, which may also be one of its
 * links, and fetches the page again if it has changed. Other pages of the same route, such as the
 * form for a new record, are fetched again in any case. Unsaved input is left alone.
 */
export function RefreshIfChanged({ renderedAt, record }: RefreshIfChangedProps) {
  const { refresh } = usePendingNavigation();
  const check = useEffectEvent(async (signal: AbortSignal) => {
    const isFromCache = shownRenderings.has(renderedAt);
    shownRenderings.add(renderedAt);
    if (!isFromCache) return;
    try {
      const hasChanged = record === undefined || (await hasChangedSince(record, renderedAt, signal));
      if (hasChanged && !signal.aborted && !isGuarded()) refresh();
    } catch (error) {
      // Without a connection, the shown page stays.
      ignoreFailure(error);
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    void check(controller.signal);
    return () => controller.abort();
  }, [renderedAt]);
  return null;
}
