import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Context } from "../database/transaction";
import type { AppError } from "@/lib/base/errors/errors";
import { getAt } from "@/lib/model/pure/get-at";
import { applyPlans, type Saved } from "./apply-plans";
import { notFoundOrMerged } from "./find-records";
import { planLocked } from "./plan-edits";
import type { Edit, EditRefusal } from "./edit";
import { inRetriedTransaction } from "./retried-transaction";

/** Returns the error of a refused edit; for a merged record it names the record merged into (contract §12). */
async function errorOf(
  { connection }: Context,
  definition: AnyDefinition,
  { edit, error }: EditRefusal,
): Promise<AppError> {
  const { id, set, remove } = edit;
  if (id === null || error.code !== "data_not_found" || !(set ?? remove)) return error;
  return notFoundOrMerged(connection, definition, id);
}

/**
 * Creates, changes, links and deletes records of one kind, all of them or none.
 * @returns the key and version of each record, in the order of the edits
 * @throws AppError forbidden, or why an edit is refused: validation_failed, data_not_found,
 * edit_conflict, already_exists, not_revertible, or the error code in the definition's `inUse`
 */
export function editRecords(context: Context, definition: AnyDefinition, edits: readonly Edit[]): Promise<Saved[]> {
  return inRetriedTransaction(context, async (unit) => {
    const { plans, refusals } = await planLocked(unit, definition, edits);
    const [refusal] = refusals;
    if (refusal) throw await errorOf(unit, definition, refusal);
    return applyPlans(unit, definition, plans);
  });
}

/** Like `editRecords`, for one record. */
export async function editRecord(context: Context, definition: AnyDefinition, edit: Edit): Promise<Saved> {
  const saved = await editRecords(context, definition, [edit]);
  return getAt(saved, 0);
}
