"use client";

import { buttonClasses } from "@/components/ui/button-looks";
import { lazyMenu, type MenuPlaceholderProps } from "@/components/ui/lazy-menu";
import { ShareLabel } from "./share-label";
import type { ShareMenuProps } from "./share-menu";

/** Placeholder of the menu's button. */
export function ShareButton({ button, menu: { size } }: MenuPlaceholderProps<Pick<ShareMenuProps, "size">>) {
  return (
    <button {...button} type="button" className={buttonClasses(size === "sm" ? { variant: "ghost", size } : {})}>
      <ShareLabel size={size} isBusy={button["aria-busy"]} />
    </button>
  );
}

/** Button “Exportieren, drucken” whose menu is loaded lazily. */
export const LazyShareMenu = lazyMenu<ShareMenuProps>(
  async () => (await import("./share-menu")).ShareMenu,
  ShareButton,
);
