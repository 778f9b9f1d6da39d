"use client";

import { useCallback, useEffect, useState } from "react";
import { lazyComponent, loadOrReport } from "@/components/ui/lazy-component";
import { usePreload } from "@/components/ui/use-preload";
import { useSingleKeys } from "./single-keys";

const ShortcutSheet = lazyComponent(async () => (await import("./shortcut-sheet")).ShortcutSheet);

let show: () => void = () => undefined;

/** Opens the sheet that lists all shortcuts. */
export const showShortcuts = () => show();

/** Loads the sheet; call it when the user points at what opens it. */
export const loadShortcuts = { load: ShortcutSheet.load };

/**
 * Single-letter shortcuts of all pages, and the sheet that lists all shortcuts. The handler of the
 * keys is loaded when the page is idle.
 */
export function Shortcuts() {
  const isOn = useSingleKeys();
  const [isOpen, setOpen] = useState<boolean>();
  const [onKey, setOnKey] = useState<{ pressKey: (event: KeyboardEvent) => void }>();
  usePreload(useCallback(async () => setOnKey(await import("./press-key")), []));
  useEffect(() => {
    show = () => void loadOrReport(ShortcutSheet).then((isLoaded) => isLoaded && setOpen(true));
  }, []);
  useEffect(() => {
    if (!isOn || !onKey) return;
    const { pressKey } = onKey;
    document.addEventListener("keydown", pressKey);
    return () => document.removeEventListener("keydown", pressKey);
  }, [isOn, onKey]);
  return isOpen !== undefined && <ShortcutSheet open={isOpen} onOpenChange={setOpen} />;
}
