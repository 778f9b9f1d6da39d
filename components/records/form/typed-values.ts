import type { AnyRow } from "@/lib/records/kinds/define";

type Typed = { kind: string; id: number; values: AnyRow };

let kept: Typed | null = null;

/** Keeps what was typed into a new record's form, for the form of the record that is taken instead. */
export function keepTyped(typed: Typed): void {
  kept = typed;
}

/** What was typed for a record, until it is forgotten. */
export const typedFor = (kind: string, id: number | null): AnyRow | null =>
  kept?.kind === kind && kept.id === id ? kept.values : null;

/** It stands in a form now. */
export function forgetTyped(): void {
  kept = null;
}
