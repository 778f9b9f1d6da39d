import { definitionOf } from "@/lib/model/kinds/registry";
import { LINK_STATES, type LinkState } from "@/lib/model/kinds/link-states";
import type { LinkList } from "@/lib/model/kinds/relations";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { expectDefined } from "@/lib/base/errors/invariant";
import { STATISTICS_MAX_ALL_NAMED, STATISTICS_MAX_NAMED, STATISTICS_MAX_ROWS } from "@/lib/model/limits";
import { getAt } from "@/lib/model/pure/get-at";
import type { Connection } from "@/lib/store/database/client";
import { empty, forceCustomPlan, join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import { groupFilters, matchingLinks, type LinkedFilters } from "@/lib/store/sql/filter-conditions";
import { identifier } from "@/lib/store/sql/fragments";
import { recordsInList } from "@/lib/store/sql/list-records";
import { countedList, sourceOf, type Counted, type StatisticField } from "../statistic-fields";
import type { StatisticsQuestion } from "../statistics-query";
import {
  changesOf,
  daysOf,
  firstPosition,
  lastPosition,
  mergedIntervals,
  uncoveredIntervals,
  type Days,
} from "./intervals-sql";

const PROJECT = definitionOf("project");
const DERIVED = expectDefined(PROJECT.derived, "derived facts of projects");
const FACTS = identifier(DERIVED.table);
const ACTIVE_DAYS = sql`d.${identifier(expectDefined(DERIVED.activeDays, "active days"))}`;
const KEY = identifier(PROJECT.key);

/** The id that stands for no value. It is no id of an entry, and unlike null, joins compare it. */
const NO_VALUE = -2_147_483_648;

/** Named queries of one statement, in the order in which they build on each other. */
export type NamedQueries = [name: string, query: SqlQuery][];

export const withQueries = (queries: NamedQueries, select: SqlQuery) =>
  sql`WITH ${join(queries.map(([name, query]) => sql`${raw(name)} AS MATERIALIZED (${query})`))} ${select}`;

/** Cuts intervals to the part that several sources have in common; leaves out those without any. */
const common = (columns: SqlQuery, sources: readonly string[], from: SqlQuery) => {
  const all = (end: string) => join(sources.map((source) => raw(`${source}.${end}`)));
  return sql`SELECT * FROM (
    SELECT ${columns}, greatest(${all("i1")}) AS i1, least(${all("i2")}) AS i2 FROM ${from}) AS cut WHERE i1 <= i2`;
};

/** Joins the positions of the days on which link `l` counts, as `counts`. */
function countingDays(days: Days, { relation }: LinkList): SqlQuery {
  const period = expectDefined(relation.period, "a period");
  const [from, to] = [sql`l.${identifier(period.from)}`, sql`l.${identifier(period.to)}`];
  return sql`CROSS JOIN LATERAL (SELECT ${firstPosition(days, from)} AS i1, ${lastPosition(days, to)} AS i2) AS counts`;
}

const spaced = (parts: readonly SqlQuery[]) => (parts.length > 0 ? join([...parts], " ") : empty);

const isStateFilter = ({ filters }: LinkedFilters) =>
  filters.some(({ filtered }) => filtered.isOfLink && filtered.inner.by === "state");

/** Selects on which days projects have a link that meets all filters of a group, the state of the link included. */
function inStates(days: Days, group: LinkedFilters): SqlQuery {
  const { relation, own } = group.linkList;
  const period = expectDefined(relation.period, "a period");
  const isState = ({ filtered }: LinkedFilters["filters"][number]) =>
    filtered.isOfLink && filtered.inner.by === "state";
  const wanted = group.filters.flatMap(({ filter, filtered }) =>
    filtered.isOfLink && filtered.inner.by === "state" && filter.operator === "in" ? [filter.value] : [],
  );
  const states = LINK_STATES.filter((_, at) => wanted.every((positions) => positions.includes(at)));
  const [from, to] = [sql`l.${identifier(period.from)}`, sql`l.${identifier(period.to)}`];
  const last = raw(String(days.count));
  const intervals: Record<LinkState, SqlQuery> = {
    current: sql`(${firstPosition(days, from)}, ${lastPosition(days, to)})`,
    former: sql`(${lastPosition(days, to)} + 1, ${last})`,
    future: sql`(1, ${firstPosition(days, from)} - 1)`,
  };
  const links = matchingLinks({ ...group, filters: group.filters.filter((one) => !isState(one)) }, sql`NULL::date`);
  const values = states.length > 0 ? join(states.map((state) => intervals[state])) : sql`(1, 0)`;
  return mergedIntervals(
    days,
    ["id"],
    sql`(SELECT l.${identifier(own.column)} AS id, state.i1, state.i2 FROM (SELECT l.* ${links}) AS l
      CROSS JOIN LATERAL (VALUES ${values}) AS state (i1, i2) WHERE state.i1 <= state.i2)`,
  );
}

/**
 * Builds the queries `filtered`, with the days on which each project meets the filters, and `counted`,
 * with those on which it is active, too: `id`, `i1`, `i2`. The state of links depends on the day, so
 * that filters by it are intervals as well.
 */
export function countedProjects(question: Pick<StatisticsQuestion, "days">, query: ListQuery): NamedQueries {
  const days = daysOf(question.days);
  const { linked } = groupFilters(PROJECT, query.where);
  const groups = linked.filter(isStateFilter);
  const inGroups = new Set(
    groups.flatMap(({ linkList, filters }) => [linkList.list, ...filters.map(({ filter }) => filter.field)]),
  );
  // Filters of a group with a state hold for one link, those by its record's id included.
  const where = query.where.filter(
    ({ field, operator }) => !inGroups.has(field) || (operator !== "any" && !field.includes(".")),
  );
  const isFiltered = where.length > 0 || query.filter !== "" || query.topics.length > 0;
  const found = isFiltered
    ? sql`SELECT r.${KEY} AS id FROM (${recordsInList(PROJECT, { ...query, where })}) AS r`
    : sql`SELECT d.${KEY} AS id FROM ${FACTS} d`;
  const states = groups.map((group, at): [string, SqlQuery] => [`states_${at}`, inStates(days, group)]);
  const last = raw(String(days.count));
  const joined = spaced(states.map(([name]) => sql`JOIN ${raw(name)} USING (id)`));
  const filtered =
    states.length > 0
      ? common(
          sql`id`,
          states.map(([name]) => name),
          sql`(${found}) AS found ${joined}`,
        )
      : sql`SELECT id, 1 AS i1, ${last} AS i2 FROM (${found}) AS found`;
  const [first, final] = [getAt(question.days, 0), getAt(question.days, days.count - 1)];
  const counted = common(
    sql`filtered.id`,
    ["filtered", "active"],
    sql`filtered JOIN ${FACTS} d ON d.${KEY} = filtered.id
      AND ${ACTIVE_DAYS} && daterange(${first}::date, ${final}::date, '[]')
      CROSS JOIN LATERAL (SELECT ${firstPosition(days, sql`lower(${ACTIVE_DAYS})`)} AS i1,
        ${lastPosition(days, sql`upper(${ACTIVE_DAYS}) - 1`)} AS i2) AS active`,
  );
  return [...states, ["filtered", filtered], ["counted", counted]];
}

/** Builds the query `units`: on which days a record to count is linked to a counted project, with the roles of the link. */
export function countedUnits(question: Pick<StatisticsQuestion, "days" | "counted">): NamedQueries {
  const list = countedList(question.counted);
  if (!list) return [["units", sql`SELECT id AS record, id, NULL::int[] AS roles, i1, i2 FROM counted`]];
  const { relation, own, other } = list;
  const roles = relation.roles ? sql`l.${identifier(relation.roles.field)}` : sql`NULL::int[]`;
  return [
    [
      "units",
      common(
        sql`l.${identifier(other.column)} AS record, counted.id, ${roles} AS roles`,
        ["counted", "counts"],
        sql`counted JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = counted.id
          ${countingDays(daysOf(question.days), list)}`,
      ),
    ],
  ];
}

/** A field of a question, with the column of its ids in the queries. */
type Key = { field: StatisticField; column: string };

/** How the cells get the ids of fields: joins, the expression of each column, and the queries with intervals. */
type Values = { queries: NamedQueries; joins: SqlQuery[]; columns: SqlQuery[]; intervals: string[] };

/** Selects the ids of fields that are columns or roles of the records that are counted. */
function ownValues(list: LinkList, keys: readonly Key[]): Values {
  const record = definitionOf(list.other.kind);
  const columns = keys.map(({ field, column }) => {
    const source = sourceOf(field);
    const value =
      source.in === "roles"
        ? sql`coalesce(role.id, ${raw(String(NO_VALUE))})`
        : sql`r.${identifier(source.in === "linked" ? source.column : "")}`;
    return sql`${value} AS ${raw(column)}`;
  });
  const hasRoles = keys.some(({ field }) => sourceOf(field).in === "roles");
  return {
    queries: [],
    joins: [
      sql`JOIN ${identifier(record.table)} r ON r.${identifier(record.key)} = units.record`,
      ...(hasRoles ? [sql`LEFT JOIN LATERAL unnest(units.roles) AS role (id) ON true`] : []),
    ],
    columns,
    intervals: [],
  };
}

/**
 * Selects on which days each project has a linked record with given ids, and on which it has none. Two
 * fields of one linked kind pair within one record.
 */
function linkedValues(days: Days, list: LinkList, keys: readonly Key[]): Values {
  const { relation, own, other } = list;
  const record = definitionOf(other.kind);
  const [name, names] = [`values_${list.list}`, keys.map(({ column }) => column)];
  const columns = keys.map(({ field, column }) => {
    const source = sourceOf(field);
    const value =
      source.in === "roles" ? sql`role.id` : sql`r.${identifier(source.in === "linked" ? source.column : "")}`;
    return sql`coalesce(${value}, ${raw(String(NO_VALUE))}) AS ${raw(column)}`;
  });
  const roles = keys.some(({ field }) => sourceOf(field).in === "roles");
  // By role alone, a project with one in any link does not count as one without.
  const kindOfJoin = raw(keys.length > 1 ? "LEFT JOIN" : "JOIN");
  const links = common(
    sql`counted.id, ${join(columns)}`,
    ["counted", "counts"],
    sql`counted JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = counted.id
      JOIN ${identifier(record.table)} r ON r.${identifier(record.key)} = l.${identifier(other.column)}
      ${roles ? sql`${kindOfJoin} LATERAL unnest(l.${identifier(relation.roles?.field ?? "")}) AS role (id) ON true` : empty}
      ${countingDays(days, list)}`,
  );
  const none = join(names.map((column) => sql`${raw(String(NO_VALUE))} AS ${raw(column)}`));
  const all = sql`
    SELECT id, ${join(names.map(raw))}, i1, i2 FROM (${mergedIntervals(days, ["id", ...names], sql`${raw(`${name}_links`)}`)}) AS merged
    UNION ALL SELECT id, ${none}, i1, i2
    FROM (${uncoveredIntervals(days, ["id"], sql`counted`, sql`${raw(`${name}_links`)}`)}) AS uncovered`;
  return {
    queries: [
      [`${name}_links`, links],
      [name, all],
    ],
    joins: [sql`JOIN ${raw(name)} ON ${raw(name)}.id = units.id`],
    columns: names.map((column) => sql`${raw(name)}.${raw(column)}`),
    intervals: [name],
  };
}

/** Selects the ids of a field of the projects themselves. */
function projectValues({ field, column }: Key): Values {
  const source = sourceOf(field);
  if (source.in === "table") {
    const value = sql`${raw(column)}_entries.${identifier(source.key)}`;
    return {
      queries: [],
      joins: [
        sql`LEFT JOIN ${identifier(source.table)} ${raw(column)}_entries ON ${raw(column)}_entries.${KEY} = units.id`,
      ],
      columns: [sql`coalesce(${value}, ${raw(String(NO_VALUE))}) AS ${raw(column)}`],
      intervals: [],
    };
  }
  if (source.in !== "project") throw new Error(`${field} is no field of projects`);
  const stored = sql`${raw(column)}_project.${identifier(source.column)}`;
  const value = source.year ? sql`extract(year FROM ${stored})::int` : stored;
  return {
    queries: [],
    joins: [sql`JOIN ${identifier(PROJECT.table)} ${raw(column)}_project ON ${raw(column)}_project.${KEY} = units.id`],
    columns: [sql`coalesce(${value}, ${raw(String(NO_VALUE))}) AS ${raw(column)}`],
    intervals: [],
  };
}

function valuesOf(days: Days, counted: Counted, keys: readonly Key[]): Values[] {
  const ownList = countedList(counted);
  const lists = new Map<string, { list: LinkList; keys: Key[] }>();
  const values: Values[] = [];
  for (const key of keys) {
    const source = sourceOf(key.field);
    if (source.in === "project" || source.in === "table") values.push(projectValues(key));
    else {
      const group = lists.get(source.list.list) ?? { list: source.list, keys: [] };
      group.keys.push(key);
      lists.set(source.list.list, group);
    }
  }
  for (const { list, keys: own } of lists.values())
    values.push(list.list === ownList?.list ? ownValues(list, own) : linkedValues(days, list, own));
  return values;
}

/** Builds the query `cells`: on which days a record counts under which ids: `record`, one column per field, `i1`, `i2`. */
function countedCells({ days, counted }: StatisticsQuestion, keys: readonly Key[]): NamedQueries {
  const values = valuesOf(daysOf(days), counted, keys);
  const columns = keys.map(({ column }) => column);
  const joins = spaced(values.flatMap((one) => one.joins));
  const cells = common(
    sql`units.record, ${join(values.flatMap((one) => one.columns))}`,
    ["units", ...values.flatMap(({ intervals }) => intervals)],
    sql`units ${joins}`,
  );
  const queries = values.flatMap((one) => one.queries);
  // The intervals of a project under one id do not overlap, but a record may be linked to several projects.
  if (counted === "projects") return [...queries, ["cells", cells]];
  const merged = mergedIntervals(daysOf(days), ["record", ...columns], sql`(${cells})`);
  return [...queries, ["cells", merged]];
}

/** How a number changes at positions of the list of days, the first of which is 1. */
type Changes = readonly (readonly [position: number, change: number])[];

/** Returns the number on each day. */
function numbersOf(changes: Changes, days: number): number[] {
  const numbers = new Array<number>(days).fill(0);
  for (const [position, change] of changes)
    if (position <= days) numbers[position - 1] = (numbers[position - 1] ?? 0) + change;
  for (let at = 1; at < days; at += 1) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
  return numbers;
}

/** The numbers of records under the ids of a row on each day; null stands for no value. */
export type CountedRow = { ids: (number | null)[]; values: number[] };

export type CountedStatistics = {
  totals: number[];
  rows: CountedRow[];
  noBegin: number;
  noEnd: number;
  /** The keys of the records of a cell, by the position of its row and of its day; undefined where they are not named. */
  recordsOf: (row: number, day: number) => readonly number[] | undefined;
};

/** Selects the records of the cells with few of them, as rows of ids, position and key; null if there are too many in all. */
function namedRecords(columns: readonly string[], days: number): SqlQuery {
  const ids = join(columns.map(raw));
  const isSame = join(
    columns.map((column) => sql`cells.${raw(column)} = few.${raw(column)}`),
    " AND ",
  );
  const spans = sql`SELECT ${ids}, i AS first, lead(i, 1, ${raw(String(days + 1))}) OVER cell - 1 AS last, sum(change) OVER cell AS value
    FROM changes WINDOW cell AS (PARTITION BY ${ids} ORDER BY i)`;
  const few = sql`SELECT * FROM (${spans}) AS spans WHERE value BETWEEN 1 AND ${STATISTICS_MAX_NAMED} AND first <= last`;
  const records = sql`SELECT json_build_array(${join(columns.map((column) => sql`few.${raw(column)}`))}, day, json_agg(record ORDER BY record)) AS cell
    FROM (${few}) AS few JOIN cells ON ${isSame} AND cells.i1 <= few.last AND cells.i2 >= few.first
    CROSS JOIN LATERAL generate_series(greatest(cells.i1, few.first), least(cells.i2, few.last)) AS day
    GROUP BY ${join(columns.map((column) => sql`few.${raw(column)}`))}, day`;
  return sql`CASE WHEN (SELECT sum(value * (last - first + 1)) FROM (${few}) AS few) <= ${STATISTICS_MAX_ALL_NAMED}
    THEN (SELECT json_agg(cell) FROM (${records}) AS records) END`;
}

/**
 * Counts what is active on days, in one statement.
 * @param namesRecords whether to read the keys of the records of small cells
 * @returns one row more than the limit if there are too many
 */
export async function countStatistics(
  connection: Connection,
  question: StatisticsQuestion,
  query: ListQuery,
  namesRecords: boolean,
): Promise<CountedStatistics> {
  const count = question.days.length;
  const keys = question.by.map((field, at): Key => ({ field, column: `k${at}` }));
  const columns = keys.map(({ column }) => column);
  const ids = join(columns.length > 0 ? columns.map(raw) : [empty]);
  const hasKeys = keys.length > 0;
  const queries: NamedQueries = [
    ...countedProjects(question, query),
    ...countedUnits(question),
    ...(hasKeys ? countedCells(question, keys) : []),
    ...(hasKeys ? [["changes", changesOf(columns, sql`cells`)] satisfies [string, SqlQuery]] : []),
  ];
  const all =
    question.counted === "projects"
      ? sql`units`
      : sql`(${mergedIntervals(daysOf(question.days), ["record"], sql`units`)})`;
  const rows = hasKeys
    ? sql`(SELECT json_agg(json_build_array(${ids}, changes)) FROM (
        SELECT ${ids}, json_agg(json_build_array(i, change)) AS changes FROM changes GROUP BY ${ids} LIMIT ${STATISTICS_MAX_ROWS + 1}) AS rows)`
    : sql`NULL::json`;
  type Row = {
    totals: Changes | null;
    rows: (number | Changes)[][] | null;
    named: [...number[], number[]][] | null;
    no_begin: number;
    no_end: number;
  };
  const [found] = await connection.$queryRaw<[Row]>(
    forceCustomPlan(
      withQueries(
        queries,
        sql`SELECT (SELECT json_agg(json_build_array(i, change)) FROM (${changesOf([], all)}) AS totals) AS totals, ${rows} AS rows,
          ${hasKeys && namesRecords ? namedRecords(columns, count) : sql`NULL::json`} AS named,
          (SELECT count(DISTINCT counted.id)::int FROM counted JOIN ${identifier(PROJECT.table)} p ON p.${KEY} = counted.id
            WHERE p.projektbeginn IS NULL) AS no_begin,
          (SELECT count(DISTINCT filtered.id)::int FROM filtered JOIN ${FACTS} d ON d.${KEY} = filtered.id WHERE d.lacks_end) AS no_end`,
      ),
    ),
  );
  const cellName = (keysOfRow: readonly (number | null)[], day: number) => `${keysOfRow.join(" ")} ${day}`;
  const named = new Map(
    (found.named ?? []).map((cell) => {
      const records = cell.at(-1) as number[];
      return [cell.slice(0, -1).join(" "), records];
    }),
  );
  const storedRows = found.rows ?? [];
  return {
    totals: numbersOf(found.totals ?? [], count),
    rows: storedRows.map((row) => ({
      ids: columns.map((_, at) => (row[at] === NO_VALUE ? null : (row[at] as number))),
      values: numbersOf(row.at(-1) as Changes, count),
    })),
    noBegin: found.no_begin,
    noEnd: found.no_end,
    recordsOf: (row, day) => named.get(cellName((storedRows[row] ?? []).slice(0, -1) as number[], day + 1)),
  };
}
