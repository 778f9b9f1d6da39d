/**
 * Maps the id of each shown or pending toast to the path of its page; null if the toast outlives
 * the page.
 */
const pages = new Map<string, string | null>();

/** Assigns a toast to the current page. */
export const rememberToast = (id: string) => void pages.set(id, window.location.pathname);

export const forgetToast = (id: string) => void pages.delete(id);

/** False if the toast's page was left while the toaster's code was loading. */
export const isStillPending = (id: string) => pages.has(id);

/**
 * Removes the toasts whose page is no longer shown, and returns their ids.
 * @param page the current page
 */
export function takeOrphanedToasts(page: string): string[] {
  const orphans = [...pages].filter(([, own]) => own !== null && own !== page).map(([id]) => id);
  orphans.forEach(forgetToast);
  return orphans;
}

/**
 * Lets the current toasts survive the next navigation, for instance the result of a save that
 * leaves the page.
 */
export function persistToasts(): void {
  for (const id of pages.keys()) pages.set(id, null);
}
