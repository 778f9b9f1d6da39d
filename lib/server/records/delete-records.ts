import type { AnyDefinition } from "../../records/kinds/define";
import { inTransaction, type Context } from "../database/transaction";
import type { Connection, Transaction } from "../database/client";
import { AppError } from "../errors/errors";
import { recordChanges, type NewChange } from "./record-change";
import { authorize } from "../access/permissions";
import { changeHeader } from "./records";
import { heldRecords, linkedToMany, lockLinksOf, lockRecords, removeRecords } from "./sql/many-records";
import { snapshotFields, storedRecords } from "./sql/record-store";

/* What `deleteRecord` does with one record, for thousands in a few statements. */

/** Says which of the records can go and which others hold, by the same rule as one of them (contract §3). */
export async function planDeletes(connection: Connection, definition: AnyDefinition, ids: readonly number[]) {
  const stored = await storedRecords(connection, definition, ids);
  const held = definition.inUse ? await heldRecords(connection, definition.name, ids) : new Set<number>();
  return { stored, held, going: ids.filter((id) => stored.has(id) && !held.has(id)) };
}

export type PlannedDeletes = Awaited<ReturnType<typeof planDeletes>>;

/**
 * Deletes those of the records that can go, with their links.
 * @param reverts the change that the delete of a record undoes, by its key
 * @param check may still refuse what is planned
 */
export async function deleteThoseThatCan(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  ids: readonly number[],
  { reverts, check }: { reverts?: ReadonlyMap<number, number>; check?: (planned: PlannedDeletes) => void } = {},
): Promise<PlannedDeletes> {
  authorize(unit.actor, "write", definition.name);
  const { connection } = unit;
  // Nobody can link a record that is locked, so that the foreign keys find what was looked at here.
  await lockRecords(connection, definition, ids);
  await lockLinksOf(connection, definition.name, ids);
  const planned = await planDeletes(connection, definition, ids);
  check?.(planned);
  const { stored, going } = planned;
  const links = await linkedToMany(connection, definition.name, going);
  await removeRecords(connection, definition, going);
  await recordChanges(
    unit,
    going.flatMap((id): NewChange[] => {
      const record = stored.get(id);
      if (!record) return [];
      const { version, values } = record;
      const fields = snapshotFields(definition, { old: values, new: null });
      const change = changeHeader(definition, { id, version }, values);
      return [{ ...change, action: "delete", fields, links: links.get(id), reverts: reverts?.get(id) }];
    }),
  );
  return planned;
}

/**
 * Deletes many records of a kind, all of them or none.
 * @param reverts the change that the delete of a record undoes, by its key
 * @throws AppError data_not_found, or the definition's own refusal
 */
export async function deleteRecords(
  context: Context,
  definition: AnyDefinition,
  reverts: ReadonlyMap<number, number>,
): Promise<void> {
  await inTransaction(context, (unit) =>
    deleteThoseThatCan(unit, definition, [...reverts.keys()], {
      reverts,
      check({ stored, held }) {
        if (stored.size < reverts.size) throw new AppError("data_not_found");
        if (definition.inUse && held.size > 0) throw new AppError(definition.inUse);
      },
    }),
  );
}
