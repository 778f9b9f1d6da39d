"use client";

import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { buttonClasses } from "@/components/ui/button-looks";
import { MENU_ITEM, MenuFrame, MenuLine, MenuWords } from "@/components/ui/menu-frame";

export type RecordMenuProps = {
  /** Undefined if the user may not change records, as are the next three. */
  onDuplicate?: () => void;
  onMerge?: () => void;
  /** Hands over the projects of the record's person. */
  onHandOver?: () => void;
  onDelete?: () => void;
  /** Opens the personal data stored about the record's person. */
  onPersonalData?: () => void;
};

/** Menu with all actions on a record except editing and sharing it. */
export function RecordMenu({ onDuplicate, onMerge, onHandOver, onDelete, onPersonalData }: RecordMenuProps) {
  const t = useTranslations("records.menu");
  const th = useTranslations("records.hand_over");
  return (
    <MenuFrame
      button={<Icon name="icon-ellipsis" className="size-4.5" />}
      trigger={{ "aria-label": t("title"), title: t("title"), className: buttonClasses({ className: "px-2.5" }) }}
    >
      {onDuplicate && (
        <Menu.Item onClick={onDuplicate} className={MENU_ITEM}>
          <MenuWords icon="icon-copy">{t("duplicate")}</MenuWords>
        </Menu.Item>
      )}
      {onMerge && (
        <Menu.Item onClick={onMerge} className={MENU_ITEM}>
          <MenuWords icon="icon-merge">{t("merge")}</MenuWords>
        </Menu.Item>
      )}
      {onHandOver && (
        <Menu.Item onClick={onHandOver} className={MENU_ITEM}>
          <MenuWords icon="icon-arrow-right-left">{th("menu")}</MenuWords>
        </Menu.Item>
      )}
      {(onDuplicate ?? onMerge) && (onPersonalData ?? onDelete) && <MenuLine />}
      {onPersonalData && (
        <Menu.Item onClick={onPersonalData} className={MENU_ITEM}>
          <MenuWords icon="icon-shield-user">{t("personal_data")}</MenuWords>
        </Menu.Item>
      )}
      {onDelete && (
        <Menu.Item onClick={onDelete} className={clsx(MENU_ITEM, "text-danger")}>
          <Icon name="icon-trash-2" className="size-4" />
          {t("delete")}
        </Menu.Item>
      )}
    </MenuFrame>
  );
}
