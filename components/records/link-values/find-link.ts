import type { recordPage } from "@/lib/answers/record-answers";
import { request } from "@/lib/api-client";
import type { AnyRow } from "@/lib/records/fields/field";
import { linkedFilter } from "@/lib/records/kinds/linked-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import { defaultListQuery, listSearchParams } from "@/lib/records/lists/list-query";
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
