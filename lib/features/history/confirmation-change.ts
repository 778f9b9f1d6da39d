import type { Change } from "./history-answers";

/**
 * Whether a change is the confirmation of a record by the recipient of a round (contract §15): a change
 * by a round without a user. It cannot be reverted. `IS_CONFIRMATION` is the same in SQL.
 */
export const isConfirmation = ({ action, source, user }: Pick<Change, "action" | "source" | "user">): boolean =>
  action === "update" && source === "round" && user === null;
