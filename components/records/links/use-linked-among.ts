import { useMemo } from "react";
import type { recordPage } from "@/lib/features/records/record-answers";
import { request } from "@/lib/base/browser/api-client";
import { linkedFilter } from "@/lib/model/kinds/linked-lists";
import { defaultListQuery, listSearchParams } from "@/lib/model/lists/list-query";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { FoundRow } from "../shared/request-hits";
import type { LoadedLinks } from "./link-rows";

/** Returns the keys of those search hits that are already linked. */
export type LinkedAmong = (hits: readonly FoundRow[], signal: AbortSignal) => Promise<ReadonlySet<number>>;

/**
 * Returns a function that checks which hits are linked: against the loaded link list if it is
 * complete, otherwise by a request.
 */
export function useLinkedAmong({ tab, id, rows, total }: LoadedLinks): LinkedAmong {
  const child = definitionOf(tab.other.kind);
  const loadedIds = useMemo(() => new Set(rows.map((row) => Number(row[child.key]))), [rows, child]);
  const linked = linkedFilter(tab, id);
  if (!linked || rows.length >= total) return () => Promise.resolve(loadedIds);
  return async (hits, signal) => {
    if (hits.length === 0) return new Set();
    const query = { ...defaultListQuery(child), where: [linked], ids: hits.map((hit) => hit.id) };
    const path = `/api/${child.apiPath}?${listSearchParams(child, query)}`;
    const { data } = await request<typeof recordPage>("GET", path, { signal });
    return new Set(data.map((row) => Number(row[child.key])));
  };
}
