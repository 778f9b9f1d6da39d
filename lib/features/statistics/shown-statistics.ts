import type { ProjectStatistics, StatisticsMap } from "./statistics-answers";

/** A number with the address of the list that it counts; null where no list can ask for it. */
type CountedLink = { count: number; href: string | null };

/** A map with the addresses of what it does not show; null where no list can ask for it. */
export type ShownMap = { map: StatisticsMap; unmapped: Record<"land" | "ort", string | null> };

/** A statistic as a page shows it: its numbers, and the addresses that its answer does not have. */
export type ShownStatistics = {
  statistics: ProjectStatistics;
  /** The lists of all that the totals count. */
  totalHrefs: (string | null)[];
  unknown: Record<"no_begin" | "no_end", CountedLink>;
  /** Of a question about one day by country; otherwise null. */
  map: ShownMap | null;
};
