import type { Context } from "@/lib/store/database/transaction";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { Connection } from "@/lib/store/database/client";

/** A count with a German and an English name. */
type NamedCount = AnyRow & { count: number };

/**
 * Counts projects by status, in the order of the reference list; a status without projects counts
 * 0.
 */
export const projectsByStatus = (connection: Connection) => connection.$queryRaw<NamedCount[]>`
  SELECT s.projektstatus_id AS id, s.projektstatus_de, s.projektstatus_en, count(p.projekt_id)::int AS count
  FROM projekt_status s LEFT JOIN projects p ON p.status = s.projektstatus_id
  GROUP BY s.projektstatus_id ORDER BY s.position, s.projektstatus_id`;

/**
 * Counts projects by thematic field, the most frequent first.
 * @param limit maximum number of thematic fields
 */
export const projectsByThematicField = (connection: Connection, limit: number) => connection.$queryRaw<NamedCount[]>`
  SELECT t.themenfeld_id AS id, t.themenfeld_de, t.themenfeld_en, count(*)::int AS count
  FROM project_thematic_fields l JOIN thematic_fields t USING (themenfeld_id)
  GROUP BY t.themenfeld_id ORDER BY count(*) DESC, t.themenfeld_de, t.themenfeld_id LIMIT ${limit}`;

/**
 * Counts project starts by calendar year, including years without a start. Covers at most twenty
 * years, up to the latest start in the next ten years: a mistyped year (1026, 9999) must neither
 * stretch the axis over centuries nor push the other years off it.
 */
export const projectStartsByYear = (connection: Connection) => connection.$queryRaw<{ year: number; count: number }[]>`
  WITH starts AS (
    SELECT extract(year FROM projektbeginn)::int AS year, count(*)::int AS count
    FROM projects WHERE extract(year FROM projektbeginn) <= extract(year FROM now()) + 10 GROUP BY 1
  ), recent AS (
    SELECT greatest(min(year), max(year) - 19) AS first, max(year) AS last FROM starts
  )
  SELECT year::int, coalesce(starts.count, 0)::int AS count
  FROM recent, generate_series(recent.first, recent.last) AS year LEFT JOIN starts USING (year) ORDER BY year`;

/**
 * Reads the dashboard's project statistics.
 * @param limits maximum number of thematic fields, most used first
 */
export async function findProjectStatistics({ connection }: Context, limits: { topics: number }) {
  const [byStatus, byThematicField, byYear] = await Promise.all([
    projectsByStatus(connection),
    projectsByThematicField(connection, limits.topics),
    projectStartsByYear(connection),
  ]);
  return { byStatus, byThematicField, byYear };
}
