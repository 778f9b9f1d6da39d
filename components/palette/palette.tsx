"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useChooseLanguage } from "@/components/layout/language-switch";
import { showShortcuts } from "@/components/layout/shortcuts/shortcuts";
import { useLogout } from "@/components/layout/use-logout";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { BACKDROP_CLASSES } from "@/components/ui/dialogs/dialog-frames";
import type { PaletteEntry } from "./palette-entries";
import { PaletteList } from "./palette-list";
import type { PaletteProps } from "./palette-trigger";
import { useOtherLanguage } from "./use-offered";

type OpenPaletteProps = PaletteProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Returns what was typed before the search field had the focus. */
  takeTyped: () => string;
};

/**
 * Command palette: finds records, pages and actions (contract §10). It navigates like
 * a link, which asks about unsaved input first.
 */
export function Palette({ open, onOpenChange, takeTyped, ...offered }: OpenPaletteProps) {
  const t = useTranslations("frame.palette");
  const input = useRef<HTMLInputElement>(null);
  // Called here and not in `PaletteList`, which is unmounted before the navigation starts.
  const { push } = usePendingNavigation();
  const { logout } = useLogout();
  const chooseLanguage = useChooseLanguage();
  const otherLanguage = useOtherLanguage();

  function choose({ target }: PaletteEntry) {
    onOpenChange(false);
    if ("to" in target) void push(target.to);
    else if (target.action === "logout") void logout();
    else if (target.action === "shortcuts") showShortcuts();
    else void chooseLanguage(otherLanguage);
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASSES} />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden sm:px-4 sm:pt-[12dvh] sm:pb-4">
          <Dialog.Popup
            aria-label={t("title")}
            initialFocus={input}
            className={
              "flex w-full flex-col border-line bg-surface text-ink shadow-popup transition-opacity duration-100 outline-none " +
              "data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:h-dvh sm:h-[min(36rem,100%)] sm:max-w-2xl sm:rounded-lg sm:border"
            }
          >
            <PaletteList {...offered} inputRef={input} takeTyped={takeTyped} onChoose={choose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
