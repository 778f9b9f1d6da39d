import { useSyncExternalStore } from "react";

const CHANGES = ["online", "offline"] as const;

function subscribe(listener: () => void) {
  for (const change of CHANGES) window.addEventListener(change, listener);
  return () => {
    for (const change of CHANGES) window.removeEventListener(change, listener);
  };
}

/** Returns false while the browser has no network connection. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
