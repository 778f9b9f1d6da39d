"use client";

import { buttonClasses } from "@/components/ui/button-looks";
import { lazyMenu, type LazyMenuButtonProps } from "@/components/ui/lazy-menu";
import { HandOverLabel } from "./hand-over-label";
import type { HandOverMenuProps } from "./hand-over-menu";

function HandOverButton({ size, button }: { size: HandOverMenuProps["size"]; button: LazyMenuButtonProps }) {
  return (
    <button {...button} type="button" className={buttonClasses(size === "sm" ? { variant: "ghost", size } : {})}>
      <HandOverLabel size={size} />
    </button>
  );
}

const load = async () => (await import("./hand-over-menu")).HandOverMenu;

const SmallMenu = lazyMenu<HandOverMenuProps>(load, (button) => <HandOverButton size="sm" button={button} />);
const LargeMenu = lazyMenu<HandOverMenuProps>(load, (button) => <HandOverButton size="md" button={button} />);

/** Button “Weitergeben” whose menu is loaded lazily. */
export const LazyHandOverMenu = (props: HandOverMenuProps) =>
  props.size === "sm" ? <SmallMenu {...props} /> : <LargeMenu {...props} />;
