import type { AnyDefinition } from "../../records/kinds/define";
import { definitionOfPath } from "../../records/kinds/registry";
import type { ConfirmAnswer, Successor } from "../../records/rounds/round";
import type { Transaction } from "../database/client";
import type { Context } from "../database/transaction";
import { mergedInto } from "../records/sql/merged-records";
import { insertProposals, lockExisting, replaceProposals, type NewProposal } from "./proposals-sql";

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

/**
 * Locks the answered records, so that none is deleted or merged before the proposals can be seen. All of
 * them at once: two recipients may confirm what the other one changes.
 * @returns by key, the key of the record that now is the one meant; deleted ones are left out
 */
async function keysOf(connection: Transaction, definition: AnyDefinition, ids: readonly number[]) {
  const there = await lockExisting(connection, definition, ids);
  const keys = new Map([...there].map((id) => [id, id]));
  for (const id of ids.filter((each) => !there.has(each))) {
    const into = await mergedInto(connection, definition, id);
    const isThere = into !== null && (await lockExisting(connection, definition, [into])).has(into);
    if (isThere) keys.set(id, into);
  }
  return keys;
}

const rowsOf = (id: number, { fields, ...proposal }: NewProposals, proposer: Proposer): NewProposal[] => {
  const { kind, label, answer, comment, successor } = proposal;
  const given = fields.length > 0 ? fields : [{ name: null, now: null, value: null }];
  return given.map(({ name, value, now }) => ({
    ...proposer,
    ...{ kind, id, label, answer, comment, successor, field: name, value, now },
  }));
};

/**
 * Saves a recipient's proposals. Open proposals of the recipient's earlier answers about the records
 * `answered` become `replaced` (contract §14). Proposals about a merged record are saved for the
 * record that it was merged into, those about a deleted record not at all. Locks the answered
 * records, after the proposals: call it before the transaction locks any other record.
 * @param answered the answered records, which are those of all proposals, and confirmed ones
 */
export async function saveProposals(
  { connection }: Context<Transaction>,
  proposer: Proposer,
  answered: { kind: string; ids: readonly number[] },
  proposals: readonly NewProposals[],
): Promise<void> {
  await replaceProposals(connection, proposer.recipient_id, answered);
  const definition = definitionOfPath(answered.kind);
  if (!definition) throw new Error(`Answers about the unknown kind ${answered.kind}`);
  const keys = await keysOf(connection, definition, answered.ids);
  const rows = proposals.flatMap((proposal) => {
    const id = keys.get(proposal.id);
    return id === undefined ? [] : rowsOf(id, proposal, proposer);
  });
  await insertProposals(connection, rows);
}
