"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { ApiError, isAbort, request } from "@/lib/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/limits";
import { historySearchParams, type Change, type NamedRecord } from "@/lib/records/history/history-query";

const PAGE_SIZE = 20;

type Loaded = { changes: Change[]; total: number };
type Answer = { data: Change[]; total: number };

const pageOf = (
  { kind, id }: Pick<NamedRecord, "kind" | "id">,
  pageNo: number,
  pageSize: number,
  signal?: AbortSignal,
) => request<Answer>("GET", `/api/history?${historySearchParams({ kind, id, pageNo, pageSize })}`, { signal });

/**
 * Appends a page of changes. A change made meanwhile shifts the pages, so the page may repeat
 * changes loaded before; these are dropped.
 */
function joined(loaded: Loaded, { data, total }: Answer): Loaded {
  const known = new Set(loaded.changes.map(({ change_id }) => change_id));
  return { changes: [...loaded.changes, ...data.filter(({ change_id }) => !known.has(change_id))], total };
}

/**
 * Loads a record's changes, newest first, when its history is opened and whenever the record
 * changes.
 * @param isOpen false while the history is not shown
 * @param record the page's record; a new object triggers a reload
 */
export function useRecordHistory(of: Pick<NamedRecord, "kind" | "id">, isOpen: boolean, record: unknown) {
  const failureText = useFailureText();
  const { kind, id } = of;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const fail = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError) setFailure(error);
    else if (!isAbort(error)) throw error;
  });
  const take = useEffectEvent(({ data, total }: Answer) => {
    setLoaded({ changes: data, total });
    setFailure(null);
  });
  // A reload requests as many changes as are shown, rounded up to whole pages.
  const sizeNow = useEffectEvent(() => {
    const shown = Math.ceil((loaded?.changes.length ?? 0) / PAGE_SIZE) * PAGE_SIZE;
    return Math.min(Math.max(shown, PAGE_SIZE), LIST_MAX_PAGE_SIZE);
  });
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    pageOf({ kind, id }, 0, sizeNow(), controller.signal).then(take, fail);
    return () => controller.abort();
  }, [isOpen, record, kind, id, attempt]);

  async function loadMore() {
    if (!loaded || loading) return;
    setLoading(true);
    try {
      const answer = await pageOf(of, Math.floor(loaded.changes.length / PAGE_SIZE), PAGE_SIZE);
      setLoaded((current) => current && joined(current, answer));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setLoading(false);
    }
  }

  return {
    changes: loaded?.changes ?? null,
    total: loaded?.total ?? 0,
    loading,
    failureText: failure && failureText(failure),
    loadMore,
    reload: () => setAttempt(attempt + 1),
  };
}
