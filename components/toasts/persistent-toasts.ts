/**
 * Shown and pending toasts with the page they belong to; null for those that outlive their page.
 */
const pages = new Map<string, string | null>();

/** Assigns a toast to the current page. */
export const remember = (id: string) => void pages.set(id, window.location.pathname);

export const forget = (id: string) => void pages.delete(id);

/** False if the toast's page was left while its code was loading. */
export const isWanted = (id: string) => pages.has(id);

/** Removes and returns the toasts of pages no longer shown. @param page the current page */
export function takeOrphanedToasts(page: string): string[] {
  const orphans = [...pages].filter(([, own]) => own !== null && own !== page).map(([id]) => id);
  orphans.forEach(forget);
  return orphans;
}

/**
 * Persists current toasts across the next navigation, e.g. the result of a save that leaves the
 * page.
 */
export function persistToasts(): void {
  for (const id of pages.keys()) pages.set(id, null);
}
