import { dayOf } from "../../records/fields/moments";
import type { Context } from "../database/transaction";
import { projectsByStatus, projectsByThematicField, projectsEnding, projectStartsByYear } from "./statistics-sql";

/**
 * Reads the dashboard's project statistics.
 * @param most maximum number of thematic fields, most used first, and of ending projects, first to
 * end first
 */
export async function findProjectStatistics({ connection }: Context, most: { topics: number; ending: number }) {
  const today = dayOf(new Date());
  const [byStatus, byThematicField, byYear, ending] = await Promise.all([
    projectsByStatus(connection),
    projectsByThematicField(connection, most.topics),
    projectStartsByYear(connection),
    projectsEnding(connection, most.ending, today),
  ]);
  return { today, byStatus, byThematicField, byYear, ending };
}
