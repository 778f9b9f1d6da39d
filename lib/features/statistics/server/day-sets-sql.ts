import { getAt } from "@/lib/model/pure/get-at";
import { empty, join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";

/*
 * Statistics count on a list of days. A set of these days is a row of whole numbers, whose bits stand for
 * the days: queries intersect, unite and group such sets much faster than days or periods.
 */

/** Number of days in one whole number of 64 bits, and in each of the two numbers as which it is read: JavaScript's operators on bits take 32. */
const WORD = 60;
const HALF = 30;

/** The days of a statistic in order, as SQL, and the columns that hold a set of them. */
export type Days = { numbers: SqlQuery; first: SqlQuery; count: number; columns: readonly string[] };

/** The day from which days are numbered: PostgreSQL finds positions of floating-point numbers much faster than of days. */
const EPOCH = "2000-01-01";
const DAY_MS = 24 * 60 * 60_000;
const numberOf = (day: string) => (Date.parse(day) - Date.parse(EPOCH)) / DAY_MS;
const numberIn = (day: SqlQuery) => sql`(${day} - ${raw(`date '${EPOCH}'`)})::float8`;

/** @param days `YYYY-MM-DD`, at least one */
export const daysOf = (days: readonly string[]): Days => ({
  numbers: sql`${days.map(numberOf)}::float8[]`,
  first: sql`${getAt(days, 0)}::date`,
  count: days.length,
  columns: Array.from({ length: Math.ceil(days.length / WORD) }, (_, at) => `d${at}`),
});

/** A set of days, one expression for each column, and a condition that is false for an empty set. */
export type DaySet = { words: readonly SqlQuery[]; where?: SqlQuery };

/** Selects the days of a period, whose first or last day may be null for no bound. */
export function daysWithin({ numbers, first, count, columns }: Days, from: SqlQuery, to: SqlQuery): DaySet {
  if (count === 1) {
    const where = sql`coalesce(${from} <= ${first}, true) AND coalesce(${to} >= ${first}, true)`;
    return { words: [sql`1::bigint`], where };
  }
  // The number of days before the period, and of those before its end.
  const [before, until] = [
    sql`coalesce(width_bucket(${numberIn(from)} - 1, ${numbers}), 0)`,
    sql`coalesce(width_bucket(${numberIn(to)}, ${numbers}), ${raw(String(count))})`,
  ];
  const within = (position: SqlQuery, skipped: number) =>
    sql`greatest(least(${position} - ${raw(String(skipped))}, ${raw(String(WORD))}), 0)`;
  return {
    words: columns.map((_, at) => {
      const [start, end] = [within(before, at * WORD), within(until, at * WORD)];
      return sql`greatest((1::bigint << ${end}) - (1::bigint << ${start}), 0)`;
    }),
  };
}

/** The set of days in the columns of a table. */
export const daysIn = ({ columns }: Days, table: string): DaySet => ({
  words: columns.map((column) => raw(`${table}.${column}`)),
});

/** The set of all days. */
export const allDays = ({ count, columns }: Days): DaySet => ({
  words: columns.map((_, at) => raw(`${2n ** BigInt(Math.min(count - at * WORD, WORD)) - 1n}::bigint`)),
});

const names = (columns: readonly string[], alias = "") =>
  join(columns.map((column) => raw(alias === "" ? column : `${alias}.${column}`)));
const isFilled = ({ columns }: Days) => raw(columns.map((column) => `${column} <> 0`).join(" OR "));

/**
 * Selects columns, and the days that several sets have in common; leaves out rows without any.
 * @param from the clause FROM without its keyword
 */
export function commonDays(days: Days, columns: SqlQuery, sets: readonly DaySet[], from: SqlQuery): SqlQuery {
  const conditions = sets.flatMap(({ where }) => where ?? []);
  const where = conditions.length > 0 ? sql`WHERE ${join(conditions, " AND ")}` : empty;
  if (days.count === 1) return sql`SELECT ${columns}, 1::bigint AS d0 FROM ${from} ${where}`;
  const words = days.columns.map((column, at) => {
    const common = join(
      sets.map((set) => getAt(set.words, at)),
      " & ",
    );
    return sql`${common} AS ${raw(column)}`;
  });
  return sql`SELECT * FROM (SELECT ${columns}, ${join(words)} FROM ${from} ${where}) AS cut WHERE ${isFilled(days)}`;
}

/**
 * Selects the union of the sets of each key.
 * @param source a query or table with the key columns and sets of days
 */
export function unitedDays({ count, columns }: Days, keys: readonly string[], source: SqlQuery): SqlQuery {
  if (count === 1) return sql`SELECT DISTINCT ${names(keys)}, 1::bigint AS d0 FROM ${source} AS each`;
  const words = columns.map((column) => raw(`bit_or(${column}) AS ${column}`));
  return sql`SELECT ${names(keys)}, ${join(words)} FROM ${source} AS each GROUP BY ${names(keys)}`;
}

/**
 * Selects the days of each id in a table that it does not have in another one.
 * @param outer a table with one row for each `id`
 */
export function daysOnlyIn(days: Days, outer: string, inner: string): SqlQuery {
  if (days.count === 1)
    return sql`SELECT o.id, 1::bigint AS d0 FROM ${raw(outer)} o
      WHERE NOT EXISTS (SELECT FROM ${raw(inner)} i WHERE i.id = o.id)`;
  const words = days.columns.map((column) => raw(`o.${column} & ~coalesce(i.${column}, 0) AS ${column}`));
  return sql`SELECT * FROM (
    SELECT o.id, ${join(words)} FROM ${raw(outer)} o
    LEFT JOIN (${unitedDays(days, ["id"], raw(inner))}) AS i ON i.id = o.id) AS rest WHERE ${isFilled(days)}`;
}

/** Returns expressions for the two numbers as which each column of a set is read, by name. */
export const readDays = ({ columns }: Days): [name: string, expression: string][] =>
  columns.flatMap((column): [string, string][] => [
    [`${column}_low`, `(${column} & ${2 ** HALF - 1})::int`],
    [`${column}_high`, `(${column} >> ${HALF})::int`],
  ]);

/** Sets of days as queries return them: for each expression of `readDays`, the numbers of all sets. */
export type StoredDays = readonly (readonly number[])[];

/**
 * Calls a function with each position, from 0, at which a set begins or ceases to have days.
 * @param index the index of the set
 */
export function eachEdge(days: StoredDays, index: number, visit: (position: number, begins: boolean) => void): void {
  let before = 0;
  for (let at = 0; at < days.length; at += 1) {
    const word = getAt(getAt(days, at), index);
    let edges = (word ^ ((word << 1) | before)) & (2 ** HALF - 1);
    while (edges !== 0) {
      const bit = 31 - Math.clz32(edges & -edges);
      visit(at * HALF + bit, ((word >> bit) & 1) === 1);
      edges &= edges - 1;
    }
    before = (word >> (HALF - 1)) & 1;
  }
  if (before === 1) visit(days.length * HALF, false);
}
