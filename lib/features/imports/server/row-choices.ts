import * as z from "zod";
import { IMPORT_MAX_ROWS, MAX_ID } from "@/lib/model/limits";
import { ROW_CHOICES } from "../import-choices";
import type { Connection } from "@/lib/store/database/client";
import { invalid } from "@/lib/base/errors/errors";
import * as store from "./imports-sql";
import { listUpTo } from "@/lib/model/values/list-up-to";

const wholeNumber = z.int({ error: "type" }).min(1, { error: "type" }).max(MAX_ID, { error: "type" });
const action = z.enum(ROW_CHOICES, { error: "type" });

const choice = z
  .strictObject({
    row: wholeNumber.describe("The row number in the file; a row that the preview lists as `create`"),
    action,
    id: wholeNumber.optional().describe("The record to update; required with `update`, and only allowed there"),
  })
  .refine(({ action: chosen, id }) => chosen !== "update" || id !== undefined, { error: "required" })
  .refine(({ action: chosen, id }) => chosen === "update" || id === undefined, { error: "unknown" });

/** Request body with the user's choices for rows that would otherwise become new records. */
export const choicesSchema = z.strictObject({
  similar: action
    .default("create")
    .describe(
      "The action for all rows that have `similar` records in the preview; `update` updates the first of these",
    ),
  repeated: z
    .enum(["create", "skip"], { error: "type" })
    .default("create")
    .describe("The action for all rows that `repeats` another row in the preview"),
  renames: z
    .boolean({ error: "type" })
    .default(false)
    .describe("Whether records may get another label; needed where the preview counts `renames`, or a choice renames"),
  choices: z
    ._default(listUpTo(choice, IMPORT_MAX_ROWS), [])
    .register(z.globalRegistry, { description: "Different actions for single rows, by default none" }),
});
export type RunChoices = z.output<typeof choicesSchema>;

/** Whether the user has made any choice other than the default. */
export const isChosen = ({ similar, repeated, choices }: RunChoices) =>
  similar !== "create" || repeated !== "create" || choices.length > 0;

/**
 * Checks that every choice refers to a new row, and that no row has more than one choice.
 * @throws AppError validation_failed
 */
export async function checkChoices(connection: Connection, id: number, { choices }: RunChoices): Promise<void> {
  const rows = choices.map(({ row }) => row);
  if (new Set(rows).size < rows.length) throw invalid({ choices: ["repeated"] });
  if ((await store.rowsNotNew(connection, id, rows)).length > 0) throw invalid({ choices: ["unknown"] });
}
