"use client";

import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState } from "react";
import { useIsOnline } from "@/components/navigation/use-is-online";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { SaveFailureReason } from "./save-failure-reason";

type SaveFailureProps = {
  reason: SaveFailureReason;
  /** Number of failed saves in a row. */
  attempt: number;
  busy: boolean;
};

/** Says in the save bar that a save has failed, until it succeeds, and offers to try again. */
export function SaveFailure({ reason, attempt, busy }: SaveFailureProps) {
  const t = useTranslations("records.not_saved");
  const isOnline = useIsOnline();
  /** The last attempt after which the browser was offline. */
  const [offlineAfter, setOfflineAfter] = useState(isOnline ? 0 : attempt);
  if (!isOnline && offlineAfter !== attempt) setOfflineAfter(attempt);
  const isBackOnline = isOnline && reason === "connection" && offlineAfter === attempt;
  const barPart = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = barPart.current;
    // The button disappears after a successful save; the focus then moves on to the save button.
    return () => {
      if (!bar?.contains(document.activeElement)) return;
      bar.closest("[data-save-bar]")?.querySelector<HTMLElement>(":scope > [type=submit]")?.focus();
    };
  }, []);
  return (
    <div ref={barPart} className="mr-auto flex min-w-0 items-center gap-3 max-sm:basis-full max-sm:justify-between">
      {/* A new element, so that each failure is announced. */}
      <p key={attempt} role="alert" className="flex min-w-0 items-start gap-2 font-medium text-danger">
        <Icon name="icon-circle-alert" className="mt-0.5 size-4.5" />
        {t(isOnline ? (isBackOnline ? "back_online" : reason) : "offline")}
      </p>
      <Button type="submit" size="sm" busy={busy}>
        {t("retry")}
      </Button>
    </div>
  );
}
