import type { Connection } from "@/lib/store/database/client";

/** The daily counts of one list of a quality check, oldest first, and when it was last counted. */
export type StoredCounts = { list: string; days: string[]; counts: number[]; counted_at: Date };

/** Reads the stored counts of all lists of quality checks since a day. */
export const maintainedCounts = (connection: Connection, since: string) => connection.$queryRaw<StoredCounts[]>`
  SELECT list, array_agg(to_char(day, 'YYYY-MM-DD') ORDER BY day) AS days, array_agg(count ORDER BY day) AS counts,
    max(counted_at) AS counted_at
  FROM quality_counts WHERE day >= ${since}::date GROUP BY list`;

/**
 * Stores the counts of a day, replacing earlier ones of the same day, and deletes those of days
 * before `since`.
 * @param day the university's day
 * @param at the moment of counting
 * @param since the first day that is retained
 */
export async function saveCounts(
  connection: Connection,
  counts: readonly { list: string; count: number }[],
  { day, at, since }: { day: string; at: Date; since: string },
): Promise<void> {
  // Sorted, so that two concurrent upserts lock the rows in the same order and cannot deadlock.
  const sorted = [...counts].sort((one, other) => (one.list < other.list ? -1 : 1));
  await connection.$executeRaw`
    INSERT INTO quality_counts (list, day, count, counted_at)
    SELECT counted.list, ${day}::date, counted.count, ${at}
    FROM unnest(${sorted.map(({ list }) => list)}::text[], ${sorted.map(({ count }) => count)}::int[]) AS counted(list, count)
    ON CONFLICT (day, list) DO UPDATE SET count = excluded.count, counted_at = excluded.counted_at`;
  await connection.$executeRaw`DELETE FROM quality_counts WHERE day < ${since}::date`;
}
