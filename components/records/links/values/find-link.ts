import type { recordPage } from "@/lib/features/records/record-answers";
import { request } from "@/lib/base/browser/api-client";
import type { AnyRow } from "@/lib/model/fields/field";
import { linkedFilter } from "@/lib/model/kinds/linked-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import { defaultListQuery, listSearchParams } from "@/lib/model/lists/list-query";
import type { OwnedList } from "./link-call";

/**
 * Reads a link as a row of its list. Returns null if the records are not linked.
 * @throws ApiError
 */
export async function findLink({ tab, id }: OwnedList, otherId: number): Promise<AnyRow | null> {
  const child = definitionOf(tab.other.kind);
  const linked = linkedFilter(tab, id);
  if (!linked) return null;
  const query = { ...defaultListQuery(child), where: [linked], ids: [otherId], link: tab.other.list };
  const { data } = await request<typeof recordPage>("GET", `/api/${child.apiPath}?${listSearchParams(child, query)}`);
  return data[0] ?? null;
}
