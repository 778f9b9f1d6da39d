/** What becomes of a row of an import that would become a new record, but is probably one that exists (contract §12). */
export const ROW_CHOICES = ["create", "update", "skip"] as const;
export type ChosenAction = (typeof ROW_CHOICES)[number];

/** What somebody chose for a row; `id` is the record that is to be updated. */
export type RowChoice = { row: number; action: ChosenAction; id?: number };

/** What is chosen for all rows that are probably records that exist, and for single ones what differs from it. */
export type Choices = { similar: ChosenAction; rows: ReadonlyMap<number, RowChoice> };

/** Nothing is overwritten or left out unless somebody chose it. */
export const chosenForAll = (similar: ChosenAction = "create"): Choices => ({ similar, rows: new Map() });

type SimilarRow = { row: number; similar: readonly { id: number }[] };

/** What is chosen for a row; to update it means the surest record unless another one was chosen. */
export function choiceOf({ similar, rows }: Choices, { row, similar: [surest] }: SimilarRow): RowChoice {
  return rows.get(row) ?? { row, action: similar, ...(similar === "update" && surest && { id: surest.id }) };
}

/** Chooses for one row. */
export function choose(choices: Choices, one: SimilarRow, choice: Omit<RowChoice, "row">): Choices {
  const rows = new Map(choices.rows);
  rows.delete(one.row);
  const usual = choiceOf({ ...choices, rows }, one);
  if (usual.action !== choice.action || usual.id !== choice.id) rows.set(one.row, { row: one.row, ...choice });
  return { ...choices, rows };
}

/** How many of so many rows become what. */
export function countChoices({ similar, rows }: Choices, total: number): Record<ChosenAction, number> {
  const counts = { create: 0, update: 0, skip: 0, [similar]: total - rows.size };
  for (const { action } of rows.values()) counts[action] += 1;
  return counts;
}

/** Choices as the call that writes an import takes them. */
export const choicesBody = ({ similar, rows }: Choices) => ({ similar, choices: [...rows.values()] });
