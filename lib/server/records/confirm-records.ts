import type { AnyDefinition } from "../../records/kinds/define";
import type { Transaction } from "../database/client";
import type { Context } from "../database/transaction";

/** A record that was confirmed, with the moment and the name of whoever confirmed it. */
export type Confirmed = { id: number; at: Date; by: string };

/**
 * Records when and by whom records were confirmed (contract §15), unless a later confirmation is
 * there. Writes no new version; the history shows an update by nobody, with the source `round`.
 * Records that do not exist are left out.
 */
export function confirmRecords(
  _unit: Context<Transaction>,
  _definition: AnyDefinition,
  _confirmed: readonly Confirmed[],
): Promise<void> {
  throw new Error("Not written yet");
}
