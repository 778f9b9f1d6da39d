"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ShortcutButton } from "@/components/layout/shortcuts/shortcut-button";
import { useSingleKeys } from "@/components/layout/shortcuts/single-keys";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { AccountSection } from "./account-section";

/**
 * Section of the account page that switches single-letter shortcuts on and off (WCAG 2.1.4). The
 * choice is saved at once.
 */
export function KeyboardSection() {
  const t = useTranslations("account.keyboard");
  const tp = useTranslations("frame.palette");
  const { refresh } = usePendingNavigation();
  const [isOn, setOn] = useState(useSingleKeys());

  async function choose(single_keys: boolean) {
    setOn(single_keys);
    try {
      await request("PUT", "/api/user/preferences", { body: { single_keys } });
      // The layout provides the preference to all controls.
      refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOn(!single_keys);
      notify.danger(notice(error.code));
    }
  }

  return (
    <AccountSection id="keyboard" title={t("title")} intro={t("intro")}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => void choose(target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          {t("single")}
        </label>
        <ShortcutButton text={tp("shortcuts")} className="footer-link" />
      </div>
    </AccountSection>
  );
}
