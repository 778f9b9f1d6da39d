import { daysBetween } from "../../deadlines/days";
import { deadlinesOf, type Deadlines } from "../../deadlines/deadlines";
import type { DeadlineState } from "../../records/deadlines/deadline-states";
import type { DeadlinesQuery } from "../../records/deadlines/deadlines-query";
import { dayOf } from "../../records/fields/moments";
import { referenceOptions, type Option } from "../../records/reference-lists/reference-lists";
import type { Context } from "../database/transaction";
import { env } from "../config/env";
import { readLong } from "../records/find-records";
import * as store from "../records/sql/deadlines";
import { referenceListsByName } from "../records/sql/reference-lists";
import { asContract, bringUpToDate } from "../records/project-deadlines";

/* What is worked out of the projects' contracts (contract §11), for all that asks: pages, API, mails, calendars. */

/** What there is to say of ending a project's contract on a day, or null where there is no such project. */
export async function findDeadlines(
  { connection }: Context,
  id: number,
  on = dayOf(new Date()),
): Promise<(Deadlines & { text: string }) | null> {
  const stored = await store.storedContract(connection, id);
  return stored && { text: stored.kuendigungsfrist, ...deadlinesOf(asContract(stored), on, env().DEADLINE_DAYS) };
}

/** The days that matter, in their order, of the projects that are not over. */
export async function listDeadlines(context: Context, query: DeadlinesQuery) {
  await bringUpToDate(context);
  return readLong(context, (connection) => store.deadlineDays(connection, query));
}

/** What asks for somebody: states in the order in which people are told of them. */
export const WAITING_STATES = ["over", "soon", "unread"] as const satisfies readonly DeadlineState[];

/** The projects that ask for somebody, each with the days that are left. */
export async function findWaiting(context: Context, wanted: { most: number; memberEmail: string | null }) {
  await bringUpToDate(context);
  const today = dayOf(new Date());
  const { projects, totals } = await readLong(context, (connection) =>
    store.waitingProjects(connection, WAITING_STATES, wanted),
  );
  const withDaysLeft = projects.map((project) => ({
    ...project,
    days_left: project.day === null ? null : daysBetween(today, project.day),
  }));
  return { projects: withDaysLeft, totals };
}

/** The statuses that say that a project is over and can be chosen, in their order. */
export async function findFinishedStatuses({ connection, locale }: Context): Promise<Option[]> {
  const list = "projekt_status";
  const { [list]: statuses } = await referenceListsByName(connection, [list], ["active", "beendet"]);
  const finished = statuses.filter(({ active, beendet }) => active === true && beendet === true);
  return referenceOptions(list, finished, locale);
}
