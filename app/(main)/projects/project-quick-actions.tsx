import type { ReactNode } from "react";
import { FinishQuickAction, RowFinishButtons } from "@/components/deadlines/finish-quick-action";
import { findFinishedStatuses } from "@/lib/features/deadlines/server/find-deadlines";
import { isAllowed } from "@/lib/base/access/permissions";
import { pageContext, type PageContext } from "@/lib/sessions/page-context";

/** Returns the status that the quick action sets; undefined if the user may not write projects. */
async function finishedStatuses(context: PageContext) {
  if (!isAllowed(context.actor, "write", "project")) return undefined;
  return (await findFinishedStatuses(context)).slice(0, 1);
}

/** Returns the function that renders, in a row of the list, the quick action that closes a project. */
export async function finishActionFor(context: PageContext) {
  const statuses = await finishedStatuses(context);
  return statuses && ((id: number, label: string) => <RowFinishButtons id={id} label={label} statuses={statuses} />);
}

/** Adds the quick action that closes a project to all project tables in `children`. */
export async function ProjectQuickActions({ children }: { children: ReactNode }) {
  const statuses = await finishedStatuses(await pageContext());
  return statuses ? <FinishQuickAction statuses={statuses}>{children}</FinishQuickAction> : children;
}
