"use client";

import { usePendingNavigations } from "@/components/navigation/pending-navigation";
import { TableShell, type TableShellProps } from "./table-shell";

/** Shell of a table whose rows come with the page: it is busy while a navigation is pending. */
export function BusyTable(props: Omit<TableShellProps, "busy">) {
  const isPending = usePendingNavigations() > 0;
  return <TableShell {...props} busy={isPending} />;
}
