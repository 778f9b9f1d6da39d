import type { FieldErrors } from "../lists/list-query";
import type { ConfirmAnswer, Successor } from "../rounds/round";

/** The page of proposals (contract §14). */
export const PROPOSALS_PATH = "/pages/proposals";

/** Maximum number of proposals that are accepted at once. */
export const PROPOSALS_MAX = 2_000;

export const PROPOSAL_STATES = ["open", "accepted", "rejected", "replaced"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The types of proposals, by their source. */
export const PROPOSAL_TYPES = ["round"] as const;
export type ProposalType = (typeof PROPOSAL_TYPES)[number];

/** The answer of a confirmation round from which a proposal comes. */
type ProposalSource = {
  type: ProposalType;
  runde_id: number | null;
  /** The name and address of the recipient who answered. */
  name: string;
  email: string;
  answer: ConfirmAnswer | null;
  comment: string | null;
  successor: Successor | null;
};

/** A proposal in API responses. */
export type ProposalRow = {
  proposal_id: number;
  /** The first segment of the kind's API path. */
  kind: string;
  id: number;
  label: string;
  /** Null for an answer that proposes no value, such as a comment. */
  field: string | null;
  value: unknown;
  /** The field's value when it was proposed. */
  now: unknown;
  source: ProposalSource;
  state: ProposalState;
  created_at: string;
  decided_by: { id: number; name: string } | null;
  decided_at: string | null;
};

/** A query for proposals. An undefined property does not restrict them. */
export type ProposalsQuery = {
  pageNo: number;
  pageSize: number;
  kind?: string;
  id?: number;
  state?: ProposalState;
  type?: ProposalType;
  runde_id?: number;
  field?: string;
};

/** The result of accepting several proposals. */
export type AcceptResult = {
  accepted: number;
  refused: { id: number; message: string; errors?: FieldErrors }[];
  /** The batch in the history, by which the changes can be reverted; null if nothing changed. */
  batch: string | null;
};
