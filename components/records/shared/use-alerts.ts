import { useEffect, useState } from "react";
import { request } from "@/lib/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/limits";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import type { FieldFilter } from "@/lib/records/lists/filters";
import { defaultListQuery, listSearchParams, type Page } from "@/lib/records/lists/list-query";

const NONE: ReadonlySet<number> = new Set();

/**
 * The keys of those linked records that ask for somebody. The server is asked: links do not carry what is worked out for today.
 * @param linked what narrows the list of their kind to them
 * @param rows new ones say that they may have changed
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
    async function ask() {
      const found = new Set<number>();
      for (let pageNo = 0, pages = 1; pageNo < pages; pageNo += 1) {
        const page = await request<Page<AnyRow>>("GET", `${path}&pageNo=${pageNo}`, { signal });
        for (const row of page.data) found.add(Number(row[key]));
        pages = page.last_page;
      }
      setAlerts(found);
    }
    // What is not known is not marked.
    ask().catch(() => undefined);
    return () => controller.abort();
  }, [path, key, rows]);
  return path === null ? NONE : alerts;
}
