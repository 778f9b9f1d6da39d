"use client";

import { useState } from "react";
import { revokeAgreement, mayLeave } from "@/components/navigation/navigation-guard";
import { notice, notify } from "@/components/toasts/notify";
import { clearStoredViews } from "@/components/tables/use-stored-view";
import { ApiError, ignoreFailure, request } from "@/lib/base/browser/api-client";
import { forgetRecords } from "./visits/recent-records";

/**
 * Returns a function that logs out and reloads the page, which then redirects to the login page
 * (spec §2).
 */
export function useLogout() {
  const [busy, setBusy] = useState(false);

  async function logout() {
    if (!(await mayLeave())) return;
    setBusy(true);
    try {
      await request("POST", "/api/auth/logout");
    } catch (error) {
      // 401 means the session has already ended.
      if (!(error instanceof ApiError && error.status === 401)) {
        setBusy(false);
        revokeAgreement();
        notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
        return ignoreFailure(error);
      }
    }
    clearStoredViews();
    forgetRecords();
    window.location.reload();
  }

  return { logout, busy };
}
