import { useEffect, useRef, useState } from "react";

const TYPING_PAUSE_MS = 200;

type Search<Item> = (text: string, signal: AbortSignal) => Promise<readonly Item[]>;

type SearchResult<Item> = { status: "idle" | "searching" | "done" | "failed"; hits: readonly Item[] };
type StoredResult<Item> = SearchResult<Item> & { text: string };

/**
 * Searches for what is typed after a short pause, from `minLength` characters on. A newer text aborts the older search,
 * so that answers never overtake each other. Hits of an older text are never shown: a quick Enter must not pick one.
 */
export function useSearch<Item>(text: string, minLength: number, search: Search<Item>): SearchResult<Item> {
  const [answer, setAnswer] = useState<StoredResult<Item>>({ status: "idle", hits: [], text: "" });
  const searchRef = useRef(search);
  useEffect(() => {
    searchRef.current = search;
  });
  const wanted = text.trim();
  const longEnough = wanted.length >= minLength;

  useEffect(() => {
    if (!longEnough) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      searchRef
        .current(wanted, controller.signal)
        .then((hits) => !controller.signal.aborted && setAnswer({ status: "done", hits, text: wanted }))
        .catch(() => !controller.signal.aborted && setAnswer({ status: "failed", hits: [], text: wanted }));
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted, longEnough]);

  if (!longEnough) return { status: "idle", hits: [] };
  return answer.text === wanted ? answer : { status: "searching", hits: [] };
}
