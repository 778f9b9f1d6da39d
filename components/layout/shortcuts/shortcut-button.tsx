"use client";

import { loadOnIntent } from "@/components/ui/lazy-component";
import { loadShortcuts, showShortcuts } from "./shortcuts";
import { useShortcut } from "./single-keys";

type ShortcutButtonProps = { text: string; className: string };

/** Button, in the look of a link, that opens the sheet of all shortcuts. */
export function ShortcutButton({ text, className }: ShortcutButtonProps) {
  const { attributes, withKey } = useShortcut("?");
  return (
    <button
      {...attributes}
      {...loadOnIntent(loadShortcuts)}
      type="button"
      aria-haspopup="dialog"
      title={withKey(text)}
      onClick={showShortcuts}
      className={className}
    >
      {text}
    </button>
  );
}
