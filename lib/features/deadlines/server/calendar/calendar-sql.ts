import type { DeadlineRow } from "../../deadline-answers";
import { stateNumbered } from "@/lib/model/deadlines/deadline-states";
import type { DeadlinesQuery } from "../../deadlines-query";
import type { Connection } from "@/lib/store/database/client";
import { forceCustomPlan, sql } from "@/lib/store/database/sql";
import { wantedDays } from "../deadlines-sql";

/** A deadline as a calendar shows it; `total` is the number of deadlines on its day. */
export type CalendarRow = Omit<DeadlineRow, "members"> & { total: number };

/**
 * Lists the first deadlines of each day. Within a day, last days for giving notice come first.
 * @param mostOfDay maximum number of deadlines per day
 */
export async function deadlinesByDay(
  connection: Connection,
  wanted: Omit<DeadlinesQuery, "pageNo" | "pageSize">,
  mostOfDay: number,
): Promise<CalendarRow[]> {
  const rows = await connection.$queryRaw<(Omit<CalendarRow, "state"> & { fristenstand: number })[]>(
    forceCustomPlan(sql`
      WITH wanted AS MATERIALIZED (${wantedDays(wanted)})
      SELECT projekt_id, projekt_titel, to_char(day, 'YYYY-MM-DD') AS day, what, fristenstand, total FROM (
        SELECT w.*, p.projekt_titel, count(*) OVER (PARTITION BY w.day)::int AS total,
          row_number() OVER (PARTITION BY w.day ORDER BY w.place, p.projekt_titel, w.projekt_id) AS row
        FROM wanted w JOIN projects p USING (projekt_id)
      ) AS told WHERE row <= ${mostOfDay} ORDER BY told.day, row`),
  );
  return rows.map(({ fristenstand, ...row }) => ({ ...row, state: stateNumbered(fristenstand) }));
}
