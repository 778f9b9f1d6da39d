import { definitionOfPath } from "../kinds/registry";
import type { Change } from "./history-query";

/**
 * Whether a change is the confirmation of a record by the recipient of a round (contract §15). It is no
 * change by a user, and cannot be reverted.
 */
export function isConfirmation({
  action,
  kind,
  source,
  fields,
}: Pick<Change, "action" | "kind" | "source" | "fields">) {
  const declared = definitionOfPath(kind)?.fields ?? {};
  const isOfRound = action === "update" && source === "round" && fields.length > 0;
  return isOfRound && fields.every(({ name }) => declared[name]?.managed);
}
