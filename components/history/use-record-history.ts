"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { ApiError, ifApiError, request, type Answered } from "@/lib/base/browser/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import type { historyEntryList, HistoryEntry, NamedRecord } from "@/lib/features/history/history-answers";
import { historySearchParams } from "@/lib/features/history/history-query";

const PATH = "/api/history/entries";
const PAGE_SIZE = 20;

type Answer = Answered<typeof historyEntryList>;

const idOf = ({ change }: HistoryEntry) => change.batch ?? change.change_id;

/** Appends a page of entries; a batch may have entries on both pages while an import is running. */
function appendPage(loaded: Answer, { data, next_page_url }: Answer): Answer {
  const known = new Set(loaded.data.map(idOf));
  return { data: [...loaded.data, ...data.filter((entry) => !known.has(idOf(entry)))], next_page_url };
}

/**
 * Loads the entries of a record's history, newest first, when its history is opened and whenever
 * the record changes.
 * @param isOpen false while the history is not shown
 * @param record the page's record; a new object triggers a reload
 */
export function useRecordHistory(subject: Pick<NamedRecord, "kind" | "id">, isOpen: boolean, record: unknown) {
  const failureText = useFailureText();
  const { kind, id } = subject;
  const [loaded, setLoaded] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const showAnswer = useEffectEvent((answer: Answer) => {
    setLoaded(answer);
    setFailure(null);
  });
  // A reload requests as many entries as are shown, rounded up to whole pages.
  const reloadSize = useEffectEvent(() => {
    const shown = Math.ceil((loaded?.data.length ?? 0) / PAGE_SIZE) * PAGE_SIZE;
    return Math.min(Math.max(shown, PAGE_SIZE), LIST_MAX_PAGE_SIZE);
  });
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const parameters = historySearchParams({ kind, id, pageSize: reloadSize() });
    request<typeof historyEntryList>("GET", `${PATH}?${parameters}`, { signal: controller.signal }).then(
      showAnswer,
      ifApiError(setFailure),
    );
    return () => controller.abort();
  }, [isOpen, record, kind, id, attempt]);

  async function loadMore() {
    if (!loaded?.next_page_url || loading) return;
    setLoading(true);
    try {
      const answer = await request<typeof historyEntryList>("GET", loaded.next_page_url);
      setLoaded((current) => current && appendPage(current, answer));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setLoading(false);
    }
  }

  return {
    entries: loaded?.data ?? null,
    hasMore: typeof loaded?.next_page_url === "string",
    loading,
    failureText: failure && failureText(failure),
    loadMore,
    reload: () => setAttempt(attempt + 1),
  };
}
