"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { guardNavigation } from "./navigation-guard";
import { usePendingNavigation } from "./pending-navigation";

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The link inside the app that a click would follow, or null. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  const leads = link && isPlainClick(event) && !link.target && link.origin === window.location.origin;
  return leads && link.pathname !== window.location.pathname ? link : null;
}

/**
 * Asks before unsaved input is lost: by a link, by the back button of ours or of the browser, by closing the tab. The
 * language switch loses nothing and does not ask.
 * @param isDirty whether there is unsaved input
 */
export function useUnsavedGuard(isDirty: boolean) {
  const t = useTranslations("common");
  const { push } = usePendingNavigation();
  const confirm = useConfirm();

  const ask = useEffectEvent(() =>
    confirm({
      title: t("leave_title"),
      text: t("leave_text"),
      confirmLabel: t("leave_discard"),
      cancelLabel: t("leave_stay"),
      tone: "danger",
    }),
  );
  // Asks on its way, through the guard that is set below.
  const follow = useEffectEvent((path: string) => void push(path));

  useEffect(() => {
    if (!isDirty) return;
    let allowed = false;

    function onClick(event: MouseEvent) {
      const link = followedLink(event);
      if (!link || allowed) return;
      event.preventDefault();
      event.stopPropagation();
      follow(link.pathname + link.search + link.hash);
    }

    // The browser's own Back and Forward; where it has no Navigation API, they cannot be held up.
    async function onNavigate(event: NavigateEvent) {
      if (event.navigationType !== "traverse" || !event.cancelable || allowed) return;
      event.preventDefault();
      const { key } = event.destination;
      allowed = await ask();
      if (allowed) window.navigation.traverseTo(key);
    }

    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = guardNavigation(async () => allowed || (allowed = await ask()));
    const navigation = "navigation" in window ? window.navigation : null;
    document.addEventListener("click", onClick, { capture: true });
    window.addEventListener("beforeunload", onUnload);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      release();
      document.removeEventListener("click", onClick, { capture: true });
      window.removeEventListener("beforeunload", onUnload);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [isDirty]);
}
