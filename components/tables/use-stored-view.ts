"use client";

import { useLayoutEffect, useRef, useState } from "react";

/** Namespace of the entries in `sessionStorage`. */
const PREFIX = "table ";

/** Key of the browser's history entry: the same after Back, a new one for a new visit. */
const placeInHistory = () => ("navigation" in window && window.navigation.currentEntry?.key) || "";

function stored(key: string): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as object | null;
  } catch {
    // Storage may be blocked by the browser.
    return null;
  }
}

function store(key: string, view: object) {
  try {
    sessionStorage.setItem(key, JSON.stringify(view));
  } catch {
    // Without storage, the view lasts as long as it is shown.
  }
}

/** Clears the stored views at logout: the tab's next user must not see earlier searches. */
export function clearStoredViews(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Blocked storage contains nothing.
  }
}

/**
 * Stores a table's view in the session, by history entry: Back restores it, a new visit starts with
 * `initial`.
 * @param name unique name of the table; nothing is stored without one
 */
export function useStoredView<View extends object>(name: string | undefined, initial: View) {
  const [view, setView] = useState(initial);
  const key = useRef<string>(undefined);

  // Runs before the first paint to avoid a jump; the server does not know the stored view.
  useLayoutEffect(() => {
    if (name === undefined) return;
    key.current = `${PREFIX}${name} ${placeInHistory()}`;
    const kept = stored(key.current);
    if (kept) setView((first) => ({ ...first, ...kept }));
  }, [name]);

  function change(part: Partial<View>) {
    const next = { ...view, ...part };
    setView(next);
    if (key.current) store(key.current, next);
  }
  return [view, change] as const;
}
