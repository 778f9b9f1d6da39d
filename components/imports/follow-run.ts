import { countChange } from "@/lib/api-client";

const ASKED_EVERY_MS = 1_000;

/**
 * Polls the progress of a run on the server.
 * @returns a function that stops polling, when the run is over or the page is left
 */
export function followRun(ask: () => void): () => void {
  const timer = setInterval(ask, ASKED_EVERY_MS);
  return () => {
    clearInterval(timer);
    // Cached pages do not contain what the run has written.
    countChange();
  };
}
