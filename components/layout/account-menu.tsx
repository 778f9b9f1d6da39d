"use client";

import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { MENU_ITEM, MenuFrame, MenuWords } from "@/components/ui/menu-frame";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import { AccountLabel, useAccountAttributes } from "./account-label";

/** `changesHref` is the URL of the user's changes in the history. */
export type AccountMenuProps = { changesHref: string };

/** Menu of the user's account, below the e-mail address in the top bar. */
export function AccountMenu({ changesHref }: AccountMenuProps) {
  const t = useTranslations("frame");
  return (
    <MenuFrame button={<AccountLabel opensMenu />} trigger={useAccountAttributes()}>
      <Menu.LinkItem href={ACCOUNT_PATH} closeOnClick className={MENU_ITEM}>
        <MenuWords icon="icon-user-round">{t("titles.account")}</MenuWords>
      </Menu.LinkItem>
      <Menu.LinkItem href={changesHref} closeOnClick className={MENU_ITEM}>
        <MenuWords icon="icon-history">{t("own_changes")}</MenuWords>
      </Menu.LinkItem>
    </MenuFrame>
  );
}
