import { daysBetween } from "@/lib/model/deadlines/days";
import { deadlinesOf, type Deadlines } from "@/lib/model/deadlines/deadlines";
import type { DeadlineState } from "@/lib/model/deadlines/deadline-states";
import { dayOf } from "@/lib/model/fields/moments";
import { referenceOptions, type Option } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "@/lib/store/database/transaction";
import { env } from "@/lib/base/config/env";
import { readLong } from "@/lib/store/records/find-records";
import { upcomingSpan } from "../calendar-span";
import type { OwnProjects } from "../own-projects";
import { storedContract } from "@/lib/store/sql/stored-deadlines";
import { deadlineDays, ownProjects, waitingProjects, type FoundDeadlines } from "./deadlines-sql";
import { referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import { asContract, refreshDeadlines } from "@/lib/store/records/project-deadlines";

/*
 * Finds the deadlines that are computed from the projects' contracts (contract §11), for pages, the
 * API, mails and calendars.
 */

/**
 * Computes the deadlines of a project's contract, as seen on a given day. Returns null if the
 * project does not exist.
 */
export async function findDeadlines(
  { connection }: Context,
  id: number,
  on = dayOf(new Date()),
): Promise<(Deadlines & { text: string }) | null> {
  const stored = await storedContract(connection, id);
  return stored && { text: stored.kuendigungsfrist, ...deadlinesOf(asContract(stored), on, env().DEADLINE_DAYS) };
}

/** Returns one page of deadlines in order of date. Finished projects are left out. */
export async function listDeadlines(context: Context, query: FoundDeadlines) {
  await refreshDeadlines(context);
  return readLong(context, (connection) => deadlineDays(connection, query));
}

/** States of a project's deadlines that need attention, in the order in which they are shown. */
export const WAITING_STATES = ["over", "soon", "unread"] as const satisfies readonly DeadlineState[];

/** Lists the projects in deadline states, each with the days until its next deadline (`waitingProjects`). */
async function findInStates<State extends DeadlineState>(
  context: Context,
  states: readonly State[],
  options: Parameters<typeof waitingProjects>[2],
) {
  await refreshDeadlines(context);
  const today = dayOf(new Date());
  const { projects, totals } = await readLong(context, (connection) => waitingProjects(connection, states, options));
  const withDaysLeft = projects.map((project) => ({
    ...project,
    days_left: project.day === null ? null : daysBetween(today, project.day),
  }));
  return { projects: withDaysLeft, totals };
}

/** Lists the projects that need attention, each with the days until its deadline. */
export const findWaiting = (context: Context, options: { limit: number; memberEmail: string | null }) =>
  findInStates(context, WAITING_STATES, options);

/** Deadline states of the dashboard's list, in the order in which they are shown. */
export const DUE_STATES = [...WAITING_STATES, "open"] as const satisfies readonly DeadlineState[];

/**
 * Lists the projects in deadline states, each once; `open` ones only if their next deadline is at
 * most twelve months away.
 * @param limit maximum number of projects per state
 */
export const findDueProjects = (context: Context, states: readonly (typeof DUE_STATES)[number][], limit: number) =>
  findInStates(context, states, { limit, memberEmail: null, openUntil: upcomingSpan(dayOf(new Date())).to });

/** Lists the projects of the member with an email address (`ownProjects`). */
export async function findOwnProjects(context: Context, email: string, limit: number): Promise<OwnProjects> {
  await refreshDeadlines(context);
  return readLong(context, (connection) => ownProjects(connection, email, limit));
}

/**
 * Lists the project statuses that mean "finished" and can be selected, in the order of the
 * reference list.
 */
export async function findFinishedStatuses({ connection, locale }: Context): Promise<Option[]> {
  const list = "projekt_status";
  const { [list]: statuses } = await referenceListsByName(connection, [list], ["active", "beendet"]);
  const finished = statuses.filter(({ active, beendet }) => active === true && beendet === true);
  return referenceOptions(list, finished, locale);
}
