"use client";

import { Menu } from "@base-ui/react/menu";
import { useState, type ReactNode } from "react";
import { Icon, type IconName } from "./icon";

/** Classes of a menu's items. */
export const MENU_ITEM =
  "flex min-h-9 items-center gap-2.5 px-3 py-1 no-underline outline-none cursor-default select-none text-ink " +
  "data-highlighted:bg-sunken data-disabled:opacity-50 pointer-coarse:min-h-11";

type MenuFrameProps = {
  /** Content and attributes of the button that opens the menu. */
  button: ReactNode;
  trigger: Menu.Trigger.Props & { "data-tooltip"?: string; "data-side"?: string };
  align?: "start" | "end";
  /** False if the menu is not loaded only when its button is pressed (lazy-menu.tsx). */
  isOpen?: boolean;
  children: ReactNode;
};

/** A menu below its button; initially open, if pressing the button has loaded it. */
export function MenuFrame({ button, trigger, align = "end", isOpen = true, children }: MenuFrameProps) {
  // The menu is rendered into the landmark that contains the button, where screen readers expect it.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root defaultOpen={isOpen}>
      <Menu.Trigger
        {...trigger}
        ref={(trigger: HTMLElement | null) => setContainer(trigger?.closest("main, header") ?? null)}
      >
        {button}
      </Menu.Trigger>
      <Menu.Portal container={container}>
        <Menu.Positioner side="bottom" align={align} sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-56 rounded-md border border-line bg-surface py-1 text-ink shadow-popup outline-none">
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Icon and text of a menu's item. */
export function MenuWords({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} className="size-4 text-ink-muted" />
      {children}
    </>
  );
}

export const MenuLine = () => <Menu.Separator className="my-1 h-px bg-line" />;
