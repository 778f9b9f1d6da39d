/**
 * The actions from which a user can choose for an import row that would create a record but
 * probably matches an existing one (contract §12).
 */
export const ROW_CHOICES = ["create", "update", "skip"] as const;
export type ChosenAction = (typeof ROW_CHOICES)[number];

/** The user's choice for one import row; `id` is the record to update. */
export type RowChoice = { row: number; action: ChosenAction; id?: number };

/**
 * The user's choices for import rows that probably match existing records: the action for all of
 * them (`similar`), and deviating choices for single rows.
 */
export type ImportChoices = { similar: ChosenAction; rows: ReadonlyMap<number, RowChoice> };

/**
 * Returns choices with the same action for all rows. By default new records are created, so that
 * nothing is overwritten or skipped.
 */
export const chosenForAll = (similar: ChosenAction = "create"): ImportChoices => ({ similar, rows: new Map() });

type SimilarRow = { row: number; similar: readonly { id: number }[] };

/**
 * Returns the choice for a row. `update` means an update of the best match, unless the user has
 * chosen another record.
 */
export function choiceOf({ similar, rows }: ImportChoices, { row, similar: [bestMatch] }: SimilarRow): RowChoice {
  return rows.get(row) ?? { row, action: similar, ...(similar === "update" && bestMatch && { id: bestMatch.id }) };
}

/** Sets the choice for one row, or removes it if it is the same as the choice for all rows. */
export function choose(choices: ImportChoices, one: SimilarRow, choice: Omit<RowChoice, "row">): ImportChoices {
  const rows = new Map(choices.rows);
  rows.delete(one.row);
  const defaultChoice = choiceOf({ ...choices, rows }, one);
  if (defaultChoice.action !== choice.action || defaultChoice.id !== choice.id)
    rows.set(one.row, { row: one.row, ...choice });
  return { ...choices, rows };
}

/**
 * Counts the rows for each action.
 * @param total the number of rows that probably match existing records
 */
export function countChoices({ similar, rows }: ImportChoices, total: number): Record<ChosenAction, number> {
  const counts = { create: 0, update: 0, skip: 0, [similar]: total - rows.size };
  for (const { action } of rows.values()) counts[action] += 1;
  return counts;
}

/** Returns the choices as the request body of the call that runs an import. */
export const choicesBody = ({ similar, rows }: ImportChoices) => ({ similar, choices: [...rows.values()] });
