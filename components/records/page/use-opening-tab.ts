import { useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { Preferences } from "@/lib/model/lists/preferences";

type OpeningTab = Preferences["record_tab"];

/**
 * Returns the tab that record pages open first, a preference stored with the user's account;
 * undefined until the user first chooses one.
 * @returns the tab, and a setter that saves it; if saving fails, it restores the old tab and shows
 * a toast
 */
export function useOpeningTab(stored: OpeningTab) {
  const [tab, setTab] = useState(stored);

  async function save(record_tab: NonNullable<OpeningTab>) {
    if (record_tab === tab) return;
    setTab(record_tab);
    try {
      await request("PUT", "/api/user/preferences", { body: { record_tab } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTab(tab);
      notify.danger(notice(error.code));
    }
  }

  return [tab, save] as const;
}
