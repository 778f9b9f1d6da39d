import * as z from "zod";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { qualityChecks } from "./quality-checks";
import { batchOfChanges, count, isoDay, done, moment, recordId, anyText } from "@/lib/model/answers/shapes";

const kind = z.enum(allDefinitions.map(({ apiPath }) => apiPath));

const list = z.object({
  kind,
  query: anyText
    .nullable()
    .describe("Query with which the kind's list shows the records to fix; null if `/duplicates` lists them"),
  count,
});

const qualityDay = z.object({ day: isoDay, count });
/** The number of defects that a check found on a day. */
export type QualityDay = z.output<typeof qualityDay>;

const check = z.object({
  name: z.enum(qualityChecks.map(({ name }) => name)),
  count: count.describe("Number of problems in all of its lists"),
  lists: z.array(list),
  days: z.array(qualityDay).describe("One count per day, oldest first"),
});

/** `GET /api/quality` */
export const quality = z.object({ success: z.literal(true), counted_at: moment, checks: z.array(check) });

/** `POST /api/quality` */
export const qualityCounted = done("data_updated");

const adoptedContact = z.object({
  ...{ kind, id: recordId, label: anyText, person: z.object({ id: recordId, label: anyText }) },
  role: anyText.describe("Name of the role that the link gets"),
});
/** A linked person who gets the role of a contact person, because the record names the person in free text. */
export type AdoptedContact = z.output<typeof adoptedContact>;

/** `POST /api/quality/contacts` */
export const contactsAdopted = z.object({
  success: z.literal(true),
  changes: z.array(adoptedContact),
  more: z.boolean().describe("Whether further links are left for another call"),
  batch: batchOfChanges,
});
/** The result of adopting contact persons, or its preview. */
export type AdoptedContacts = Omit<z.output<typeof contactsAdopted>, "success">;
