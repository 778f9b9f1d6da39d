import { writableFields, type AnyDefinition, type AnyRow } from "../kinds/define";
import { isSameValue, mergeLinks } from "./form-values";

/** Three states of a record's form values: as loaded, as edited by the user, and as stored now. */
export type Edits = { base: AnyRow; mine: AnyRow; theirs: AnyRow };

/** The result of a merge. */
export type Merge = {
  /** The new values of the form: the stored values with the user's changes applied. */
  values: Record<string, unknown>;
  /** The fields that others have changed and the user has not. */
  taken: string[];
  /**
   * The fields that both the user and others have changed, to different values. The user must
   * choose one; until then `values` contains the user's value.
   */
  conflicts: string[];
};

const isVisible = (definition: AnyDefinition, name: string, values: AnyRow) =>
  definition.fields[name]?.visibleWhen?.(values) ?? true;

/**
 * Returns the fields in `taken` whose stored value would hide a field that the user has changed.
 * They are conflicts, too, because the user's value would be dropped without validation (contract
 * §3).
 */
function hiding(definition: AnyDefinition, { mine, theirs }: Edits, taken: string[], own: string[]): string[] {
  const merged = { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
  const hidden = own.filter(
    (name) => isVisible(definition, name, mine) && !isVisible(definition, name, merged) && mine[name] !== null,
  );
  return taken.filter((name) =>
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
  const [taken, own, conflicts]: [string[], string[], string[]] = [[], [], []];
  for (const [name, { storage }] of writableFields(definition)) {
    const [before, here, there] = [base[name], mine[name], theirs[name]];
    values[name] = there;
    if (isSameValue(here, there)) continue;
    if (isSameValue(here, before)) {
      taken.push(name);
      continue;
    }
    if (storage.in === "links" && [before, here, there].every(Array.isArray)) {
      values[name] = mergeLinks(here as number[], before as number[], there as number[]);
      continue;
    }
    values[name] = here;
    own.push(name);
    if (!isSameValue(before, there)) conflicts.push(name);
  }
  const questions = hiding(definition, edits, taken, own);
  for (const name of questions) values[name] = mine[name];
  const inOrder = Object.keys(definition.fields);
  return {
    values,
    taken: taken.filter((name) => !questions.includes(name)),
    conflicts: inOrder.filter((name) => conflicts.includes(name) || questions.includes(name)),
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
