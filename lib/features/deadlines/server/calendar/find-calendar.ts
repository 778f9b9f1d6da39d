import { LAST_DAY } from "@/lib/model/deadlines/days";
import type { CalendarFilter } from "../../calendar-query";
import type { DeadlinesQuery } from "../../deadlines-query";
import { daysLater } from "@/lib/model/fields/day";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Context } from "@/lib/store/database/transaction";
import { refreshDeadlines } from "@/lib/store/records/project-deadlines";
import { listDeadlines } from "../find-deadlines";
import { findOptions, readLong } from "@/lib/store/records/find-records";
import { recordLabels } from "@/lib/store/sql/list-records";
import type { DeadlineRow } from "../../deadline-answers";
import { stateNumbered } from "@/lib/model/deadlines/deadline-states";
import type { Connection } from "@/lib/store/database/client";
import { forceCustomPlan, sql } from "@/lib/store/database/sql";
import { deadlineDaysQuery } from "../deadlines-sql";

/** A deadline as a calendar shows it; `total` is the number of deadlines on its day. */
type CalendarRow = Omit<DeadlineRow, "members"> & { total: number };

/**
 * Lists the first deadlines of each day. Within a day, last days for giving notice come first.
 * @param maxPerDay maximum number of deadlines per day
 */
async function deadlinesByDay(
  connection: Connection,
  query: Omit<DeadlinesQuery, "pageNo" | "pageSize">,
  maxPerDay: number,
): Promise<CalendarRow[]> {
  const rows = await connection.$queryRaw<(Omit<CalendarRow, "state"> & { fristenstand: number })[]>(
    forceCustomPlan(sql`
      WITH found AS MATERIALIZED (${deadlineDaysQuery(query)})
      SELECT projekt_id, projekt_titel, to_char(day, 'YYYY-MM-DD') AS day, what, fristenstand, total FROM (
        SELECT w.*, p.projekt_titel, count(*) OVER (PARTITION BY w.day)::int AS total,
          row_number() OVER (PARTITION BY w.day ORDER BY w.place, p.projekt_titel, w.projekt_id) AS row
        FROM found w JOIN projects p USING (projekt_id)
      ) AS numbered WHERE row <= ${maxPerDay} ORDER BY numbered.day, row`),
  );
  return rows.map(({ fristenstand, ...row }) => ({ ...row, state: stateNumbered(fristenstand) }));
}

/**
 * Returns the deadlines of a month's calendar grid by day: the first `maxPerDay` of each day, and
 * how many the day has in total.
 */
export async function findGridDays(
  context: Context,
  query: Omit<DeadlinesQuery, "pageNo" | "pageSize">,
  maxPerDay: number,
) {
  await refreshDeadlines(context);
  return readLong(context, (connection) => deadlinesByDay(connection, query, maxPerDay));
}

/**
 * For a date range without deadlines, returns the first later day that has one (`next`). Only if
 * there is none, returns the last earlier day with a deadline (`last`). Days not found are null.
 */
export async function findDaysAround(
  context: Context,
  filter: CalendarFilter,
  { from, to }: Record<"from" | "to", string>,
) {
  const dayOn = async (query: Omit<DeadlinesQuery, "pageSize">) =>
    listDeadlines(context, { ...filter, ...query, pageSize: 1 });
  const after = to < LAST_DAY ? await dayOn({ from: daysLater(to, 1), pageNo: 0 }) : null;
  const next = after?.rows[0]?.day ?? null;
  if (next !== null) return { last: null, next };
  const { total } = await dayOn({ to: from, pageNo: 0 });
  const { rows } = total > 0 ? await dayOn({ to: from, pageNo: total - 1 }) : { rows: [] };
  return { last: rows[0]?.day ?? null, next };
}

/**
 * Returns the choices of the calendar's filters: all thematic fields, and the names of the members
 * that are already selected.
 */
export async function findCalendarChoices(context: Context, { member = [] }: CalendarFilter) {
  const [{ themenfelder = [] }, members] = await Promise.all([
    findOptions(context, ["themenfelder"]),
    member.length > 0 ? recordLabels(context.connection, definitionOf("member"), member, context.locale) : [],
  ]);
  return { topics: themenfelder, members };
}
