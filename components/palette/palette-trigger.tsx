"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FrameView } from "@/components/layout/frame-views";
import type { FramePage } from "@/components/layout/sections/sections";
import { Icon } from "@/components/ui/icon";
import { collectTyped, type TypedAhead } from "@/components/ui/choices/typed-ahead";
import { useHydrated } from "@/components/ui/use-hydrated";
import { lazyComponent, loadOnIntent, loadOrReport } from "@/components/ui/lazy-component";
import { preload } from "@/components/ui/use-preload";
import { isApple } from "@/lib/base/browser/is-apple";
import type { PaletteKind } from "./palette-kinds";

const Palette = lazyComponent(async () => (await import("./palette")).Palette);

export type PaletteProps = {
  /** Id of the user's account. */
  account: number;
  pages: readonly FramePage[];
  views: readonly FrameView[];
  kinds: readonly PaletteKind[];
  mayWrite: boolean;
};

/** True if a dialog covers the page; the palette must not open above it. */
const isCovered = (element: Element | null) =>
  element?.closest("[inert], [aria-hidden=true]") != null || document.querySelector("dialog:modal") !== null;

/**
 * Button in the top bar that looks like a search field and opens the palette, as Ctrl+K does. The
 * palette's code is loaded when the user points at the button or presses Ctrl; keys typed before it
 * is shown are kept.
 */
export function PaletteTrigger(props: PaletteProps) {
  const t = useTranslations("frame.palette");
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const isOnApple = useHydrated() && isApple();

  const typedAhead = useRef<TypedAhead>(null);
  /** Returns what was typed since the palette was called, until its search field has the focus. */
  const takeTyped = () => typedAhead.current?.take() ?? "";
  useEffect(() => () => void typedAhead.current?.take(), []);

  function changeOpen(next: boolean) {
    // Also when it is closed before its search field had the focus: the keys belong to the page again.
    takeTyped();
    setOpen(next);
  }

  async function show() {
    takeTyped();
    typedAhead.current = collectTyped(document);
    if (!(await loadOrReport(Palette))) return void takeTyped();
    setUsed(true);
    setOpen(true);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Autofill dispatches keydown events without a key.
    const key = (event.key as string | undefined)?.toLowerCase();
    // The shortcut begins with this key.
    if (key === "control" || key === "meta") preload(Palette.load);
    const isShortcut = key === "k" && (isApple() ? event.metaKey : event.ctrlKey);
    if (!isShortcut || event.altKey || event.shiftKey) return;
    // Prevents the browser's own shortcut.
    event.preventDefault();
    if (open) changeOpen(false);
    else if (!isCovered(button.current)) void show();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return (
    <>
      <button
        ref={button}
        type="button"
        {...loadOnIntent(Palette)}
        aria-haspopup="dialog"
        aria-keyshortcuts={isOnApple ? "Meta+K" : "Control+K"}
        onClick={() => void show()}
        className={
          "inline-flex min-h-8 shrink-0 items-center justify-center gap-2 rounded-md text-ink-muted hover:text-ink " +
          "max-md:size-8 max-md:hover:bg-sunken md:w-64 md:border md:border-line-strong md:bg-surface md:px-2.5 md:text-sm " +
          "md:hover:border-ink-muted lg:w-48 xl:w-80 pointer-coarse:min-h-11 pointer-coarse:max-md:w-11"
        }
      >
        <Icon name="icon-search" className="size-4.5 md:size-4" />
        <span className="mr-auto truncate max-md:sr-only">{t("open")}</span>
        <kbd
          aria-hidden="true"
          className="rounded-sm border border-line px-1 font-sans text-xs whitespace-nowrap max-md:hidden lg:max-xl:hidden"
        >
          {isOnApple ? "⌘ K" : t("shortcut")}
        </kbd>
      </button>
      {isUsed && <Palette {...props} open={open} onOpenChange={changeOpen} takeTyped={takeTyped} />}
    </>
  );
}
