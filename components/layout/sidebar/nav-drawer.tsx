"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Brand } from "../brand";
import type { FrameView } from "../frame-views";
import { NavList } from "./nav-list";
import type { FramePage } from "../sections/sections";

type NavDrawerProps = { university: string; pages: readonly FramePage[]; views: readonly FrameView[] };

/**
 * Navigation below 768 px: a button that opens a drawer. A native modal dialog traps focus, closes
 * on Escape and restores focus without adding JavaScript to every page.
 */
export function NavDrawer({ university, pages, views }: NavDrawerProps) {
  const t = useTranslations("frame");
  const dialogRef = useRef<HTMLDialogElement>(null);
  // The drawer's content is rendered when first opened, as most users never open it.
  const [isRendered, setRendered] = useState(false);
  const close = () => dialogRef.current?.close();

  function open() {
    // The content must exist before `showModal`, as the browser then chooses the element to focus.
    flushSync(() => setRendered(true));
    dialogRef.current?.showModal();
  }

  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    // The content fills the dialog, so a click on the element itself is on the backdrop.
    if (event.target === event.currentTarget) close();
  }

  return (
    <div className="md:hidden">
      <IconButton
        label={t("open_menu")}
        tooltipSide="bottom"
        size="md"
        aria-haspopup="dialog"
        icon={<Icon name="icon-menu" className="size-5" />}
        onClick={open}
        className="after:hidden"
      />
      <dialog
        ref={dialogRef}
        aria-label={t("main_navigation")}
        onClick={closeOnBackdrop}
        className={
          "m-0 h-dvh max-h-none w-76 max-w-[calc(100vw-1.25rem)] border-r border-line bg-sunken p-0 text-ink shadow-popup " +
          "-translate-x-full transition-[translate,overlay,display] transition-discrete duration-200 backdrop:bg-backdrop " +
          "open:translate-x-0 starting:open:-translate-x-full"
        }
      >
        {isRendered && (
          <nav aria-label={t("main_navigation")} className="flex min-h-full flex-col gap-4 px-3 py-4">
            <div className="flex items-start justify-between gap-2 pl-1.5">
              <Brand product={t("product")} university={university} />
              <IconButton
                label={t("close_menu")}
                tooltipSide="bottom"
                icon={<Icon name="icon-x" className="size-5" />}
                onClick={close}
                className="after:hidden"
              />
            </div>
            <NavList pages={pages} views={views} onNavigate={close} />
          </nav>
        )}
      </dialog>
    </div>
  );
}
