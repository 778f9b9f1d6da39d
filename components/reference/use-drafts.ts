"use client";

import { useState } from "react";
import type { FieldErrors } from "@/lib/records/lists/list-query";
import type { Draft, Entry } from "./entry";

/** The row below the entries, in which a new one is typed. */
export const NEW_ENTRY = "new";
type Row = number | typeof NEW_ENTRY;

/** What is typed into the rows and not saved yet, what was wrong with it, and which row is being saved. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<Row, Draft>>>>({});
  const [errors, setErrors] = useState<Readonly<Partial<Record<Row, FieldErrors | null>>>>({});
  const [busy, setBusy] = useState<Row | null>(null);
  return {
    drafts,
    errors,
    busy,
    setBusy,
    setErrors: (row: Row, wrong: FieldErrors | null) => setErrors((all) => ({ ...all, [row]: wrong })),
    type(row: Row, column: string, text: string) {
      setDrafts((all) => ({ ...all, [row]: { ...all[row], [column]: text } }));
      setErrors((all) => {
        const { [column]: _mended, ...others } = all[row] ?? {};
        return { ...all, [row]: others };
      });
    },
    discard(row: Row) {
      setDrafts(({ [row]: _gone, ...others }) => others);
      setErrors(({ [row]: _gone, ...others }) => others);
    },
  };
}

/** Entries with what was changed about them just now, until the page brings what is stored. */
export function useChangedEntries(loaded: readonly Entry[]) {
  const [seen, setSeen] = useState(loaded);
  const [changes, setChanges] = useState<Readonly<Record<number, Partial<Entry>>>>({});
  if (seen !== loaded) {
    setSeen(loaded);
    setChanges({});
  }
  return {
    entries: loaded.map((entry): Entry => ({ ...entry, ...changes[entry.id] })),
    show: (id: number, change: Partial<Entry>) => setChanges((all) => ({ ...all, [id]: { ...all[id], ...change } })),
  };
}
