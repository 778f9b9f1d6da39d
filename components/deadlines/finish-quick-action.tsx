"use client";

import { useMemo, type ReactNode } from "react";
import { QuickActionsProvider } from "@/components/records/shared/quick-actions";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { RowFinishButtons } from "./row-finish-buttons";

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
