import * as z from "zod";
import { anyText, batchOfChanges, done, recordId } from "@/lib/model/answers/shapes";

const handedProject = z.object({
  id: recordId,
  label: anyText,
  rollen: z.array(recordId).describe("The roles that the successor gets"),
  refused: z
    .enum(["role_taken", "data_not_found"])
    .optional()
    .describe("Why the project stays as it is: a unique role would be held twice, or there is no such link"),
});
/** A project in a hand-over. */
export type HandedProject = z.output<typeof handedProject>;

/** `POST /api/<kind>/{id}/handover`: the result or the preview of a hand-over (contract §13) */
export const handedOver = done("data_updated", { projects: z.array(handedProject), batch: batchOfChanges });
