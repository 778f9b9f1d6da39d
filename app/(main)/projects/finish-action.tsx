import { RowFinishButtons } from "@/components/deadlines/row-finish-buttons";
import { findFinishedStatuses } from "@/lib/features/deadlines/server/find-deadlines";
import { isAllowed } from "@/lib/base/access/permissions";
import type { PageContext } from "@/lib/sessions/page-context";

/** Returns the status that the quick action sets; undefined if the user may not write projects. */
export async function finishedStatuses(context: PageContext) {
  if (!isAllowed(context.actor, "write", "project")) return undefined;
  return (await findFinishedStatuses(context)).slice(0, 1);
}

/** Returns the function that renders, in a row of the list, the quick action that closes a project. */
export async function finishActionFor(context: PageContext) {
  const statuses = await finishedStatuses(context);
  return statuses && ((id: number, label: string) => <RowFinishButtons id={id} label={label} statuses={statuses} />);
}
