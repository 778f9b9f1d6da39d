import * as z from "zod";
import { PROPOSAL_STATES, PROPOSALS_MAX } from "./proposal";
import { CONFIRM_ANSWERS } from "./round";
import {
  batchOfChanges,
  count,
  done,
  fieldErrors,
  kind,
  moment,
  pageOf,
  recordId,
  anyText,
} from "@/lib/model/answers/shapes";

/** Who should be asked instead of a recipient. */
export const successor = z.object({ vorname: anyText, nachname: anyText, email: anyText }).nullable();

const roundSource = z.object({
  type: z.literal("round"),
  runde_id: recordId.nullable().describe("The confirmation round; null if it was deleted"),
  name: anyText.describe("Who answered"),
  email: anyText,
  answer: z.enum(CONFIRM_ANSWERS).nullable(),
  comment: anyText.nullable(),
  successor: successor.describe("Who should be asked instead"),
});

const fileSource = z.object({
  type: z.literal("file"),
  datei_id: recordId,
  fassung: z.int().min(1).describe("The version it was read from"),
  name: anyText.describe("The file's name"),
  seite: z.int().min(1).nullable().describe("The page of a PDF, from 1"),
  zitat: anyText.describe("The sentence it was read from; empty once the bytes are gone"),
});
/** The file and the sentence from which a proposal was read (contract §18). */
export type FileProposalSource = z.output<typeof fileSource>;

/** A proposal, also as a part of the data about a person (contract §14). */
export const proposalRow = z.object({
  proposal_id: recordId,
  kind,
  id: recordId.describe("The record"),
  label: anyText.describe("The record's name when it was proposed, or when a merge or its undo moved the proposal"),
  field: anyText.nullable().describe("Null for an answer that proposes no value, such as a note"),
  value: z.unknown().describe("The proposed value, raw, as in records"),
  now: z.unknown().describe("The field's value when it was proposed"),
  source: z.discriminatedUnion("type", [roundSource, fileSource]),
  state: z.enum(PROPOSAL_STATES),
  created_at: moment,
  decided_by: z
    .object({ id: recordId, name: anyText })
    .nullable()
    .describe("The account that accepted or rejected it, or deleted the record"),
  decided_at: moment.nullable(),
});
export type ProposalRow = z.output<typeof proposalRow>;

/** `GET /api/proposals` */
export const proposalList = pageOf(proposalRow);

/** `POST /api/proposals/{proposal_id}/accept` */
export const proposalAccepted = done("data_updated");

/** `POST /api/proposals/{proposal_id}/reject` */
export const proposalRejected = done("proposal_rejected");

/** `POST /api/proposals/{proposal_id}/reopen` */
export const proposalReopened = done("proposal_reopened");

const refused = z.object({ id: recordId, message: anyText });

/** `POST /api/proposals/accept` */
export const proposalsAccepted = z.object({
  success: z.literal(true),
  accepted: count.max(PROPOSALS_MAX),
  refused: z.array(refused.extend({ errors: fieldErrors.optional() })),
  batch: batchOfChanges,
});
/** The result of accepting several proposals. */
export type AcceptResult = Omit<z.output<typeof proposalsAccepted>, "success">;

/** `POST /api/proposals/reject` */
export const proposalsRejected = z.object({
  success: z.literal(true),
  rejected: count.max(PROPOSALS_MAX),
  refused: z.array(refused),
});

/** `POST /api/proposals/reopen` */
export const proposalsReopened = z.object({
  success: z.literal(true),
  reopened: count.max(PROPOSALS_MAX),
  refused: z.array(refused),
});
