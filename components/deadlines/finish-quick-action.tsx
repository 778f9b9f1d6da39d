"use client";

import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { QuickActionsProvider } from "@/components/records/shared/quick-actions";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

// Loaded when the first ended project is displayed, as most pages show no ended projects.
const FinishButtons = lazy(() => import("./finish-buttons").then((module) => ({ default: module.FinishButtons })));

type RowFinishButtonsProps = { id: number; label: string; statuses: readonly Option[] };

/** Quick action in a row: buttons that set a finished status on an ended project. */
export function RowFinishButtons(props: RowFinishButtonsProps) {
  return (
    <Suspense>
      <FinishButtons {...props} isShort />
    </Suspense>
  );
}

/**
 * Provides all project tables in `children` with the quick action.
 */
export function FinishQuickAction({ statuses, children }: { statuses: readonly Option[]; children: ReactNode }) {
  const quickActions = useMemo(
    () => ({
      project: (id: number, label: string) => <RowFinishButtons id={id} label={label} statuses={statuses} />,
    }),
    [statuses],
  );
  return <QuickActionsProvider value={quickActions}>{children}</QuickActionsProvider>;
}
