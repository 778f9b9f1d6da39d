import { IMPORT_RENAMES_LISTED } from "@/lib/model/limits";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Context } from "@/lib/store/database/transaction";
import { AppError } from "@/lib/base/errors/errors";
import { renamesOf, listImportRows, type Rename, type StoredImport, type StoredRow } from "./imports-sql";
import { planUpdates } from "./plan";
import type { RunChoices } from "./row-choices";

/** Returns the records that new rows would update by the user's choices. */
function chosenUpdates({ similar, choices }: RunChoices, rows: readonly StoredRow[]) {
  const byRow = new Map(choices.map((choice) => [choice.row, choice]));
  return rows.flatMap((row) => {
    const choice = byRow.get(row.row);
    const [bestMatch] = row.similar ?? [];
    const id = choice ? choice.id : similar === "update" ? bestMatch?.id : undefined;
    return id === undefined ? [] : [{ row, id }];
  });
}

/** Lists the records to which the user's choices for new rows would give another label. */
async function chosenRenames(
  context: Context,
  definition: AnyDefinition,
  storedImport: StoredImport,
  chosen: RunChoices,
): Promise<Rename[]> {
  if (chosen.similar !== "update" && !chosen.choices.some(({ action }) => action === "update")) return [];
  const rows = await listImportRows(context.connection, storedImport.import_id, { action: "create" });
  const verdicts = await planUpdates(context, definition, storedImport, chosenUpdates(chosen, rows));
  return verdicts.flatMap(({ action, record_id, label, new_label }) =>
    action === "update" && record_id !== null && label !== null && new_label !== null
      ? [{ id: record_id, old: label, new: new_label }]
      : [],
  );
}

/**
 * Checks that the user has agreed to every record that a run would rename. A list with a numbering of
 * its own would otherwise rename records whose keys happen to be the same numbers.
 * @throws AppError import_renames with the number of such records, and the first ones
 */
export async function checkRenames(
  context: Context,
  definition: AnyDefinition,
  storedImport: StoredImport,
  chosen: RunChoices,
): Promise<void> {
  if (chosen.renames) return;
  const [matched, more] = await Promise.all([
    renamesOf(context.connection, storedImport.import_id, IMPORT_RENAMES_LISTED),
    chosenRenames(context, definition, storedImport, chosen),
  ]);
  const renames = storedImport.counts.renames + more.length;
  if (renames === 0) return;
  const pairs = [...matched, ...more].slice(0, IMPORT_RENAMES_LISTED);
  throw new AppError("import_renames", { body: { renames, pairs } });
}
