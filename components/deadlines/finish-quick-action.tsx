"use client";

import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { QuickActionsProvider } from "@/components/records/shared/quick-actions";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

// Loaded with the first ended project, as most pages have none.
const FinishButtons = lazy(() => import("./finish-buttons").then((module) => ({ default: module.FinishButtons })));

/** Offers the finished statuses on ended projects in all project tables inside. */
export function FinishQuickAction({ statuses, children }: { statuses: readonly Option[]; children: ReactNode }) {
  const remedies = useMemo(
    () => ({
      project: (id: number, label: string) => (
        <Suspense>
          <FinishButtons id={id} label={label} statuses={statuses} isShort />
        </Suspense>
      ),
    }),
    [statuses],
  );
  return <QuickActionsProvider value={remedies}>{children}</QuickActionsProvider>;
}
