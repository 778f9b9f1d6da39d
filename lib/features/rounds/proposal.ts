import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";

/** The page of proposals (contract §14). */
export const PROPOSALS_PATH = "/pages/proposals";

/** Returns the path of the API call that reads the proposals of a file. */
export const proposalsOfFilePath = (datei_id: number): string =>
  `/api/proposals?datei_id=${datei_id}&pageSize=${LIST_MAX_PAGE_SIZE}`;

/** Maximum number of proposals that are accepted, rejected or reopened at once. */
export const PROPOSALS_MAX = 2_000;

export const PROPOSAL_STATES = ["open", "accepted", "rejected", "replaced"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The types of proposals, by their source. */
export const PROPOSAL_TYPES = ["round", "file"] as const;
export type ProposalType = (typeof PROPOSAL_TYPES)[number];

/** A query for proposals. An undefined property does not restrict them. */
export type ProposalsQuery = {
  pageNo: number;
  pageSize: number;
  kind?: string;
  id?: number;
  state?: ProposalState;
  type?: ProposalType;
  runde_id?: number;
  datei_id?: number;
  field?: string;
};
