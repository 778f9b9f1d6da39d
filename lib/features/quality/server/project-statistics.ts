import type { Context } from "@/lib/store/database/transaction";
import { projectsByStatus, projectsByThematicField, projectStartsByYear } from "./statistics-sql";

/**
 * Reads the dashboard's project statistics.
 * @param most maximum number of thematic fields, most used first
 */
export async function findProjectStatistics({ connection }: Context, most: { topics: number }) {
  const [byStatus, byThematicField, byYear] = await Promise.all([
    projectsByStatus(connection),
    projectsByThematicField(connection, most.topics),
    projectStartsByYear(connection),
  ]);
  return { byStatus, byThematicField, byYear };
}
