import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { invalid } from "@/lib/base/errors/errors";
import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import type { Saved } from "@/lib/store/records/apply-plans";
import type { Edit } from "@/lib/store/records/edit";
import { editRecord } from "@/lib/store/records/edit-records";
import { planEdits } from "@/lib/store/records/plan-edits";
import { readNewLinks } from "./bulk-request";

/**
 * Creates a record and its links, as one batch of the history, or nothing.
 * @param body the fields of the record; `add` names the records to link, by link list
 * @throws AppError forbidden, or validation_failed with the errors of both
 */
export async function createRecord(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  { add, ...set }: AnyRow,
): Promise<Saved> {
  const { links, errors } = await readNewLinks(unit, definition, add);
  const edit: Edit = { id: null, set, links };
  if (Object.keys(errors).length === 0) return editRecord(unit, definition, edit);
  const { refusals } = await planEdits(unit, definition, [{ id: null, set }]);
  throw invalid({ ...refusals.at(0)?.error.details.errors, ...errors });
}
