/** The notices that stand or are about to, each with the page that it belongs to; null for one that outlives its page. */
const pages = new Map<string, string | null>();

/** Remembers a notice as one of the page that is shown. */
export const remember = (id: string) => void pages.set(id, window.location.pathname);

/** Forgets a notice that has gone. */
export const forget = (id: string) => void pages.delete(id);

/** Whether a notice is still wanted: its page has not gone while its code was on its way. */
export const isWanted = (id: string) => pages.has(id);

/** The notices of a page that is no longer shown; they are forgotten. @param page the page that is shown now */
export function takeOrphans(page: string): string[] {
  const orphans = [...pages].filter(([, own]) => own !== null && own !== page).map(([id]) => id);
  orphans.forEach(forget);
  return orphans;
}

/**
 * Lets the notices that stand outlive their page: they tell how that went which leads away from it, such as a save on
 * the way out.
 */
export function takeNoticesAlong(): void {
  for (const id of pages.keys()) pages.set(id, null);
}
