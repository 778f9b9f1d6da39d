import { useEffect, useState } from "react";
import type { recordPage } from "@/lib/features/records/record-answers";
import { ifApiError, request } from "@/lib/base/browser/api-client";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { linkedPath, type LinkQuery } from "./use-linked-page";

/**
 * Counts the former links of a list that the browser does not have as a whole.
 * @param isWanted false if nothing is to be counted
 * @param rows the first page; a new array means that the links have changed
 * @returns the number; 0 while it is not known
 */
export function useFormerCount(
  child: AnyDefinition,
  query: LinkQuery,
  isWanted: boolean,
  rows: readonly AnyRow[],
): number {
  const [counted, setCounted] = useState({ path: "", count: 0 });
  const path = linkedPath(child, { ...query, sort: [], pageSize: 1, states: ["former"] }, 0);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    request<typeof recordPage>("GET", path, { signal: controller.signal })
      .then(({ total }) => setCounted({ path, count: total }))
      // Then all links are shown together, each with its period.
      .catch(ifApiError(() => setCounted({ path, count: 0 })));
    return () => controller.abort();
  }, [isWanted, path, rows]);
  // While another search is counted, the number stays, so that the table does not jump.
  return isWanted ? counted.count : 0;
}
