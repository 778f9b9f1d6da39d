"use client";

import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { QuickActionsProvider } from "@/components/records/shared/quick-actions";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

// Loaded when the first ended project is displayed, as most pages show no ended projects.
const FinishButtons = lazy(() => import("./finish-buttons").then((module) => ({ default: module.FinishButtons })));

/**
 * Provides all project tables in `children` with a quick action: buttons that set a finished status
 * on an ended project.
 */
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
