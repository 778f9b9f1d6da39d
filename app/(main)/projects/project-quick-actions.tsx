import type { ReactNode } from "react";
import { FinishQuickAction } from "@/components/deadlines/finish-quick-action";
import { pageContext } from "@/lib/sessions/page-context";
import { finishedStatuses } from "./finish-action";

/** Adds the quick action that closes a project to all project tables in `children`. */
export async function ProjectQuickActions({ children }: { children: ReactNode }) {
  const statuses = await finishedStatuses(await pageContext());
  return statuses ? <FinishQuickAction statuses={statuses}>{children}</FinishQuickAction> : children;
}
