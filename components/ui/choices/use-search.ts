import { useCallback, useEffect, useRef, useState } from "react";
import { ignoreFailure } from "@/lib/base/browser/api-client";

const TYPING_PAUSE_MS = 200;

/** State of a search; `answer` is always the result for the current text. */
export type SearchState<Answer> =
  { status: "idle" | "searching" | "failed"; answer: null } | { status: "done"; answer: Answer };

type Finished<Answer> = SearchState<Answer> & { text: string };

/**
 * Searches for typed text with a debounce. A newer text aborts the older search, so that responses
 * cannot arrive out of order. Results for an older text are never returned, as a quick Enter would
 * pick one of them.
 * @param query the trimmed text
 * @param search searches for a text; its signal is aborted when the user continues to type
 * @param minLength shorter texts are not searched
 * @returns the state, and a function that repeats the search
 */
export function useSearch<Answer>(
  query: string,
  search: (text: string, signal: AbortSignal) => Promise<Answer>,
  minLength: number,
): [state: SearchState<Answer>, again: () => void] {
  const [finished, setFinished] = useState<Finished<Answer>>({ status: "idle", answer: null, text: "" });
  const [attempt, setAttempt] = useState(0);
  const searchRef = useRef(search);
  useEffect(() => {
    searchRef.current = search;
  });
  const isLongEnough = query.length >= minLength;

  useEffect(() => {
    if (!isLongEnough) return;
    const controller = new AbortController();
    const finish = (state: SearchState<Answer>) => !controller.signal.aborted && setFinished({ ...state, text: query });
    const timer = setTimeout(() => {
      searchRef.current(query, controller.signal).then(
        (answer) => finish({ status: "done", answer }),
        (error: unknown) => {
          finish({ status: "failed", answer: null });
          ignoreFailure(error);
        },
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, isLongEnough, attempt]);

  const again = useCallback(() => {
    setFinished({ status: "idle", answer: null, text: "" });
    setAttempt((last) => last + 1);
  }, []);
  if (!isLongEnough) return [{ status: "idle", answer: null }, again];
  return [
    finished.text === query && finished.status !== "idle" ? finished : { status: "searching", answer: null },
    again,
  ];
}
