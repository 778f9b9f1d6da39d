import type { Connection } from "../database/client";

/** What was counted of a list: on which days how much, the oldest first, and when the last time. */
export type KeptCounts = { list: string; days: string[]; counts: number[]; counted_at: Date };

/** What is kept of all lists from a day on. */
export const keptCounts = (connection: Connection, since: string) => connection.$queryRaw<KeptCounts[]>`
  SELECT list, array_agg(to_char(day, 'YYYY-MM-DD') ORDER BY day) AS days, array_agg(count ORDER BY day) AS counts,
    max(counted_at) AS counted_at
  FROM quality_counts WHERE day >= ${since}::date GROUP BY list`;

/**
 * Keeps what was counted on a day, in the place of what was counted earlier on it, and forgets what is too old.
 * @param told `day` of the university, the moment `at` which it was counted, and the first day that is remembered, `since`
 */
export async function keepCounts(
  connection: Connection,
  counts: readonly { list: string; count: number }[],
  { day, at, since }: { day: string; at: Date; since: string },
): Promise<void> {
  // In one order, so that two that count at once wait for each other and for nothing else.
  const sorted = [...counts].sort((one, other) => (one.list < other.list ? -1 : 1));
  await connection.$executeRaw`
    INSERT INTO quality_counts (list, day, count, counted_at)
    SELECT told.list, ${day}::date, told.count, ${at}
    FROM unnest(${sorted.map(({ list }) => list)}::text[], ${sorted.map(({ count }) => count)}::int[]) AS told(list, count)
    ON CONFLICT (day, list) DO UPDATE SET count = excluded.count, counted_at = excluded.counted_at`;
  await connection.$executeRaw`DELETE FROM quality_counts WHERE day < ${since}::date`;
}
