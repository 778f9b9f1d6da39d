import { DeadlineCard } from "@/components/deadlines/deadline-card";
import { findDeadlines, findFinishedStatuses } from "@/lib/features/deadlines/server/find-deadlines";
import { isAllowed } from "@/lib/base/access/permissions";
import { pageContext } from "@/lib/sessions/page-context";

/** Shows the deadlines of a project on its detail page. */
export async function ProjectDeadlines({ id, label }: { id: number; label: string }) {
  const context = await pageContext();
  const deadlines = await findDeadlines(context, id);
  if (!deadlines) return null;
  const mayFinish = deadlines.state === "over" && isAllowed(context.actor, "write", "project");
  return (
    <DeadlineCard
      id={id}
      label={label}
      locale={context.locale}
      deadlines={deadlines}
      finished={mayFinish ? await findFinishedStatuses(context) : []}
    />
  );
}
