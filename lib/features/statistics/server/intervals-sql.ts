import { empty, join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";

/*
 * Statistics count on a list of days. Everything that lasts is an interval of positions in this list,
 * `i1` to `i2`, both from 1 and included. A position is counted by adding where intervals begin and
 * subtracting where they have ended, so that the cost does not grow with the number of days.
 */

/** The days of a statistic in order, as SQL. */
export type Days = { array: SqlQuery; count: number };

export const daysOf = (days: readonly string[]): Days => ({ array: sql`${[...days]}::date[]`, count: days.length });

/** Selects the position of the first day that is not before a day, which may be null for no bound. */
export const firstPosition = ({ array }: Days, day: SqlQuery) =>
  sql`coalesce(width_bucket(${day} - 1, ${array}) + 1, 1)`;

/** Selects the position of the last day that is not after a day, which may be null for no bound. */
export const lastPosition = ({ array, count }: Days, day: SqlQuery) =>
  sql`coalesce(width_bucket(${day}, ${array}), ${raw(String(count))})`;

const names = (columns: readonly string[], alias = "") =>
  join(columns.map((column) => raw(alias === "" ? column : `${alias}.${column}`)));

/**
 * Selects the union of the intervals of each key, so that those of one key do not overlap.
 * @param source a query or table with the key columns, `i1` and `i2`
 */
export function mergedIntervals({ count }: Days, keys: readonly string[], source: SqlQuery): SqlQuery {
  // On a single day all intervals are equal.
  if (count === 1) return sql`SELECT DISTINCT ${names(keys)}, 1 AS i1, 1 AS i2 FROM ${source} AS one`;
  return sql`
    SELECT ${names(keys)}, min(i1) AS i1, max(i2) AS i2 FROM (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY ${names(keys)} ORDER BY i1, i2 ROWS UNBOUNDED PRECEDING) AS island
      FROM (
        SELECT *, i1 > coalesce(max(i2) OVER (
          PARTITION BY ${names(keys)} ORDER BY i1, i2 ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS begins
        FROM (SELECT DISTINCT ${names(keys)}, i1, i2 FROM ${source} AS one) AS each
      ) AS begun
    ) AS numbered GROUP BY ${names(keys)}, island`;
}

/**
 * Selects where intervals `outer` are not covered by intervals `inner` of the same key.
 * @param outer a table with the keys, `i1` and `i2`, which do not overlap
 * @param inner a table with the keys, `i1` and `i2`, each within an interval of `outer`
 */
export function uncoveredIntervals(days: Days, keys: readonly string[], outer: SqlQuery, inner: SqlQuery): SqlQuery {
  const isSame = join(
    keys.map((key) => sql`o.${raw(key)} = c.${raw(key)}`),
    " AND ",
  );
  const alone = sql`SELECT ${names(keys, "o")}, o.i1, o.i2 FROM ${outer} o
    WHERE NOT EXISTS (SELECT FROM ${inner} c WHERE ${isSame} AND c.i1 BETWEEN o.i1 AND o.i2)`;
  if (days.count === 1) return alone;
  const covered = sql`(SELECT ${names(keys, "o")}, o.i1 AS o1, o.i2 AS o2, c.i1, c.i2
    FROM ${outer} o JOIN (${mergedIntervals(days, keys, inner)}) AS c ON ${isSame} AND c.i1 BETWEEN o.i1 AND o.i2)`;
  const group = sql`${names(keys)}, o1, o2`;
  return sql`
    ${alone} UNION ALL
    SELECT * FROM (
      SELECT ${names(keys)}, lag(i2, 1, o1 - 1) OVER (PARTITION BY ${group} ORDER BY i1) + 1 AS i1, i1 - 1 AS i2
      FROM ${covered} AS before
    ) AS gaps WHERE i1 <= i2 UNION ALL
    SELECT ${names(keys)}, max(i2) + 1, o2 FROM ${covered} AS after GROUP BY ${group} HAVING max(i2) < o2`;
}

/**
 * Selects how the number of intervals of each group changes at a position: `i` and `change`. The number
 * on a day is the sum of the changes up to its position.
 */
export function changesOf(groups: readonly string[], source: SqlQuery): SqlQuery {
  const grouped = groups.length > 0 ? sql`${names(groups)},` : empty;
  return sql`SELECT ${grouped} i, sum(change)::int AS change
    FROM ${source} AS counted, LATERAL (VALUES (i1, 1), (i2 + 1, -1)) AS ends (i, change) GROUP BY ${grouped} i`;
}
