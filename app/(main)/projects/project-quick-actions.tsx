import type { ReactNode } from "react";
import { FinishQuickAction } from "@/components/deadlines/finish-quick-action";
import { findFinishedStatuses } from "@/lib/server/deadlines/find-deadlines";
import { isAllowed } from "@/lib/server/access/permissions";
import { pageContext } from "@/lib/server/server/page-context";

/**
 * Adds a quick action that closes a project to all project tables in `children`, for users who may
 * write projects.
 */
export async function ProjectQuickActions({ children }: { children: ReactNode }) {
  const context = await pageContext();
  if (!isAllowed(context.actor, "write", "project")) return children;
  const statuses = (await findFinishedStatuses(context)).slice(0, 1);
  return <FinishQuickAction statuses={statuses}>{children}</FinishQuickAction>;
}
