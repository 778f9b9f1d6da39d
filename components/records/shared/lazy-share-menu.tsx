"use client";

import { buttonClasses } from "@/components/ui/button-looks";
import { lazyMenu, type LazyMenuButtonProps } from "@/components/ui/lazy-menu";
import { ShareLabel } from "./share-label";
import type { ShareMenuProps } from "./share-menu";

/** Placeholder of the menu's button. */
function ShareButton({ size, button }: { size: ShareMenuProps["size"]; button: LazyMenuButtonProps }) {
  return (
    <button {...button} type="button" className={buttonClasses(size === "sm" ? { variant: "ghost", size } : {})}>
      <ShareLabel size={size} isBusy={button["aria-busy"]} />
    </button>
  );
}

const load = async () => (await import("./share-menu")).ShareMenu;

/** Placeholder of the menu's small button. */
export const SmallShareButton = (button: LazyMenuButtonProps) => <ShareButton size="sm" button={button} />;

const SmallMenu = lazyMenu<ShareMenuProps>(load, SmallShareButton);
const LargeMenu = lazyMenu<ShareMenuProps>(load, (button) => <ShareButton size="md" button={button} />);

/** Button “Exportieren, drucken” whose menu is loaded lazily. */
export const LazyShareMenu = (props: ShareMenuProps) =>
  props.size === "sm" ? <SmallMenu {...props} /> : <LargeMenu {...props} />;
