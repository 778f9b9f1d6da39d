import type { SeenList } from "./seen-list";

/** A record beside another one: its key, or the page of the list whose rows must be loaded first. */
type Neighbour = { id: number } | { pageNo: number };

/** The place of a record in a list. */
export type PlaceInList = {
  /** Its number, from 1. */
  number: number;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/** Returns the key of the record to which a path belongs; null for other pages. */
export function idOfPath({ detail }: SeenList, pathname: string): number | null {
  const [, key] = pathname.startsWith(`${detail}/`) ? (/^\/(\d+)$/.exec(pathname.slice(detail.length)) ?? []) : [];
  return key === undefined ? null : Number(key);
}

/** Returns the place of a record in a list; null if the list's known rows do not contain it. */
export function placeInList({ ids, first, total, pageSize }: SeenList, id: number): PlaceInList | null {
  const index = ids.indexOf(id);
  if (index < 0) return null;
  const [before, after] = [ids[index - 1], ids[index + 1]];
  const end = first + ids.length;
  const unknownBefore = first > 0 ? { pageNo: Math.floor((first - 1) / pageSize) } : null;
  const unknownAfter = end < total ? { pageNo: Math.floor(end / pageSize) } : null;
  return {
    number: first + index + 1,
    previous: before === undefined ? unknownBefore : { id: before },
    next: after === undefined ? unknownAfter : { id: after },
  };
}

/**
 * Adds the rows of another page to the known rows of a list, before or after them. Rows that are
 * known already, because the list has changed meanwhile, are not repeated; if there are no further
 * ones, the list ends there.
 */
export function withPage(list: SeenList, pageNo: number, page: { ids: readonly number[]; total: number }): SeenList {
  const added = page.ids.filter((id) => !list.ids.includes(id));
  const start = pageNo * list.pageSize;
  if (start < list.first) {
    const first = added.length > 0 ? start : 0;
    const ids = [...added, ...list.ids];
    return { ...list, ids, first, total: Math.max(page.total, first + ids.length) };
  }
  const ids = [...list.ids, ...added];
  const end = list.first + ids.length;
  return { ...list, ids, total: added.length > 0 ? Math.max(page.total, end) : end };
}

/** Returns the URL of a page of a list, from that of another page. */
export function urlOfPage(url: string, pageNo: number): string {
  const [path = "", query] = url.split("?");
  const parameters = new URLSearchParams(query);
  if (pageNo > 0) parameters.set("pageNo", String(pageNo));
  else parameters.delete("pageNo");
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
