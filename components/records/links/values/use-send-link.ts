import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import type { linkAnswer } from "@/lib/features/records/link-answers";
import { request } from "@/lib/base/browser/api-client";
import { linkPath } from "@/lib/model/kinds/relations";
import type { SendLink } from "./link-call";

/** Returns a function that sends link calls of a record whose page is not open, and refreshes the open one. */
export function useSendLink(id: number): SendLink {
  const { refresh } = usePendingNavigation();
  return async (method, tab, otherId, body) => {
    const answer = await request<typeof linkAnswer>(method, linkPath(tab, id, otherId), { body, preferMinimal: true });
    void refresh();
    return answer;
  };
}
