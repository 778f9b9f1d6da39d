import type { Hits, TypeaheadItem } from "@/components/ui/choices/typeahead";
import type { hitsByKind, SearchHit, searchHits } from "@/lib/model/answers/search-answers";
import { request, requestDetailed } from "@/lib/base/browser/api-client";
import type { AnyDefinition } from "@/lib/model/kinds/define";

/** A search result of a typeahead. */
export type FoundRow = SearchHit & TypeaheadItem;

/** Searches records of a kind by text (contract §4), with details that distinguish namesakes. */
export async function requestHits(kind: AnyDefinition, text: string, signal: AbortSignal): Promise<Hits<FoundRow>> {
  const path = `/api/${kind.apiPath}_search?detail=1&search=${encodeURIComponent(text)}`;
  const { answer, total = answer.length } = await requestDetailed<ReturnType<typeof searchHits>>("GET", path, {
    signal,
  });
  return { hits: answer, more: total - answer.length };
}

/**
 * Searches records of a kind by all their searched fields, such as addresses (contract §10), with
 * details that show where a text occurs that is not in the name.
 */
export async function searchFields(
  kind: AnyDefinition,
  text: string,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<Hits<TypeaheadItem>> {
  const path = `/api/search?kind=${kind.apiPath}&limit=${limit}&search=${encodeURIComponent(text)}`;
  const [found] = await request<typeof hitsByKind>("GET", path, { signal });
  return found ? { hits: found.hits, more: found.total - found.hits.length } : { hits: [], more: 0 };
}
