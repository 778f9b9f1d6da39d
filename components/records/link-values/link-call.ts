import type { AnyRow } from "@/lib/records/fields/field";
import type { NamedRecord } from "@/lib/records/history/history-query";
import type { LinkList } from "@/lib/records/kinds/relations";

/** A link list of a record, which its page shows in a tab. */
export type OwnedList = { tab: LinkList; id: number };

/** Response to a link call; minimal responses omit `tabledata`, the new link list. */
export type LinkAnswer = { success: boolean; message: string; tabledata?: AnyRow[]; holder?: NamedRecord };

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
