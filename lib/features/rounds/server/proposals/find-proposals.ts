import type { PersonIdentity } from "../recipients-of-person";
import type { ProposalRow } from "../../proposal-answers";
import type { ProposalsQuery, ProposalState } from "../../proposal";
import type { ConfirmAnswer, Successor } from "../../round";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { authorize } from "@/lib/base/access/permissions";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { storedProposalsOf } from "./person-proposals-sql";
import { storedProposals, type StoredProposal } from "./proposals-sql";

function sourceOf(stored: StoredProposal): ProposalRow["source"] {
  const { type, name } = stored;
  if (type === "round") {
    const { runde_id, email, answer, comment, successor } = stored;
    return {
      ...{ type, runde_id, name, email, comment },
      answer: answer as ConfirmAnswer | null,
      successor: successor as Successor | null,
    };
  }
  const { datei_id, fassung, seite, zitat } = stored;
  return { type, datei_id: Number(datei_id), fassung: Number(fassung), name, seite, zitat: zitat ?? "" };
}

/** Converts a stored proposal to its API form (contract §14). */
const asProposalRow = (stored: StoredProposal): ProposalRow => ({
  proposal_id: stored.proposal_id,
  kind: stored.kind,
  id: stored.id,
  label: stored.label,
  field: stored.field,
  value: stored.value,
  now: stored.now,
  source: sourceOf(stored),
  state: stored.state as ProposalState,
  created_at: stored.created_at.toISOString(),
  decided_by: stored.decided_by === null ? null : { id: stored.decided_by, name: stored.decider_name ?? "" },
  decided_at: stored.decided_at?.toISOString() ?? null,
});

/**
 * Returns one page of proposals, oldest first, and their total number (contract §14).
 * @throws AppError forbidden
 */
export async function listProposals(
  { actor, connection }: Context,
  query: ProposalsQuery,
): Promise<{ rows: ProposalRow[]; total: number }> {
  authorize(actor, "read", "proposals");
  const { rows, total } = await storedProposals(connection, query, visibilitiesOf(actor));
  return { rows: rows.map(asProposalRow), total };
}

/**
 * Finds the proposals that name a person (contract §9): as who answered, as the successor, as the record
 * they are about, or in their texts.
 * @param words the person's surnames and addresses
 */
export async function findProposalsOf(
  connection: Connection,
  person: PersonIdentity,
  words: readonly string[],
): Promise<ProposalRow[]> {
  return (await storedProposalsOf(connection, person, words)).map(asProposalRow);
}
