import type { AnyRow } from "@/lib/records/define";

type Typed = { kind: string; id: number; values: AnyRow };

let kept: Typed | null = null;

/** Keeps what was typed into a new record's form, for the form of the record that is taken instead. */
export function keepTyped(typed: Typed): void {
  kept = typed;
}

/** What was typed for a record, once. */
export function takeTyped(kind: string, id: number): AnyRow | null {
  const typed = kept?.kind === kind && kept.id === id ? kept.values : null;
  if (typed) kept = null;
  return typed;
}
