import { useSyncExternalStore } from "react";
import { isApple } from "@/lib/base/browser/is-apple";
import { UNDO_KEY_MS } from "@/lib/model/limits";

/* The keyboard shortcut of the newest toast that offers to undo something. */

type Offer = { id: string; run: () => void };

let offered: Offer | null = null;
const listeners = new Set<() => void>();

function change(next: Offer | null) {
  offered = next;
  for (const listener of listeners) listener();
}

/** Ends the shortcut of a toast, unless a newer toast has it. */
export function withdrawUndo(id: string): void {
  if (offered?.id === id) change(null);
}

/** Lets the shortcut undo what a toast reports, instead of earlier toasts, for some seconds. */
export function offerUndo(offer: Offer): void {
  change(offer);
  setTimeout(() => withdrawUndo(offer.id), UNDO_KEY_MS);
}

/** Returns whether the shortcut presses the button of this toast. */
export const useHasUndoKey = (id: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered?.id === id,
    () => false,
  );

const EDITABLE = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Undoes on Ctrl+Z or ⌘Z, unless a field, which has its own undo, or a dialog has the focus. */
export function undoByKey(event: KeyboardEvent): void {
  // Autofill dispatches keydown events without a key.
  const key = (event.key as string | undefined)?.toLowerCase();
  const isShortcut = key === "z" && (isApple() ? event.metaKey : event.ctrlKey);
  if (!isShortcut || event.altKey || event.shiftKey || event.defaultPrevented || !offered) return;
  if (document.activeElement?.closest(`${EDITABLE}, [role=dialog], [role=alertdialog]`)) return;
  event.preventDefault();
  // Before it runs: one press undoes once.
  const { id, run } = offered;
  withdrawUndo(id);
  run();
}
