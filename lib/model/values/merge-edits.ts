import { writableFields, type AnyDefinition, type AnyRow } from "../kinds/define";
import { isSameValue, mergeLinks } from "./form-values";

/** Three states of a record's form values: as loaded, as edited by the user, and as stored now. */
export type Edits = { base: AnyRow; mine: AnyRow; theirs: AnyRow };

/** The result of a merge. */
export type Merge = {
  /** The new values of the form: the stored values with the user's changes applied. */
  values: Record<string, unknown>;
  /** The fields that others have changed and the user has not. */
  changedByOthers: string[];
  /**
   * The fields that both the user and others have changed, to different values. The user must
   * choose one; until then `values` contains the user's value.
   */
  conflicts: string[];
};

const isVisible = (definition: AnyDefinition, name: string, values: AnyRow) =>
  definition.fields[name]?.visibleWhen?.(values) ?? true;

/**
 * Returns the fields in `changedByOthers` whose stored value would hide a field that the user has changed.
 * They are conflicts, too, because the user's value would be dropped without validation (contract
 * §3).
 */
function hidingFields(
  definition: AnyDefinition,
  { mine, theirs }: Edits,
  changedByOthers: string[],
  changedByUser: string[],
): string[] {
  const merged = { ...theirs, ...Object.fromEntries(changedByUser.map((name) => [name, mine[name]])) };
  const hidden = changedByUser.filter(
    (name) => isVisible(definition, name, mine) && !isVisible(definition, name, merged) && mine[name] !== null,
  );
  return changedByOthers.filter((name) =>
    hidden.some((field) => isVisible(definition, field, { ...merged, [name]: mine[name] })),
  );
}

/**
 * Merges the user's changes with those that others have saved since the record was loaded, field by
 * field (three-way merge). A field that only one side has changed, or both to the same value, is
 * not a conflict. Linked records never conflict: links added and removed by both sides are
 * combined.
 */
export function mergeEdits(definition: AnyDefinition, edits: Edits): Merge {
  const { base, mine, theirs } = edits;
  const values: Record<string, unknown> = {};
  const [changedByOthers, changedByUser, conflicts]: [string[], string[], string[]] = [[], [], []];
  for (const [name, { storage }] of writableFields(definition)) {
    const [before, myValue, theirValue] = [base[name], mine[name], theirs[name]];
    values[name] = theirValue;
    if (isSameValue(myValue, theirValue)) continue;
    if (isSameValue(myValue, before)) {
      changedByOthers.push(name);
      continue;
    }
    if (storage.in === "links" && [before, myValue, theirValue].every(Array.isArray)) {
      values[name] = mergeLinks(myValue as number[], before as number[], theirValue as number[]);
      continue;
    }
    values[name] = myValue;
    changedByUser.push(name);
    if (!isSameValue(before, theirValue)) conflicts.push(name);
  }
  const hidingConflicts = hidingFields(definition, edits, changedByOthers, changedByUser);
  for (const name of hidingConflicts) values[name] = mine[name];
  const inOrder = Object.keys(definition.fields);
  return {
    values,
    changedByOthers: changedByOthers.filter((name) => !hidingConflicts.includes(name)),
    conflicts: inOrder.filter((name) => conflicts.includes(name) || hidingConflicts.includes(name)),
  };
}

/** The side whose value the user chose for a conflict. */
export type Choice = "mine" | "theirs";

/** Returns the form's values after the user has resolved the conflicts, field by field. */
export const withChoices = (
  { values }: Merge,
  theirs: AnyRow,
  choices: Readonly<Record<string, Choice>>,
): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    Object.keys(choices).map((name) => [name, choices[name] === "theirs" ? theirs[name] : values[name]]),
  ),
});
