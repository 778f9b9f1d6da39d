"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { revokeAgreement, isGuarded } from "./navigation-guard";
import { usePendingNavigations } from "./pending-navigation";

/** Cancels a pending navigation, which Next's router drops when the URL is written. */
const cancelNavigation = () => window.history.replaceState(null, "", window.location.href);

/**
 * Reports that a navigation has no connection. Next's router (`experimental.useOffline`) delays the
 * navigation until the server responds. If there is unsaved input, the navigation is cancelled
 * instead, as it would later discard what the user has typed meanwhile.
 */
export function LostConnection() {
  const isNavigating = usePendingNavigations() > 0;
  const isCutOff = useOffline() && isNavigating;
  useEffect(() => {
    if (!isCutOff) return;
    notify.danger(notice("error_api"));
    if (!isGuarded()) return;
    revokeAgreement();
    cancelNavigation();
  }, [isCutOff]);
  return null;
}
