import { useEffect } from "react";

/** Delay after which the page itself is usually hydrated and idle. */
const PRELOAD_AFTER_MS = 500;

/**
 * Loads code that a page may need later once the page is idle. If it were loaded on demand, it
 * would be missing without a connection, or after a deployment has replaced the files.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
