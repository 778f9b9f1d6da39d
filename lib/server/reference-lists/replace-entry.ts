import { randomUUID } from "node:crypto";
import type { AnyRow } from "../../records/kinds/define";
import type { EntryListName } from "../../records/reference-lists/reference-lists";
import { usesOf, type EntryUse } from "../../records/reference-lists/reference-uses";
import { recheckPermission } from "../auth/recheck-permission";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { invalid } from "../errors/errors";
import { applyPlans } from "../records/apply-plans";
import type { Edit } from "../records/edit";
import { planEdits } from "../records/plan-edits";
import { changingList, dropEntry, entryAmong, refuseProtected } from "./entries";
import { lockCarriers, lockEntry } from "./entries-sql";

/** Transaction timeout in milliseconds. */
const REPLACE_TIMEOUT_MS = 120_000;
/** Number of records read and written to the history at a time. */
const CHUNK = 500;

/**
 * Replaces an entry in the value of a field. A list that contains the replacement already does not
 * get it twice.
 */
const replaced = (value: unknown, id: number, by: number) =>
  Array.isArray(value) ? [...new Set(value.map((entry: number) => (entry === id ? by : entry)))] : by;

/**
 * Replaces an entry in records that use it. Their values are normalized by the rules for the
 * replacement: for example, a contract basis without an end clears the project's end date.
 * @returns the number of changed records
 * @throws AppError validation_failed when a record would lack a value that the replacement
 * requires; ignores errors that the record had before
 */
async function replaceIn(
  unit: Context<Transaction>,
  { definition, name }: EntryUse,
  ids: readonly number[],
  { id, by }: { id: number; by: number },
): Promise<number> {
  const set = (stored: AnyRow) => ({ [name]: replaced(stored[name], id, by) });
  const edits = ids.map((key): Edit => ({ id: key, set, acceptsStoredErrors: true }));
  const { plans, refusals } = await planEdits(unit, definition, edits);
  if (refusals.length > 0) throw invalid({ by: ["unfit"] });
  await applyPlans(unit, definition, plans);
  return plans.length;
}

/**
 * Replaces an entry by another one in every record that uses it, and deletes the replaced entry.
 * All changes are one batch of the history, so that they can be reverted together.
 * @param id key of the replaced entry
 * @param by key of the replacement
 * @returns the number of changed records, and the id of the batch
 * @throws AppError validation_failed, data_not_found, reference_protected, forbidden
 */
export function replaceEntry(
  context: Context,
  list: EntryListName,
  id: number,
  by: number,
): Promise<{ changed: number; batch: string }> {
  const batch = context.batch ?? randomUUID();
  return changingList(
    { ...context, batch },
    list,
    async (unit, entries) => {
      // An inactive entry, which forms do not offer, cannot be a replacement either.
      const isOffered = by !== id && entries.some((entry) => entry.id === by && entry.flags.active);
      if (!isOffered) throw invalid({ by: ["exists"] });
      refuseProtected(entryAmong(entries, id));
      await lockEntry(unit.connection, list, id);
      let changed = 0;
      for (const use of usesOf(list)) {
        const carriers = await lockCarriers(unit.connection, use, id);
        for (let start = 0; start < carriers.length; start += CHUNK) {
          changed += await replaceIn(unit, use, carriers.slice(start, start + CHUNK), { id, by });
        }
      }
      await dropEntry(unit, list, id);
      await recheckPermission(unit, "write", "referenceLists");
      return { changed, batch };
    },
    REPLACE_TIMEOUT_MS,
  );
}
