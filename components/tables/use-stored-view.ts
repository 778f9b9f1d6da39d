"use client";

import { useLayoutEffect, useRef, useState } from "react";

/** Prefix of the keys in `sessionStorage`. */
const PREFIX = "table ";

/**
 * Returns the key of the browser's history entry: the same key after going back, a new key for a
 * new visit.
 */
const historyEntryKey = () => ("navigation" in window && window.navigation.currentEntry?.key) || "";

/** Returns what `storeInTab` has stored. */
export function storedInTab(key: string): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") as object | null;
  } catch {
    // Storage may be blocked by the browser.
    return null;
  }
}

/** Stores what a table shows in `sessionStorage`, until the tab is closed or the user logs out. */
export function storeInTab(key: string, view: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(view));
  } catch {
    // If storage is blocked or full, the view is lost when the table is left.
  }
}

/** Clears what is stored at logout: the tab's next user must not see earlier searches. */
export function clearStoredViews(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // If storage is blocked, there is nothing to clear.
  }
}

/**
 * Stores a table's view in `sessionStorage` per history entry: going back restores the view, a new
 * visit starts with `initial`.
 * @param name unique name of the table; nothing is stored without one
 * @param fromUrl the part of the view that the URL contains; it wins over what is stored
 */
export function useStoredView<View extends object>(name: string | undefined, initial: View, fromUrl?: Partial<View>) {
  const [view, setView] = useState({ ...initial, ...fromUrl });
  const key = useRef<string>(undefined);
  const fromUrlRef = useRef(fromUrl);

  // Restores the view before the first paint, so that the page does not jump; the server cannot
  // know the view.
  useLayoutEffect(() => {
    if (name === undefined) return;
    key.current = `${name} ${historyEntryKey()}`;
    const stored = storedInTab(key.current);
    if (stored) setView((first) => ({ ...first, ...stored, ...fromUrlRef.current }));
  }, [name]);

  function change(part: Partial<View>) {
    const next = { ...view, ...part };
    setView(next);
    if (key.current) storeInTab(key.current, next);
  }
  return [view, change] as const;
}
