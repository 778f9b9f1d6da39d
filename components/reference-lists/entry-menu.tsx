"use client";

import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { iconButtonAttributes } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { MENU_ITEM, MenuFrame, MenuLine, MenuWords } from "@/components/ui/menu-frame";

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

/** Menu of an entry: replace, delete, and move (for users who neither drag nor use arrow keys). */
export function EntryMenu({ label, place, count, isProtected, onMove, onReplace, onDelete }: EntryMenuProps) {
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const moves = [
    { name: "to_top", to: 1, icon: "icon-arrow-up-to-line" },
    { name: "up", to: place - 1, icon: "icon-arrow-up" },
    { name: "down", to: place + 1, icon: "icon-arrow-down" },
    { name: "to_end", to: count, icon: "icon-arrow-down-to-line" },
  ] as const;
  return (
    <MenuFrame
      button={<Icon name="icon-ellipsis" className="size-4.5" />}
      trigger={{
        ...iconButtonAttributes({ label: t("menu", { label }), size: "md" }),
        "data-tooltip": common("actions"),
        "data-side": "left",
      }}
      isOpen={false}
    >
      {moves.map(({ name, to, icon }) => (
        <Menu.Item
          key={name}
          disabled={to < 1 || to > count || to === place}
          onClick={() => onMove(to)}
          className={MENU_ITEM}
        >
          <MenuWords icon={icon}>{t(`moves.${name}`)}</MenuWords>
        </Menu.Item>
      ))}
      {!isProtected && (
        <>
          <MenuLine />
          <Menu.Item onClick={onReplace} className={MENU_ITEM}>
            <MenuWords icon="icon-replace">{t("replace_menu")}</MenuWords>
          </Menu.Item>
          <Menu.Item onClick={onDelete} className={clsx(MENU_ITEM, "text-danger!")}>
            <Icon name="icon-trash-2" className="size-4" />
            {common("delete")}
          </Menu.Item>
        </>
      )}
    </MenuFrame>
  );
}
