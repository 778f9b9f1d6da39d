import type { Hits, TypeaheadItem } from "@/components/ui/choices/typeahead";
import { requestDetailed } from "@/lib/api-client";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";

/** A search result of a typeahead. */
export type FoundRow = AnyRow & TypeaheadItem;

/** Searches records of a kind by text (contract §4), with details that distinguish namesakes. */
export async function searchRecords(kind: AnyDefinition, text: string, signal: AbortSignal): Promise<Hits<FoundRow>> {
  const path = `/api/${kind.apiPath}_search?detail=1&search=${encodeURIComponent(text)}`;
  const { answer, total = answer.length } = await requestDetailed<FoundRow[]>("GET", path, { signal });
  return { hits: answer, more: total - answer.length };
}
