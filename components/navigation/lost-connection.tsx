"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { notify } from "@/components/toasts/notify";
import { useToastText } from "@/components/toasts/use-message-text";
import { askAgain, isGuarded } from "./navigation-guard";
import { usePendingNavigations } from "./pending-navigation";

/** Cancels a pending navigation: Next's router drops it when the URL is written. */
const stay = () => window.history.replaceState(null, "", window.location.href);

/**
 * Reports a navigation without a connection. Next's router (`experimental.useOffline`) holds it
 * until the server responds, and typed values stay. With unsaved input it is cancelled instead: a
 * late navigation must not discard what the user goes on typing.
 */
export function LostConnection() {
  const noticeText = useToastText();
  const isMoving = usePendingNavigations() > 0;
  const isCutOff = useOffline() && isMoving;
  useEffect(() => {
    if (!isCutOff) return;
    notify.danger(noticeText("error_api"));
    if (!isGuarded()) return;
    askAgain();
    stay();
  }, [isCutOff, noticeText]);
  return null;
}
