import type { ConfirmAnswer, Successor } from "../../records/rounds/round";
import type { Transaction } from "../database/client";
import type { Context } from "../database/transaction";

/** What a recipient of a round proposes about one record: values of fields or, without any, an answer. */
export type NewProposals = {
  /** The first segment of the kind's API path, and the record's key and label. */
  kind: string;
  id: number;
  label: string;
  /** The proposed values with those that the fields had; empty for an answer that proposes no value. */
  fields: readonly { name: string; now: unknown; value: unknown }[];
  answer: ConfirmAnswer;
  comment: string | null;
  successor: Successor | null;
};

/** The recipient whose answers are proposals. */
export type Proposer = { runde_id: number; recipient_id: number; name: string; email: string; answered_at: Date };

/**
 * Saves what a recipient proposes. Open proposals of the recipient's earlier answers about the records
 * `answered` become `replaced` (contract §14).
 */
export function saveProposals(
  _unit: Context<Transaction>,
  _proposer: Proposer,
  _answered: { kind: string; ids: readonly number[] },
  _proposals: readonly NewProposals[],
): Promise<void> {
  throw new Error("Not written yet");
}
