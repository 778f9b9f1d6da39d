"use client";

import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { iconButtonAttributes } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";

type EntryMenuProps = {
  label: string;
  /** The entry's position, from 1; `count` is the number of entries. */
  place: number;
  count: number;
  /**
   * True if business rules refer to the entry, which can then be moved, but not replaced or
   * deleted.
   */
  isProtected: boolean;
  onMove: (place: number) => void;
  onReplace: () => void;
  onDelete: () => void;
};

const ITEM =
  "flex min-h-9 items-center gap-2.5 px-3 py-1 outline-none cursor-default select-none text-ink " +
  "data-highlighted:bg-sunken data-disabled:opacity-50 pointer-coarse:min-h-11";
const ICON = "size-4 text-ink-muted";

/** Menu of an entry: replace, delete, and move (for users who neither drag nor use arrow keys). */
export function EntryMenu({ label, place, count, isProtected, onMove, onReplace, onDelete }: EntryMenuProps) {
  const t = useTranslations("reference");
  const common = useTranslations("common");
  // The menu is rendered into the `main` landmark that contains the button, where screen readers
  // expect it.
  const [home, setHome] = useState<HTMLElement | null>(null);
  const moves = [
    { name: "to_top", to: 1, icon: "icon-arrow-up-to-line" },
    { name: "up", to: place - 1, icon: "icon-arrow-up" },
    { name: "down", to: place + 1, icon: "icon-arrow-down" },
    { name: "to_end", to: count, icon: "icon-arrow-down-to-line" },
  ] as const;
  return (
    <Menu.Root>
      <Menu.Trigger
        ref={(button: HTMLElement | null) => setHome(button?.closest("main") ?? null)}
        {...iconButtonAttributes({ label: t("menu", { label }), size: "md" })}
        data-tooltip={common("actions")}
        data-side="left"
      >
        <Icon name="icon-ellipsis" className="size-4.5" />
      </Menu.Trigger>
      <Menu.Portal container={home}>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-56 rounded-md border border-line bg-surface py-1 text-ink shadow-popup outline-none">
            {moves.map(({ name, to, icon }) => (
              <Menu.Item
                key={name}
                disabled={to < 1 || to > count || to === place}
                onClick={() => onMove(to)}
                className={ITEM}
              >
                <Icon name={icon} className={ICON} />
                {t(`moves.${name}`)}
              </Menu.Item>
            ))}
            {!isProtected && (
              <>
                <Menu.Separator className="my-1 h-px bg-line" />
                <Menu.Item onClick={onReplace} className={ITEM}>
                  <Icon name="icon-replace" className={ICON} />
                  {t("replace_menu")}
                </Menu.Item>
                <Menu.Item onClick={onDelete} className={clsx(ITEM, "text-danger!")}>
                  <Icon name="icon-trash-2" className="size-4" />
                  {common("delete")}
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
