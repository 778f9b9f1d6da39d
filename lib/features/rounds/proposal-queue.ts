import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import type { ConfirmAnswer, Successor } from "./round";
import { PROPOSALS_PATH, type ProposalState, type ProposalType } from "./proposal";
import type { FileProposalSource } from "./proposal-answers";

/** Number of proposals on one page of the queue. */
export const QUEUE_PAGE_SIZE = 50;

/** The query of the page of proposals; an undefined property does not restrict it. */
export type QueueQuery = {
  pageNo: number;
  state: ProposalState;
  type?: ProposalType;
  runde_id?: number;
  kind?: string;
  /** Only together with `kind`. */
  id?: number;
  field?: string;
};

/** The filters that the page offers as choices. */
export const QUEUE_FILTERS = ["type", "runde_id", "kind", "field"] as const;
export type QueueFilter = (typeof QUEUE_FILTERS)[number];

/** Returns the parameters of a query, without defaults and the page. */
function queueParameters({ state, type, runde_id, kind, id, field }: Partial<QueueQuery>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ type, runde_id, kind, id, field })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  if (state && state !== "open") parameters.set("state", state);
  return parameters;
}

/** Returns the URL of the page of proposals: the first page of those that match. */
export function queueHref(query: Partial<QueueQuery>): string {
  const parameters = String(queueParameters(query));
  return parameters === "" ? PROPOSALS_PATH : `${PROPOSALS_PATH}?${parameters}`;
}

/** Returns the path of the API call that reads one page of the proposals that match. */
export function proposalsApiPath(query: QueueQuery, pageNo: number): string {
  const parameters = queueParameters(query);
  parameters.set("state", query.state);
  parameters.set("pageNo", String(pageNo));
  parameters.set("pageSize", String(LIST_MAX_PAGE_SIZE));
  return `/api/proposals?${parameters}`;
}

/** Returns the URL of a record's form (`RECORD_TABS`). */
export const formHref = (recordHref: string): string => `${recordHref}?tab=base_data`;

/** Who decided a proposal, and when; null while it is open. */
export type ProposalDecision = { name: string | null; at: string } | null;

/** A proposed value as the page shows it; the texts are formatted, and empty without a value. */
export type FieldProposal = {
  proposal_id: number;
  field: string;
  label: string;
  /** The value when it was proposed, and the proposed one. */
  now: string;
  value: string;
  /** The value that is stored now; null if the record or the field does not exist any more. */
  stored: string | null;
  /** The sentence of a file that it was read from, and the page of a PDF. */
  quote: Pick<FileProposalSource, "seite" | "zitat"> | null;
  /** Whether the stored value differs from the one when the proposal was made. */
  isChanged: boolean;
  /** Whether the stored value is the proposed one. */
  isSame: boolean;
  decision: ProposalDecision;
};

/** A proposal without a field: a note, or an answer that no field can store. */
type ProposalNote = { proposal_id: number; decision: ProposalDecision };

/**
 * How a successor is entered: as a new record of `kind`, linked in `list` instead of `predecessor`.
 * Without a list, the new record is all.
 */
export type Succession = { kind: string; list: string | null; predecessor: number | null };

/** One recipient's answer about a record, or what was read from a version of a file. */
export type ProposalAnswer = {
  key: string;
  /** The file; `name` is its name. */
  file: Pick<FileProposalSource, "datei_id" | "fassung"> | null;
  answer: ConfirmAnswer | null;
  name: string;
  email: string;
  at: string;
  comment: string | null;
  successor: Successor | null;
  /** Null without a successor, and if the round does not exist any more. */
  succession: Succession | null;
  fields: FieldProposal[];
  notes: ProposalNote[];
};

/** The proposals for one record on a page of the queue. */
export type ProposedRecord = {
  kind: string;
  /** The name of the kind, in the singular. */
  kindLabel: string;
  id: number;
  label: string;
  /** The record's page; null if the record does not exist any more. */
  href: string | null;
  /** Number of the record's proposals on this page, and in the whole queue. */
  shown: number;
  total: number;
  answers: ProposalAnswer[];
};

/** Returns the numbers of a record's proposals on a page of the queue by the file they were read from. */
export function countByFile({ answers }: ProposedRecord): Readonly<Record<number, number>> {
  const files = answers.flatMap(({ file, fields }) => (file ? [[file.datei_id, fields.length] as const] : []));
  return Object.fromEntries(files);
}

/** A choice of a filter, with the number of proposals that it leaves. */
export type QueueChoice = { value: string; label: string; count: number };

/** The data of the page of proposals. */
export type ProposalQueue = {
  records: ProposedRecord[];
  /** Numbers of proposals on this page, of proposals that match, and of their records. */
  shown: number;
  total: number;
  recordCount: number;
  choices: Record<QueueFilter, QueueChoice[]>;
  /** The label of the record to which the queue is restricted. */
  of: string | null;
};
