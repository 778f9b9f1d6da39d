import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { MENU_ITEM, MenuFrame, MenuWords } from "@/components/ui/menu-frame";
import { importHref } from "@/lib/features/imports/import-href";
import { DUPLICATES_PATH } from "@/lib/features/duplicates/duplicates-query";

type AddMenuProps = {
  /** First segment of the kind's API paths. */
  kind: string;
  /** URL of a new confirmation round of the list's records; undefined if they cannot be confirmed. */
  roundHref: string | undefined;
};

/** Menu beside the button that adds a record. */
export function AddMenu({ kind, roundHref }: AddMenuProps) {
  const t = useTranslations("records");
  return (
    <MenuFrame
      button={<Icon name="icon-ellipsis" className="size-4" />}
      trigger={{
        "aria-label": t("menu.title"),
        title: t("menu.title"),
        className: buttonClasses({ size: "sm", className: "px-2" }),
      }}
    >
      <Menu.LinkItem href={importHref(kind)} closeOnClick className={MENU_ITEM}>
        <MenuWords icon="icon-upload">{t("import")}</MenuWords>
      </Menu.LinkItem>
      <Menu.LinkItem href={`${DUPLICATES_PATH}?kind=${kind}`} closeOnClick className={MENU_ITEM}>
        <MenuWords icon="icon-combine">{t("find_duplicates")}</MenuWords>
      </Menu.LinkItem>
      {roundHref && (
        <Menu.LinkItem href={roundHref} closeOnClick className={MENU_ITEM}>
          <MenuWords icon="icon-mail-check">{t("confirm_list")}</MenuWords>
        </Menu.LinkItem>
      )}
    </MenuFrame>
  );
}
