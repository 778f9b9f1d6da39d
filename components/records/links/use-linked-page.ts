"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { recordPage } from "@/lib/features/records/record-answers";
import { ignoreFailure, request } from "@/lib/base/browser/api-client";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { LinkState } from "@/lib/model/kinds/link-states";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { listSearchParams, type ListQuery } from "@/lib/model/lists/list-query";

const TYPING_PAUSE_MS = 200;

/**
 * The first page of a link list, which is delivered with its record, and the length of the list.
 */
export type FirstLinks = { rows: AnyRow[]; total: number };

/** The page that a URL returned, or a mark that the request failed. */
type PageResult = { path: string; filterKey: string; firstRows: AnyRow[] } & (
  { page: FirstLinks; failed: false } | { page: null; failed: true }
);

/** Returns the name of the filter for the states of a list's links (contract §13). */
export const stateField = (list: string) => `${list}.zustand`;

/** A query of a link list; `states` restricts it to links that are in one of them. */
export type LinkQuery = Omit<ListQuery, "pageNo"> & { states?: readonly LinkState[] };

/**
 * Serializes a link list's filters, without the one for the owning record; empty if there are none.
 */
const filterKeyOf = ({ filter, where: [, ...more], states }: LinkQuery) =>
  filter === "" && more.length === 0 && !states ? "" : JSON.stringify([filter, more, states]);

/** Returns the path of a page of a link list (contract §13). */
export function linkedPath(child: AnyDefinition, { states, ...query }: LinkQuery, pageNo: number): string {
  const parameters = listSearchParams(child, { ...query, pageNo });
  const list = query.where[0]?.field;
  if (states && list) parameters.append(filterParameter(stateField(list), "in"), states.join(","));
  return `/api/${child.apiPath}?${parameters}`;
}

/**
 * Loads a page of a long or filtered link list from the list of the linked kind (contract §10). The
 * unfiltered first page in default order is not requested, as the record contains it.
 * @param first the first page; a new `rows` array means that the links have changed
 * @param pageNoFor returns the number of the page to load for a total number of rows
 */
export function useLinkedPage(
  child: AnyDefinition,
  query: LinkQuery,
  first: FirstLinks,
  pageNoFor: (total: number) => number,
) {
  const [result, setResult] = useState<PageResult | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { filter, pageSize } = query;
  const filterKey = filterKeyOf(query);
  const last = result?.filterKey === filterKey ? result.page : null;
  const pageNo = pageNoFor(filterKey === "" ? first.total : (last?.total ?? Infinity));
  const path = linkedPath(child, query, pageNo);
  const firstPath = linkedPath(child, { ...query, sort: [], pageSize: first.rows.length }, 0);
  const isFirst = filterKey === "" && path === firstPath;

  const requestedFilter = useRef(filter);
  const loadPage = useEffectEvent(async (signal: AbortSignal) => {
    const firstRows = first.rows;
    try {
      const { data, total } = await request<typeof recordPage>("GET", path, { signal });
      setResult({ path, filterKey, firstRows, page: { rows: data, total }, failed: false });
    } catch (error) {
      if (!signal.aborted) setResult({ path, filterKey, firstRows, page: null, failed: true });
      ignoreFailure(error);
    }
  });
  useEffect(() => {
    if (isFirst) return;
    const controller = new AbortController();
    // Debounces only changes of the search text.
    const timer = setTimeout(
      () => void loadPage(controller.signal),
      requestedFilter.current === filter ? 0 : TYPING_PAUSE_MS,
    );
    requestedFilter.current = filter;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, filter, isFirst, first.rows, attempt]);

  const isLoaded = result?.path === path && result.firstRows === first.rows;
  return {
    pageNo,
    ...(isFirst ? first : (result?.page ?? { ...first, rows: first.rows.slice(0, pageSize) })),
    isLoading: !isFirst && !isLoaded,
    hasFailed: !isFirst && isLoaded && result.failed,
    retry: () => {
      setResult(null);
      setAttempt(attempt + 1);
    },
  };
}
