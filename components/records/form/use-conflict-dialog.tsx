"use client";

import { useRef, useState, type ReactNode } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { loadOrNull, usePreload } from "@/components/ui/use-preload";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Change, changeList } from "@/lib/features/history/history-answers";
import { historySearchParams } from "@/lib/features/history/history-query";
import type { Choice, Edits } from "@/lib/model/values/merge-edits";
import type { EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import type { ConflictDialog as LoadedDialog } from "./conflict-dialog";

/** Fields that two users changed to different values. */
export type Conflict = Edits & { names: readonly string[] };

export type ConflictChoices = Record<string, Choice>;

/** Asks whose values to keep; resolves to null when the user returns to the form. */
export type AskAboutConflict = (conflict: Conflict) => Promise<ConflictChoices | null>;

type ShownConflict = { conflict: Conflict; last: Change | null; Dialog: typeof LoadedDialog };

const loadDialog = () => import("./conflict-dialog");

/** Returns the record's last update; null if the request fails. */
async function lastChange({ apiPath: kind }: AnyDefinition, id: number): Promise<Change | null> {
  const parameters = historySearchParams({ kind, id, action: "update", pageSize: 1 });
  try {
    return (await request<typeof changeList>("GET", `/api/history?${parameters}`)).data[0] ?? null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

/**
 * Resolves edit conflicts by asking the user.
 * @param id the record's key, or null for a new record, which no other user can have changed
 * @returns `ask`, which asks the user, and the dialog to render
 */
export function useConflictDialog(definition: AnyDefinition, id: number | null, options: EntryOptions) {
  usePreload(loadDialog);
  const [shown, setShown] = useState<ShownConflict | null>(null);
  const [open, setOpen] = useState(false);
  const resolveRef = useRef<(choices: ConflictChoices | null) => void>(undefined);

  const ask: AskAboutConflict = async (conflict) => {
    const [loaded, last] = await Promise.all([loadOrNull(loadDialog), id === null ? null : lastChange(definition, id)]);
    if (!loaded) {
      notify.danger(notice("edit_conflict"));
      return null;
    }
    return new Promise((resolve) => {
      resolveRef.current = resolve;
      setShown({ conflict, last, Dialog: loaded.ConflictDialog });
      setOpen(true);
    });
  };

  function answer(choices: ConflictChoices | null) {
    setOpen(false);
    resolveRef.current?.(choices);
  }

  const dialog: ReactNode = shown && (
    <shown.Dialog
      definition={definition}
      options={options}
      conflict={shown.conflict}
      last={shown.last}
      open={open}
      onAnswer={answer}
    />
  );
  return { ask, dialog };
}
