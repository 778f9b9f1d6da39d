"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { loadQuestion, useAsk } from "@/components/ui/dialogs/confirm-dialog";
import { usePreload } from "@/components/ui/use-preload";
import { guardNavigation, mayLeaveWithoutAsking, mayLeave } from "./navigation-guard";

/**
 * Asks before unsaved input is lost: by a link (`AppLinks`), by the app's or the browser's back
 * button, or by closing the tab. The language switch loses nothing and does not ask.
 * @param isDirty true while there is unsaved input
 * @param save saves the input and resolves to true on success; without it, the question only offers
 * to discard the input or to stay
 */
export function useUnsavedGuard(isDirty: boolean, save?: () => Promise<boolean>) {
  const t = useTranslations("common");
  const ask = useAsk();
  // The question must appear without a connection, too.
  usePreload(loadQuestion);

  const askToLeave = useEffectEvent(async () => {
    const texts = { title: t("leave_title"), text: t("leave_text"), cancelLabel: t("leave_stay") };
    const discard = t("leave_discard");
    if (!save) return (await ask({ ...texts, confirmLabel: discard, tone: "danger" })) === "yes";
    const answer = await ask({
      ...texts,
      confirmLabel: t("leave_save"),
      otherLabel: discard,
      startsOnNo: true,
    });
    return answer === "yes" ? save() : answer === "other";
  });

  useEffect(() => {
    if (!isDirty) return;

    // Intercepts the browser's Back and Forward buttons, which requires the Navigation API.
    async function onNavigate(event: NavigateEvent) {
      if (event.navigationType !== "traverse" || !event.cancelable || mayLeaveWithoutAsking()) return;
      event.preventDefault();
      const { key } = event.destination;
      if (await mayLeave()) window.navigation.traverseTo(key);
    }

    const onUnload = (event: BeforeUnloadEvent) => {
      if (!mayLeaveWithoutAsking()) event.preventDefault();
    };
    const removeGuard = guardNavigation(() => askToLeave());
    const navigation = "navigation" in window ? window.navigation : null;
    window.addEventListener("beforeunload", onUnload);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeGuard();
      window.removeEventListener("beforeunload", onUnload);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [isDirty]);
}
