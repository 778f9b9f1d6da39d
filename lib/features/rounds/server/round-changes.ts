import { ROUND_KIND, type ChangeAction } from "@/lib/model/change";
import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { recordChanges } from "@/lib/store/records/change-log";
import type { RoundCounts } from "../round-answers";
import type { RoundStatus } from "../round";
import type { StoredRound } from "./rounds-sql";

/** Numbers of a round that the history holds, and whether a link went to another address. */
type RoundNumbers = Partial<RoundCounts> & {
  mails?: number;
  without_address?: number;
  /** How many links a recipient has had. */
  generation?: number;
  address_changed?: boolean;
};

type RoundChange = {
  action: Exclude<ChangeAction, "create" | "link" | "unlink">;
  /** The status after the change, if that is what changed. */
  status?: RoundStatus;
  figures?: RoundNumbers;
};

/**
 * Records in the history what was done to a locked round (contract §15): with title and numbers, but
 * nothing about recipients, because the history is kept longer than rounds are. Belongs to no batch.
 */
export function recordRoundChange(
  unit: Context<Transaction>,
  { runde_id, titel_de, status: before }: Pick<StoredRound, "runde_id" | "titel_de" | "status">,
  { action, status, figures = {} }: RoundChange,
): Promise<void> {
  const statuses = status || action === "delete" ? [{ name: "status", old: before, new: status ?? null }] : [];
  const numbers = Object.entries(figures).map(([name, value]) => ({ name, old: null, new: value }));
  const fields = [...statuses, ...numbers];
  return recordChanges({ ...unit, batch: undefined }, [
    { action, kind: ROUND_KIND, id: runde_id, label: titel_de, version: null, fields },
  ]);
}
