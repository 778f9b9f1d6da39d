import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import type { ConfirmAnswer, Successor } from "../../round";
import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { blockMerges, redirectsOf } from "@/lib/store/sql/merged-records";
import { deleteOpenProposals, insertProposals, lockExisting, type NewProposal } from "./proposals-sql";

/** One recipient's proposals about one record: values of fields or, without any, an answer. */
export type NewProposals = {
  /** The first segment of the kind's API path, the same for all; and the record's key and label. */
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

/** The record that an answer is about now, and the ids that were merged into it on the way. */
type AnsweredRecord = Pick<NewProposal, "id" | "moved_from">;

/**
 * Locks the answered records, so that none is deleted or merged before the proposals can be seen.
 * One statement, also for those that merged ones lead to: two recipients may confirm what the other
 * one changes. Merges must be held back.
 * @returns the records that the answered keys lead to; deleted ones are left out
 */
async function lockAnsweredRecords(connection: Transaction, definition: AnyDefinition, ids: readonly number[]) {
  const redirects = await redirectsOf(connection, definition, ids);
  const targets = ids.map((id): [number, AnsweredRecord] => {
    const { into, path } = redirects.get(id) ?? { into: id, path: [] };
    return [id, { id: into, moved_from: path }];
  });
  const existing = await lockExisting(connection, definition, [...new Set(targets.map(([, { id }]) => id))]);
  return new Map(targets.filter(([, { id }]) => existing.has(id)));
}

const rowsOf = (target: AnsweredRecord, { fields, ...proposal }: NewProposals, proposer: Proposer): NewProposal[] => {
  const { kind, label, answer, comment, successor } = proposal;
  const proposedFields = fields.length > 0 ? fields : [{ name: null, now: null, value: null }];
  return proposedFields.map(({ name, value, now }) => ({
    ...proposer,
    ...target,
    ...{ type: "round", kind, label, answer, comment, successor, field: name, value, now },
    ...{ datei_id: null, fassung: null, seite: null, zitat: null },
  }));
};

/**
 * Saves a recipient's proposals; open ones of earlier answers about the same records are deleted
 * (contract §14). Those about a merged record are for the record that it was merged into, those about
 * a deleted one are not saved. Locks merges, proposals, then records: call it before other locks.
 * @param answeredRecords the answered records, which are those of all proposals, and confirmed ones
 */
export async function saveProposals(
  { connection }: Context<Transaction>,
  proposer: Proposer,
  answeredRecords: { kind: string; ids: readonly number[] },
  proposals: readonly NewProposals[],
): Promise<void> {
  // Before the proposals, as merging does.
  await blockMerges(connection);
  await deleteOpenProposals(connection, proposer.recipient_id, answeredRecords);
  const definition = definitionOfPath(answeredRecords.kind);
  if (!definition) throw new Error(`Answers about the unknown kind ${answeredRecords.kind}`);
  const targets = await lockAnsweredRecords(connection, definition, answeredRecords.ids);
  const rows = proposals.flatMap((proposal) => {
    const record = targets.get(proposal.id);
    return record ? rowsOf(record, proposal, proposer) : [];
  });
  await insertProposals(connection, rows);
}
