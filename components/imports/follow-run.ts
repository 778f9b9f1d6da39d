import { countChange } from "@/lib/api-client";

const ASKED_EVERY_MS = 1_000;

/**
 * Asks again and again how far a run on the server is.
 * @returns ends it, when the run is over or the page is left
 */
export function followRun(ask: () => void): () => void {
  const timer = setInterval(ask, ASKED_EVERY_MS);
  return () => {
    clearInterval(timer);
    // What was written since it began is in no page of before.
    countChange();
  };
}
