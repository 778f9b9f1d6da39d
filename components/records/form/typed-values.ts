import type { AnyRow } from "@/lib/model/kinds/define";

type Typed = { kind: string; id: number; values: AnyRow };

let stored: Typed | null = null;

/**
 * Stores values typed in a new record's form, for the form of the existing record that the user
 * chose instead of creating a new one.
 */
export function storeTypedValues(typed: Typed): void {
  stored = typed;
}

/** Returns the values stored for a record, or null. */
export const typedValuesFor = (kind: string, id: number | null): AnyRow | null =>
  stored?.kind === kind && stored.id === id ? stored.values : null;

/** Clears the stored values. */
export function clearTypedValues(): void {
  stored = null;
}
