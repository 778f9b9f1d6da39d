"use client";

import { lazyMenu, type MenuPlaceholderProps } from "@/components/ui/lazy-menu";
import { AccountLabel, useAccountAttributes } from "./account-label";

/** Placeholder of the menu's button. */
function AccountButton({ button }: MenuPlaceholderProps) {
  return (
    <button {...button} type="button" {...useAccountAttributes()}>
      <AccountLabel opensMenu isBusy={button["aria-busy"]} />
    </button>
  );
}

/** Button of the account's menu, which is loaded lazily. */
export const LazyAccountMenu = lazyMenu(async () => (await import("./account-menu")).AccountMenu, AccountButton);
