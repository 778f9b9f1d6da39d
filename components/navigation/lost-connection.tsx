"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { notify } from "@/components/toasts/notify";
import { useNoticeText } from "@/components/toasts/use-message-text";
import { askAgain, isGuarded } from "./navigation-guard";
import { usePendingNavigations } from "./pending-navigation";

/** Takes back a move that has not arrived: Next's router drops what is on its way when the address is written. */
const stay = () => window.history.replaceState(null, "", window.location.href);

/**
 * Says when a move finds no server. Next's router (`experimental.useOffline`) holds it until the server answers, and what
 * was typed stays; the progress bar runs on. From a page with unsaved input it is taken back instead: somebody who goes
 * on typing must not lose that to an answer of a minute ago.
 */
export function LostConnection() {
  const noticeText = useNoticeText();
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
