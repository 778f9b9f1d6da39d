import type { AnyDefinition, AnyRow } from "../kinds/define";
import { isSameValue, mergeLinks } from "./form-values";

/** Three states of a record's form values: what was loaded, what somebody made of it, what is stored now. */
export type Edits = { base: AnyRow; mine: AnyRow; theirs: AnyRow };

/** What the two sides come to together. */
export type Merge = {
  /** The form's values: one's own changes, and everything else as it is stored now. */
  values: Record<string, unknown>;
  /** What others changed and one has not touched. */
  taken: string[];
  /** What both changed, to different values: `values` holds one's own, and somebody has to choose. */
  conflicts: string[];
};

const isVisible = (definition: AnyDefinition, name: string, values: AnyRow) =>
  definition.fields[name]?.visibleWhen?.(values) ?? true;

/**
 * The fields whose stored values would hide a field in which there is something of one's own: it would be dropped
 * unread (contract §3), so they are a question, too.
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
 * Joins one's own changes with those that others have stored meanwhile, field by field: what only one side changed, or
 * both to the same value, is settled. Linked records are joined one by one, as no link excludes another.
 */
export function mergeEdits(definition: AnyDefinition, edits: Edits): Merge {
  const { base, mine, theirs } = edits;
  const values: Record<string, unknown> = {};
  const [taken, own, conflicts]: [string[], string[], string[]] = [[], [], []];
  for (const [name, { storage }] of Object.entries(definition.fields)) {
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

/** Whose value a conflict is settled with. */
export type Choice = "mine" | "theirs";

/** The form's values once somebody has chosen between his own and the stored ones, field by field. */
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
