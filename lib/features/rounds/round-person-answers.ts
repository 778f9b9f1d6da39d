import * as z from "zod";
import { CONFIRM_ANSWERS, RECIPIENT_STATES } from "./round";
import { successor } from "./proposal-answers";
import { moment, recordId, anyText } from "@/lib/model/answers/shapes";

const inRound = { runde_id: recordId, email: anyText, name: anyText };

export const personalRecipient = z.object({
  ...inRound,
  titel_de: anyText,
  titel_en: anyText,
  state: z.enum(RECIPIENT_STATES),
  sent_at: moment.nullable(),
  answered_at: moment.nullable(),
  declined_at: moment.nullable(),
});
/** A person as a recipient of a round. */
export type PersonalRecipient = z.output<typeof personalRecipient>;

export const personalAnswer = z.object({
  ...inRound,
  kind: anyText,
  id: recordId,
  label: anyText,
  answer: z.enum(CONFIRM_ANSWERS).nullable(),
  changes: z.unknown().describe("The changed values by field; null if there are none"),
  successor,
  comment: anyText.nullable(),
  answered_at: moment.nullable(),
});
/** An answer of a person, about a person's record, or that names a person; `email` and `name` are of who answered. */
export type PersonalAnswer = z.output<typeof personalAnswer>;
