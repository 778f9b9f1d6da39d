import * as z from "zod";
import { BULK_MAX_RECORDS } from "@/lib/model/limits";
import { batchOfChanges, count, fieldErrors, recordId, anyText } from "@/lib/model/answers/shapes";

const ofRecords = count.max(BULK_MAX_RECORDS);

const refused = z.object({
  id: recordId,
  label: anyText,
  message: anyText.optional(),
  errors: fieldErrors.optional(),
});
/** A record that a bulk change leaves as it is, with the reason. */
export type BulkRefused = z.output<typeof refused>;

/** `POST /api/<kind>/bulk`: the result or the preview of a bulk change (contract §10) */
export const bulkResult = z.object({
  matched: ofRecords,
  changed: ofRecords,
  same: ofRecords.describe("Number of records that already had these values"),
  refused: z
    .array(refused)
    .describe("Records that were not changed, with the validation `errors` or the `message` of a refusal"),
  batch: batchOfChanges,
});
export type BulkResult = z.output<typeof bulkResult>;
