"use client";

import { buttonClasses } from "@/components/ui/button-looks";
import { lazyMenu, type LazyMenuButtonProps } from "@/components/ui/lazy-menu";
import { HandOverLabel } from "./hand-over-label";
import type { HandOverMenuProps } from "./hand-over-menu";

/** Placeholder of the menu's button. */
function HandOverButton({ size, button }: { size: HandOverMenuProps["size"]; button: LazyMenuButtonProps }) {
  return (
    <button {...button} type="button" className={buttonClasses(size === "sm" ? { variant: "ghost", size } : {})}>
      <HandOverLabel size={size} isBusy={button["aria-busy"]} />
    </button>
  );
}

const load = async () => (await import("./hand-over-menu")).HandOverMenu;

/** Placeholder of the menu's small button. */
export const SmallHandOverButton = (button: LazyMenuButtonProps) => <HandOverButton size="sm" button={button} />;

const SmallMenu = lazyMenu<HandOverMenuProps>(load, SmallHandOverButton);
const LargeMenu = lazyMenu<HandOverMenuProps>(load, (button) => <HandOverButton size="md" button={button} />);

/** Button “Weitergeben” whose menu is loaded lazily. */
export const LazyHandOverMenu = (props: HandOverMenuProps) =>
  props.size === "sm" ? <SmallMenu {...props} /> : <LargeMenu {...props} />;
