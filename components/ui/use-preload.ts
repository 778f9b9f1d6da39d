import { useEffect } from "react";

/** Long enough for the page itself to be awake and still. */
const PRELOAD_AFTER_MS = 500;

/**
 * Fetches code that a page may need later soon after it stands. Fetched only when needed, it would be missing where
 * it is needed most: when the connection is lost, or a new version of the app has replaced its files.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
