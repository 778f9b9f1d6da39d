import type { LinkAnswer } from "@/lib/features/records/link-answers";
import type { AnyRow } from "@/lib/model/fields/field";
import type { LinkList } from "@/lib/model/kinds/relations";

/** A link list of a record, which its page shows in a tab. */
export type OwnedList = { tab: LinkList; id: number };

/**
 * Sends a link call and shows the link list that it returns.
 * @throws ApiError
 */
export type SendLink = (
  method: "POST" | "PUT" | "DELETE",
  tab: LinkList,
  otherId: number,
  body?: AnyRow,
) => Promise<LinkAnswer>;
