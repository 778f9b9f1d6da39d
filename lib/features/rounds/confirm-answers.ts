import * as z from "zod";
import type { ControlName } from "@/lib/model/fields/controls";
import { confirmableKinds, CONFIRM_ANSWERS } from "./round";
import { count, isoDay, done, generated, recordId, anyText } from "@/lib/model/answers/shapes";

const confirmField = z.object({
  name: anyText,
  label: anyText,
  type: generated<ControlName>({ type: "string" }),
  value: z.unknown(),
  text: anyText,
});
/** A field of a record on a recipient's page, with its value also as text in the language of the request. */
export type ConfirmField = z.output<typeof confirmField>;

const confirmRecord = z.object({
  kind: z.enum(confirmableKinds().map(({ apiPath }) => apiPath)),
  id: recordId,
  label: anyText,
  fields: z.array(confirmField),
  answer: z.enum(CONFIRM_ANSWERS).nullable(),
  gone: z.literal(true).optional(),
});
/** A record as its recipient sees it: nothing but the round's fields. `gone` if it no longer exists. */
export type ConfirmRecord = z.output<typeof confirmRecord>;

/** `GET /api/confirm/{token}` */
export const confirmation = z.object({
  success: z.literal(true),
  titel: anyText,
  text: anyText,
  faellig_am: isoDay,
  records: z.array(confirmRecord),
  total: count.describe("Records about which the recipient is asked"),
  last_page: count.describe("Number of the last page, from 1"),
  options: z
    .record(anyText, z.array(z.object({ id: z.int(), label: anyText })))
    .describe("The entries that fields with a reference list can have, by field"),
});
/** A page of the round as its recipient sees it. */
export type ConfirmRound = Omit<z.output<typeof confirmation>, "success">;

/** `POST /api/confirm/{token}` */
export const confirmationSaved = done("thanks");
