"use client";

import { useEffect, useEffectEvent } from "react";
import { isGuarded } from "@/components/navigation/navigation-guard";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { ApiError, request } from "@/lib/api-client";
import type { Change } from "@/lib/records/history/history-query";

/** The renderings that this tab has shown, by record. */
const shown = new Map<string, string>();

/**
 * Clocks of the app and of the database may differ by this much. A change that is that much older
 * than the rendering counts as later.
 */
const CLOCK_DIFFERENCE_MS = 5_000;

type RefreshIfChangedProps = {
  /** First word of the kind's API path. */
  kind: string;
  id: number;
  /** When the server rendered the page, as an ISO time. */
  renderedAt: string;
};

/**
 * A record that was seen before is shown at once from the router's cache. This component then asks
 * for the record's last change, which may also be one of its links, and fetches the page again if
 * it is later than what is shown – unless there is unsaved input, which would mix with it.
 */
export function RefreshIfChanged({ kind, id, renderedAt }: RefreshIfChangedProps) {
  const { refresh } = usePendingNavigation();
  const check = useEffectEvent(async () => {
    const record = `${kind} ${id}`;
    const isFromCache = shown.get(record) === renderedAt;
    shown.set(record, renderedAt);
    if (!isFromCache) return;
    try {
      const path = `/api/history?${new URLSearchParams({ kind, id: String(id), pageSize: "1" })}`;
      const { data } = await request<{ data: Change[] }>("GET", path);
      const [last] = data;
      const isLater = last && Date.parse(last.at) > Date.parse(renderedAt) - CLOCK_DIFFERENCE_MS;
      // A page shown meanwhile is not concerned.
      if (isLater && !isGuarded() && shown.get(record) === renderedAt) refresh();
    } catch (error) {
      // Without a connection, what is shown stays.
      if (!(error instanceof ApiError)) throw error;
    }
  });
  useEffect(() => void check(), [renderedAt]);
  return null;
}
