import * as z from "zod";
import type { AnyRow } from "@/lib/model/kinds/define";
import { change, namedRecord } from "@/lib/features/history/history-answers";
import { personFile } from "@/lib/features/files/file-answers";
import { proposalRow } from "@/lib/features/rounds/proposal-answers";
import { personalAnswer, personalRecipient } from "@/lib/features/rounds/round-person-answers";
import { count, done, generated, recordId, anyText } from "@/lib/model/answers/shapes";

const linkedRecord = z.object({
  relation: anyText,
  ...namedRecord.shape,
  values: generated<AnyRow>({
    type: "object",
    description: "The values of the link's fields that are not empty; absent if there are none",
  }).optional(),
});

const mention = z.object({ ...namedRecord.shape, fields: z.array(anyText), past_fields: z.array(anyText) });
/** A record with a text that names the person: in `fields` now, in `past_fields` in the history. */
export type Mention = z.output<typeof mention>;

/** `GET /api/<kind>/{id}/personal-data` */
export const personalData = z.object({
  kind: anyText,
  id: recordId,
  label: anyText.describe("The name that must be sent to confirm an erasure"),
  deleted: z.boolean().describe("Whether the record was deleted and is known only from the history"),
  record: generated<AnyRow>({ type: "object", description: "The record, or its last state before it was deleted" }),
  links: z.array(linkedRecord),
  changes: z.array(change),
  changes_total: count,
  mentions: z
    .array(mention)
    .describe(
      "Other records and accounts (`users`) whose texts, or those of their links (`<list>.<field>`), contain a surname or email address of the person: `fields` now, `past_fields` in the history",
    ),
  mentions_complete: z.boolean().describe("False when there are more mentions than are listed"),
  files: z
    .array(personFile)
    .describe(
      "The files of the person's record, and others whose names or description contain a surname or email address of the person, deleted ones included; at most 1,000",
    ),
  rounds: z
    .object({ recipients: z.array(personalRecipient), answers: z.array(personalAnswer) })
    .describe(
      "Confirmation rounds: the person as a recipient, and answers of the person, about the person's record, or that contain a surname or email address of the person; at most 1,000 of each",
    ),
  proposals: z
    .array(proposalRow)
    .describe(
      "Proposals of the person, about the person's record, or that contain a surname or email address of the person; at most 1,000",
    ),
});
/** Everything stored about a person. */
export type PersonalData = z.output<typeof personalData>;

/** `POST /api/<kind>/{id}/erase` */
export const personErased = done("data_erased");
