import { DeadlineCard } from "@/components/deadlines/deadline-card";
import { findDeadlines, findFinishedStatuses } from "@/lib/server/deadlines/find-deadlines";
import { isAllowed } from "@/lib/server/permissions";
import { pageContext } from "@/lib/server/page-context";

/** The deadlines of the project whose page this is. */
export async function ProjectDeadlines({ id, label }: { id: number; label: string }) {
  const context = await pageContext();
  const [deadlines, finished] = await Promise.all([findDeadlines(context, id), findFinishedStatuses(context)]);
  if (!deadlines) return null;
  return (
    <DeadlineCard
      id={id}
      label={label}
      locale={context.locale}
      deadlines={deadlines}
      finished={isAllowed(context.actor, "write", "project") ? finished : []}
    />
  );
}
