import { randomUUID } from "node:crypto";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldErrors } from "../../records/lists/list-query";
import type { EntryListName } from "../../records/reference-lists/reference-lists";
import { usesOf, type EntryUse } from "../../records/reference-lists/reference-uses";
import { schemaOf } from "../../records/values/schemas";
import { validate } from "../../records/values/validation";
import { recheckPermission } from "../auth/recheck-permission";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { invalid } from "../errors/errors";
import { recordChanges, type NewChange } from "../records/record-change";
import { changeHeader } from "../records/records";
import { changingList, dropEntry, entryAmong, refuseProtected } from "./entries";
import { lockCarriers, lockEntry } from "./entries-sql";
import * as records from "../records/sql/record-store";

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

const isNew = (errors: FieldErrors, before: FieldErrors | null) =>
  Object.entries(errors).some(([name, codes]) => codes.some((code) => !before?.[name]?.includes(code)));

/**
 * Returns a record's values with the replacement, normalized by the rules for it: for example, a
 * contract basis without an end clears the project's end date.
 * @throws AppError validation_failed when the record would lack a value that the replacement
 * requires; ignores errors that the record had before
 */
function valuesWith({ definition, name }: EntryUse, values: AnyRow, id: number, by: number): AnyRow {
  const wanted = { ...values, [name]: replaced(values[name], id, by) };
  const { values: valid, errors } = validate(schemaOf(definition), wanted);
  if (valid) return valid;
  if (isNew(errors, validate(schemaOf(definition), values).errors)) throw invalid({ by: ["unfit"] });
  return wanted;
}

async function replaceIn(
  { connection }: Context<Transaction>,
  use: EntryUse,
  ids: readonly number[],
  { id, by }: { id: number; by: number },
): Promise<NewChange[]> {
  const definition: AnyDefinition = use.definition;
  const stored = await records.storedRecords(connection, definition, ids);
  const changes: NewChange[] = [];
  for (const [key, { values }] of stored) {
    const next = valuesWith(use, values, id, by);
    const fields = records.differences(definition, values, next);
    const version = await records.updateRecord(connection, definition, key, fields);
    changes.push({ ...changeHeader(definition, { id: key, version }, next), action: "update", fields });
  }
  return changes;
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
          const changes = await replaceIn(unit, use, carriers.slice(start, start + CHUNK), { id, by });
          await recordChanges(unit, changes);
          changed += changes.length;
        }
      }
      await dropEntry(unit, list, id);
      await recheckPermission(unit, "write", "referenceLists");
      return { changed, batch };
    },
    REPLACE_TIMEOUT_MS,
  );
}
