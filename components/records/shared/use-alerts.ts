import { useEffect, useState } from "react";
import type { recordPage } from "@/lib/features/records/record-answers";
import { ignoreFailure, request } from "@/lib/base/browser/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { FieldFilter } from "@/lib/model/lists/filters";
import { defaultListQuery, listSearchParams } from "@/lib/model/lists/list-query";

const NONE: ReadonlySet<number> = new Set();

/**
 * Returns the keys of linked records that need attention. They are requested separately, because
 * link lists do not contain derived facts, which depend on the current day.
 * @param linked filter that restricts the kind's list to the linked records
 * @param rows the linked records; a new array triggers a new request
 */
export function useAlerts(child: AnyDefinition, linked: FieldFilter | null, rows: readonly AnyRow[]) {
  const [alerts, setAlerts] = useState(NONE);
  const alert = child.derived?.alert;
  const where: FieldFilter[] =
    alert && linked && rows.length > 0 ? [linked, { field: alert.fact, operator: "in", value: [alert.entry] }] : [];
  const query = { ...defaultListQuery(child), where, pageSize: LIST_MAX_PAGE_SIZE };
  const path = where.length > 0 ? `/api/${child.apiPath}?${listSearchParams(child, query)}` : null;
  const { key } = child;

  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    async function loadAlerts() {
      const alertIds = new Set<number>();
      for (let pageNo = 0, pages = 1; pageNo < pages; pageNo += 1) {
        const page = await request<typeof recordPage>("GET", `${path}&pageNo=${pageNo}`, { signal });
        for (const row of page.data) alertIds.add(Number(row[key]));
        pages = page.last_page;
      }
      setAlerts(alertIds);
    }
    // If the request fails, rows remain unmarked.
    loadAlerts().catch(ignoreFailure);
    return () => controller.abort();
  }, [path, key, rows]);
  return path === null ? NONE : alerts;
}
