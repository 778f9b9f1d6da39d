import { storedInTab, storeInTab } from "@/components/tables/use-stored-view";

/**
 * The list page of a kind that the tab has shown last, from which the pages of its records know
 * their place in it. It begins with the rows of that page; walking past them adds those of other
 * pages.
 */
export type SeenList = {
  /** The URL of the list page. */
  href: string;
  /** The URL of the list in the API. */
  api: string;
  /** Name of the records' key. */
  key: string;
  /** Path of the records' pages, without the key. */
  detail: string;
  pageSize: number;
  /** Keys of successive rows. */
  ids: readonly number[];
  /** Index of the first of them in the whole list. */
  first: number;
  /** Number of rows of the whole list. */
  total: number;
};

const storageKey = (kind: string) => `list ${kind}`;

/** Returns the list of a kind that this tab has shown last. */
export const seenList = (kind: string) => storedInTab(storageKey(kind)) as SeenList | null;

export const storeSeenList = (kind: string, list: SeenList) => storeInTab(storageKey(kind), list);
