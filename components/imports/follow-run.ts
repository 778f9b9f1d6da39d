import { countChange } from "@/lib/base/browser/api-client";

const ASKED_EVERY_MS = 1_000;

/**
 * Calls `ask` every second, to poll the progress of an import that the server runs.
 * @returns a function that stops polling, when the run is over or the page is left
 */
export function followRun(ask: () => void): () => void {
  const timer = setInterval(ask, ASKED_EVERY_MS);
  return () => {
    clearInterval(timer);
    // Marks cached pages as outdated, as they do not contain what the import has written.
    countChange();
  };
}
