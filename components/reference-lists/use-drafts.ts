"use client";

import { useState } from "react";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { Draft, ShownEntry } from "./entry";

/** Key of a row in which a new entry is typed. */
export type NewEntry = `new ${string}`;
/** Returns the key of the row of a new entry in a group; null if the list has no groups. */
export const newEntryOf = (group: string | null): NewEntry => `new ${group ?? ""}`;
type Row = number | NewEntry;

export type Drafts = ReturnType<typeof useDrafts>;

/** Returns the state of the entry rows: unsaved input, errors, and the row that is being saved. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<Row, Draft>>>>({});
  const [errors, setErrors] = useState<Readonly<Partial<Record<Row, FieldErrors | null>>>>({});
  const [busy, setBusy] = useState<Row | null>(null);
  return {
    drafts,
    errors,
    busy,
    setBusy,
    setErrors: (row: Row, newErrors: FieldErrors | null) => setErrors((all) => ({ ...all, [row]: newErrors })),
    type(row: Row, column: string, text: string) {
      setDrafts((all) => ({ ...all, [row]: { ...all[row], [column]: text } }));
      setErrors((all) => {
        const { [column]: _fixed, ...others } = all[row] ?? {};
        return { ...all, [row]: others };
      });
    },
    discard(row: Row) {
      setDrafts(({ [row]: _discarded, ...others }) => others);
      setErrors(({ [row]: _discarded, ...others }) => others);
    },
  };
}

/** Returns the entries with optimistic changes, which are dropped when the page is loaded again. */
export function useChangedEntries(loaded: readonly ShownEntry[]) {
  const [previousEntries, setPreviousEntries] = useState(loaded);
  const [changes, setChanges] = useState<Readonly<Record<number, Partial<ShownEntry>>>>({});
  if (previousEntries !== loaded) {
    setPreviousEntries(loaded);
    setChanges({});
  }
  return {
    entries: loaded.map((entry): ShownEntry => ({ ...entry, ...changes[entry.id] })),
    show: (id: number, change: Partial<ShownEntry>) =>
      setChanges((all) => ({ ...all, [id]: { ...all[id], ...change } })),
  };
}
