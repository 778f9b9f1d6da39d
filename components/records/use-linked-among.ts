import { useMemo } from "react";
import { request } from "@/lib/api-client";
import { FILTER_MAX_LENGTH, LIST_MAX_PAGE_SIZE } from "@/lib/limits";
import type { AnyRow } from "@/lib/records/define";
import { linkedFilter } from "@/lib/records/linked-lists";
import { defaultListQuery, listSearchParams, type Page } from "@/lib/records/list-query";
import { definitionOf } from "@/lib/records/registry";
import type { ShownLinks } from "./link-rows";

/** Which of the records that a text finds are linked already. */
export type LinkedAmong = (text: string, signal: AbortSignal) => Promise<ReadonlySet<number>>;

/** Knows what is linked from the list where all of it is at hand, and asks the server where it is long. */
export function useLinkedAmong({ tab, id, rows, total }: ShownLinks): LinkedAmong {
  const child = definitionOf(tab.other.kind);
  const atHand = useMemo(() => new Set(rows.map((row) => Number(row[child.key]))), [rows, child]);
  const linked = linkedFilter(tab, id);
  if (!linked || rows.length >= total) return () => Promise.resolve(atHand);
  return async (text, signal) => {
    if (text.length > FILTER_MAX_LENGTH) return new Set();
    const query = { ...defaultListQuery(child), filter: text, where: [linked], pageSize: LIST_MAX_PAGE_SIZE };
    const path = `/api/${child.apiPath}?${listSearchParams(child, query)}`;
    const { data } = await request<Page<AnyRow>>("GET", path, { signal });
    return new Set(data.map((row) => Number(row[child.key])));
  };
}
