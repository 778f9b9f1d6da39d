import * as z from "zod";
import { IMPORT_MAX_ROWS, MAX_ID } from "../../limits";
import { ROW_CHOICES } from "../../records/spreadsheets/import-choices";
import type { Connection } from "../database/client";
import { invalid } from "../errors/errors";
import * as store from "./imports-sql";

const wholeNumber = z.int({ error: "type" }).min(1, { error: "type" }).max(MAX_ID, { error: "type" });
const action = z.enum(ROW_CHOICES, { error: "type" });

const choice = z
  .strictObject({
    row: wholeNumber.describe(
      "Its number in the file, whose headers are row 1; one that the preview lists as `create`",
    ),
    action,
    id: wholeNumber.optional().describe("The record that is updated: with `update`, and only there"),
  })
  .refine(({ action: wanted, id }) => wanted !== "update" || id !== undefined, { error: "required" })
  .refine(({ action: wanted, id }) => wanted === "update" || id === undefined, { error: "unknown" });

/** What somebody chose for rows that would become new records. */
export const choicesBody = z.strictObject({
  similar: action
    .default("create")
    .describe("What becomes of all rows that have `similar` in the preview; `update` means the first of them"),
  choices: z
    .array(choice, { error: "type" })
    .max(IMPORT_MAX_ROWS, { error: "max" })
    .default([])
    .describe("What becomes of single rows instead"),
});
export type AskedChoices = z.output<typeof choicesBody>;

/** Whether anything but the usual was chosen. */
export const isChosen = ({ similar, choices }: AskedChoices) => similar !== "create" || choices.length > 0;

/**
 * Looks whether the rows that somebody chose for are new ones, each once.
 * @throws AppError validation_failed
 */
export async function checkChoices(connection: Connection, id: number, { choices }: AskedChoices): Promise<void> {
  const rows = choices.map(({ row }) => row);
  if (new Set(rows).size < rows.length) throw invalid({ choices: ["repeated"] });
  if ((await store.notNew(connection, id, rows)).length > 0) throw invalid({ choices: ["unknown"] });
}
