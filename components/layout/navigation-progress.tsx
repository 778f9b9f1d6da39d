"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigations } from "@/components/navigation/pending-navigation";
import { useRequestsInFlight } from "@/lib/base/browser/api-client";

/** Progress bar at the top of the window while a request or navigation is pending (spec §2). */
export function NavigationProgress() {
  const t = useTranslations("frame");
  const busy = useRequestsInFlight() + usePendingNavigations() > 0;
  if (!busy) return null;
  return (
    <div
      role="progressbar"
      aria-label={t("working")}
      className="fixed inset-x-0 top-0 z-60 h-[3px] overflow-hidden bg-accent/20 motion-reduce:bg-accent"
    >
      <div className="h-full w-2/5 origin-left animate-progress bg-accent forced-colors:bg-[Highlight]" />
    </div>
  );
}
