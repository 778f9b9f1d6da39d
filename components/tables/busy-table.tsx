"use client";

import type { ReactNode } from "react";
import { usePendingNavigations } from "@/components/navigation/pending-navigation";
import { TableShell } from "./table-shell";

/** Shell of a table whose rows come with the page: it is busy while a navigation is pending. */
export function BusyTable({ dense, children }: { dense?: boolean; children: ReactNode }) {
  const isPending = usePendingNavigations() > 0;
  return (
    <TableShell dense={dense} busy={isPending}>
      {children}
    </TableShell>
  );
}
