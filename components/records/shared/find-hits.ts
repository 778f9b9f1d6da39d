import type { Hits, TypeaheadItem } from "@/components/ui/choices/typeahead";
import { requestDetailed } from "@/lib/api-client";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";

/** A record that was found while typing. */
export type FoundRow = AnyRow & TypeaheadItem;

/** The first records of a kind that a text finds (contract §4), each with what tells namesakes apart. */
export async function findHits(kind: AnyDefinition, text: string, signal: AbortSignal): Promise<Hits<FoundRow>> {
  const path = `/api/${kind.apiPath}_search?detail=1&search=${encodeURIComponent(text)}`;
  const { answer, total = answer.length } = await requestDetailed<FoundRow[]>("GET", path, { signal });
  return { hits: answer, more: total - answer.length };
}
