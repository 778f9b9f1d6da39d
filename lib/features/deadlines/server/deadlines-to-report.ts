import { deadlineMemberName } from "../deadline-member-name";
import type { Context } from "@/lib/store/database/transaction";
import type { WaitingProject } from "./deadlines-sql";
import { findWaiting, type WAITING_STATES } from "./find-deadlines";

/**
 * A project that needs attention (contract §11): its next deadline is soon, its contract has ended,
 * or its notice period cannot be parsed.
 */
export type DeadlineToReport = Omit<WaitingProject<(typeof WAITING_STATES)[number]>, "kuendigungsfrist" | "members"> & {
  days_left: number | null;
  members: { ph_id: number; name: string }[];
};

/** Maximum number of projects per state in a mail, which also links to the full list. */
const MAX_PROJECTS = 1_000;

/**
 * Lists the projects that a digest mail reports.
 * @param filter `memberEmail`: lists only projects of the member with this address; null lists all
 */
export async function deadlinesToReport(
  context: Context,
  { memberEmail }: { memberEmail: string | null },
): Promise<DeadlineToReport[]> {
  const { projects } = await findWaiting(context, { limit: MAX_PROJECTS, memberEmail });
  return projects.map(({ members, kuendigungsfrist: _, ...project }) => ({
    ...project,
    members: members.map((row) => ({ ph_id: row.ph_id, name: deadlineMemberName(row, context.locale) })),
  }));
}
