import { useEffect, useRef, useState } from "react";

const TYPING_PAUSE_MS = 200;

type Search<Item> = (text: string, signal: AbortSignal) => Promise<readonly Item[]>;

type Answer<Item> = { status: "idle" | "searching" | "done" | "failed"; hits: readonly Item[] };

/**
 * Searches for what is typed after a short pause, from `minLength` characters on. A newer text aborts the older search,
 * so that answers never overtake each other; the old hits stay until the new ones are there.
 */
export function useSearch<Item>(text: string, minLength: number, search: Search<Item>): Answer<Item> {
  const [answer, setAnswer] = useState<Answer<Item>>({ status: "idle", hits: [] });
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
      setAnswer((previous) => ({ status: "searching", hits: previous.hits }));
      searchRef
        .current(wanted, controller.signal)
        .then((hits) => !controller.signal.aborted && setAnswer({ status: "done", hits }))
        .catch(() => !controller.signal.aborted && setAnswer({ status: "failed", hits: [] }));
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted, longEnough]);

  return longEnough ? answer : { status: "idle", hits: [] };
}
