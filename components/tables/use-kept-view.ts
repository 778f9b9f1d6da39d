"use client";

import { useLayoutEffect, useRef, useState } from "react";

/** Tells our entries from those of others. */
const PREFIX = "table ";

/** Where in the browser's history a page stands: the same again after Back, another after a new visit. */
const placeInHistory = () => ("navigation" in window && window.navigation.currentEntry?.key) || "";

function stored(key: string): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as object | null;
  } catch {
    // Storage that the browser locks keeps nothing.
    return null;
  }
}

function store(key: string, view: object) {
  try {
    sessionStorage.setItem(key, JSON.stringify(view));
  } catch {
    // The view holds for as long as it is shown, as without a name.
  }
}

/** Forgets how tables were looked at: who logs in next in this tab need not know what was searched for. */
export function forgetKeptViews(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage that the browser locks has kept nothing.
  }
}

/**
 * How a table is looked at, kept while the browser's tab is open: who comes back to the page by Back finds it as he left
 * it, who comes anew finds it as it begins.
 * @param name tells this table from all others; without one nothing is kept
 * @param initial how it begins
 */
export function useKeptView<View extends object>(name: string | undefined, initial: View) {
  const [view, setView] = useState(initial);
  const key = useRef<string>(undefined);

  // Before the first look, so that nothing jumps; the server knows nothing of it.
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
