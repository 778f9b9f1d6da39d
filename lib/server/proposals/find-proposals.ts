import type { ProposalRow, ProposalsQuery } from "../../records/proposals/proposal";
import type { Context } from "../database/transaction";

/**
 * Returns one page of proposals, oldest first, and their total number (contract §14).
 * @throws AppError forbidden
 */
export function listProposals(
  _context: Context,
  _query: ProposalsQuery,
): Promise<{ rows: ProposalRow[]; total: number }> {
  throw new Error("Not written yet");
}
