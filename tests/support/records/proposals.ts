import type { AcceptResult, ProposalRow } from "@/lib/features/rounds/proposal-answers";
import { db } from "@/lib/store/database/client";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { saveProposals, type NewProposals, type Proposer } from "@/lib/features/rounds/server/proposals/save-proposals";
import type { Answer, Client } from "../api";
import type { Body } from "./history";

let recipients = 1_000_000;

/** Returns a recipient of a round, another one with each call. */
export function newProposer(overrides: Partial<Proposer> = {}): Proposer {
  recipients += 1;
  return {
    ...{ runde_id: 0, recipient_id: recipients, name: "Ada Antwort", email: `ada.${recipients}@partner.example` },
    ...{ answered_at: new Date("2026-03-01T10:00:00Z"), ...overrides },
  };
}

/** Creates a round. @returns its key */
export async function createRound(kind = "institutions"): Promise<number> {
  const texts = {
    titel_de: "Runde",
    titel_en: "Runde",
    query: "",
    an: "contacts",
    text_de: "Bitte",
    text_en: "Please",
  };
  const { runde_id } = await db().round.create({
    data: { ...texts, kind, felder: ["telefon"], faellig_am: new Date("2026-04-01"), status: "running" },
  });
  return runde_id;
}

type TestProposal = Partial<NewProposals> & {
  kind: string;
  id: number;
  values?: Record<string, [now: unknown, value: unknown]>;
};

/** Saves an answer about records as the recipient's page does. @returns the keys of the new proposals, in their order */
export async function propose(proposer: Proposer, ...answers: TestProposal[]): Promise<number[]> {
  const runde_id = proposer.runde_id || (await createRound(answers[0]?.kind));
  const [last] = await db().proposal.findMany({ orderBy: { proposal_id: "desc" }, take: 1 });
  await inTransaction(commandContext(db()), async (unit) => {
    const [kind, ids] = [answers[0]?.kind ?? "", answers.map(({ id }) => id)];
    const proposals = answers.map(({ values = {}, ...answer }): NewProposals => {
      const fields = Object.entries(values).map(([name, [now, value]]) => ({ name, now, value }));
      return { ...{ label: "Eintrag", answer: "changed", comment: null, successor: null, fields }, ...answer };
    });
    await saveProposals(unit, { ...proposer, runde_id }, { kind, ids }, proposals);
  });
  const added = await db().proposal.findMany({
    where: { proposal_id: { gt: last?.proposal_id ?? 0 } },
    orderBy: { proposal_id: "asc" },
  });
  return added.map(({ proposal_id }) => proposal_id);
}

export type ProposalPage = { total: number; data: ProposalRow[]; errors?: Body };
type RejectResult = { rejected?: number; reopened?: number; refused: { id: number; message: string }[] };
type DecisionResult = { success: boolean; message: string; fields?: string[]; errors?: Body };

/** API calls that the tests of proposals share. */
export const proposalCalls = (api: Client) => ({
  list: async (query = "") => (await api.get<ProposalPage>(`/api/proposals?pageSize=100&${query}`)).json,
  accept: (id: number | undefined, body?: Body): Promise<Answer<DecisionResult>> =>
    api.post<DecisionResult>(`/api/proposals/${id}/accept`, body),
  reject: (id: number | undefined): Promise<Answer<DecisionResult>> =>
    api.post<DecisionResult>(`/api/proposals/${id}/reject`),
  acceptMany: (ids: readonly unknown[], body: Body = {}): Promise<Answer<AcceptResult & DecisionResult>> =>
    api.post<AcceptResult & DecisionResult>("/api/proposals/accept", { ids, ...body }),
  rejectMany: (ids: readonly unknown[]): Promise<Answer<RejectResult & DecisionResult>> =>
    api.post<RejectResult & DecisionResult>("/api/proposals/reject", { ids }),
  reopen: (id: number | undefined): Promise<Answer<DecisionResult>> =>
    api.post<DecisionResult>(`/api/proposals/${id}/reopen`),
  reopenMany: (ids: readonly unknown[]): Promise<Answer<RejectResult & DecisionResult>> =>
    api.post<RejectResult & DecisionResult>("/api/proposals/reopen", { ids }),
  /** Returns the state of a proposal; null if it was deleted. */
  stateOf: async (id: number | undefined) =>
    (await db().proposal.findUnique({ where: { proposal_id: id ?? 0 } }))?.state ?? null,
});
