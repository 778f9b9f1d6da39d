import { useTranslations } from "next-intl";
import type { Hits } from "@/components/ui/choices/typeahead";
import { definitionOf } from "@/lib/model/kinds/registry";
import { requestHits, type FoundRow } from "../shared/request-hits";
import type { LoadedLinks } from "./link-rows";
import { useLinkedAmong } from "./use-linked-among";

/** Returns a search for records that can be linked, which marks those that are linked already. */
export function useLinkSearch(links: LoadedLinks) {
  const child = definitionOf(links.tab.other.kind);
  const tr = useTranslations("records");
  const linkedAmong = useLinkedAmong(links);
  return async (text: string, signal: AbortSignal): Promise<Hits<FoundRow>> => {
    const searchHits = await requestHits(child, text, signal);
    const linked = await linkedAmong(searchHits.hits, signal);
    const hits = searchHits.hits.map((row) => ({ ...row, hint: linked.has(row.id) ? tr("linked") : undefined }));
    return { hits, more: searchHits.more };
  };
}
