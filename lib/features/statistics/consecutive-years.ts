import type { StatisticsRow } from "./statistics-answers";

/** The number of a year, and the list that it counts; null for none. */
export type YearCount = { year: number; count: number; href: string | null };

/**
 * Returns the rows of a statistic by year on its first day in the order of the years, with the years
 * between them that have none.
 * @param most maximum number of years, the latest ones
 */
export function consecutiveYears(rows: readonly StatisticsRow[], most: number): YearCount[] {
  const counts = new Map<number, YearCount>();
  for (const { keys, values, hrefs } of rows) {
    const year = keys[0]?.id;
    if (typeof year === "number") counts.set(year, { year, count: values[0] ?? 0, href: hrefs[0] ?? null });
  }
  const known = [...counts.keys()].sort((a, b) => b - a);
  const last = known[0];
  if (last === undefined) return [];
  const first = known.filter((year) => year > last - most).at(-1) ?? last;
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const year = first + at;
    return counts.get(year) ?? { year, count: 0, href: null };
  });
}
