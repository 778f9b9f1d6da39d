import { countChange } from "@/lib/base/browser/api-client";

const POLL_INTERVAL_MS = 1_000;

/**
 * Calls `ask` every second, to poll the progress of an import that the server runs.
 * @returns a function that stops polling, when the run is over or the page is left
 */
export function followRun(poll: () => void): () => void {
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    // Marks cached pages as outdated, as they do not contain what the import has written.
    countChange();
  };
}
