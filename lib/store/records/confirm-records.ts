import { CONFIRMED_AT, CONFIRMED_BY, CONFIRMER_MAX_LENGTH } from "@/lib/model/fields/confirmation";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { ROUND_KIND } from "@/lib/model/change";
import type { Transaction } from "../database/client";
import type { Context } from "../database/transaction";
import { applyPlans } from "./apply-plans";
import { planLocked } from "./plan-edits";

/** The round in which records were confirmed, and its title. */
export type ConfirmingRound = { runde_id: number; titel_de: string };

/** A record that was confirmed, with the moment, the recipient's name and the round. */
export type Confirmed = { id: number; at: Date; by: string; round: ConfirmingRound };

/** Returns the confirmation to write, none if a later one is stored. */
function laterThan(stored: AnyRow, { at, by }: Confirmed): AnyRow {
  const latestSoFar = stored[CONFIRMED_AT];
  if (typeof latestSoFar === "string" && Date.parse(latestSoFar) >= at.getTime()) return {};
  return { [CONFIRMED_AT]: at.toISOString(), [CONFIRMED_BY]: by.trim().slice(0, CONFIRMER_MAX_LENGTH) || null };
}

/**
 * Sets when and by whom records were confirmed (contract §15), unless a later confirmation is stored.
 * Writes no new version. The change in the history has no user, has the source `round`, and names the
 * round. Ignores records that do not exist. The number of statements does not depend on the number of records.
 */
export async function confirmRecords(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  confirmed: readonly Confirmed[],
): Promise<void> {
  if (!definition.confirmation) throw new Error(`Records of ${definition.name} cannot be confirmed`);
  const latest = new Map<number, Confirmed>();
  for (const one of confirmed) {
    const latestSoFar = latest.get(one.id);
    if (!latestSoFar || latestSoFar.at < one.at) latest.set(one.id, one);
  }
  if (latest.size === 0) return;
  const withoutUser: Context<Transaction> = { ...unit, actor: null, source: "round" };
  const edits = [...latest.values()].map((one) => ({
    id: one.id,
    related: { kind: ROUND_KIND, id: one.round.runde_id, label: one.round.titel_de },
    managed: (stored: AnyRow) => laterThan(stored, one),
  }));
  const { plans } = await planLocked(withoutUser, definition, edits);
  await applyPlans(withoutUser, definition, plans);
}
