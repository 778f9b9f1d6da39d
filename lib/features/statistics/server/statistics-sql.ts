import { definitionOf } from "@/lib/model/kinds/registry";
import { LINK_STATES, type LinkState } from "@/lib/model/kinds/link-states";
import type { LinkList } from "@/lib/model/kinds/relations";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { expectDefined } from "@/lib/base/errors/invariant";
import { STATISTICS_MAX_NAMED } from "@/lib/model/limits";
import { groupBy } from "@/lib/model/pure/group-by";
import { pushAll } from "@/lib/model/pure/long-lists";
import { getAt } from "@/lib/model/pure/get-at";
import type { Connection } from "@/lib/store/database/client";
import { empty, forceCustomPlan, join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import { groupFilters, matchingLinks, type LinkedFilters } from "@/lib/store/sql/filter-conditions";
import { identifier } from "@/lib/store/sql/fragments";
import { recordsInList } from "@/lib/store/sql/list-records";
import { countedList, sourceOf, type Counted, type StatisticField } from "../statistic-fields";
import type { StatisticsQuestion } from "../statistics-query";
import {
  allDays,
  commonDays,
  daysIn,
  daysOf,
  daysOnlyIn,
  daysWithin,
  eachEdge,
  readDays,
  unitedDays,
  type Days,
  type DaySet,
  type StoredDays,
} from "./day-sets-sql";

const PROJECT = definitionOf("project");
const DERIVED = expectDefined(PROJECT.derived, "derived facts of projects");
const FACTS = identifier(DERIVED.table);
const ACTIVE_DAYS = sql`d.${identifier(expectDefined(DERIVED.activeDays, "active days"))}`;
const KEY = identifier(PROJECT.key);

/** The id that stands for no value. It is no id of an entry, and unlike null, joins compare it. */
const NO_VALUE = -2_147_483_648;

/** Named queries of one statement, in the order in which they build on each other; `inline` ones are only renamed. */
export type NamedQueries = [name: string, query: SqlQuery, inline?: "inline"][];

export function withQueries(queries: NamedQueries, select: SqlQuery): SqlQuery {
  const each = queries.map(
    ([name, query, inline]) => sql`${raw(name)} AS ${raw(inline ? "NOT MATERIALIZED" : "MATERIALIZED")} (${query})`,
  );
  return sql`WITH ${join(each)} ${select}`;
}

/** Selects the days on which link `l` counts. */
function countingDays(days: Days, { relation }: LinkList): DaySet {
  const period = expectDefined(relation.period, "a period");
  return daysWithin(days, sql`l.${identifier(period.from)}`, sql`l.${identifier(period.to)}`);
}

const spaced = (parts: readonly SqlQuery[]) => (parts.length > 0 ? join([...parts], " ") : empty);

/** Returns the positions of the states that a filter asks for; null for a filter by something else. */
const statesIn = ({ filtered, filter }: LinkedFilters["filters"][number]): readonly number[] | null =>
  filtered.isOfLink && filtered.inner.by === "state" && filter.operator === "in" ? filter.value : null;

/** Selects on which days projects have a link that meets all filters of a group, the state of the link included. */
function inStates(days: Days, group: LinkedFilters): SqlQuery {
  const { relation, own } = group.linkList;
  const period = expectDefined(relation.period, "a period");
  const wanted = group.filters.map(statesIn).filter((positions) => positions !== null);
  const states = LINK_STATES.filter((_, at) => wanted.every((positions) => positions.includes(at)));
  const [from, to] = [sql`l.${identifier(period.from)}`, sql`l.${identifier(period.to)}`];
  const daysOfState: Record<LinkState, DaySet> = {
    current: daysWithin(days, from, to),
    former: daysWithin(days, sql`coalesce(${to} + 1, date '10000-01-01')`, sql`NULL::date`),
    future: daysWithin(days, sql`NULL::date`, sql`coalesce(${from}, date '0001-01-01') - 1`),
  };
  const links = matchingLinks({ ...group, filters: group.filters.filter((one) => !statesIn(one)) }, sql`NULL::date`);
  const each = states.map((state) =>
    commonDays(days, sql`l.${identifier(own.column)} AS id`, [daysOfState[state]], sql`(SELECT l.* ${links}) AS l`),
  );
  const none = commonDays(days, sql`NULL::int AS id`, [{ ...allDays(days), where: sql`false` }], sql`(SELECT) AS none`);
  return unitedDays(days, ["id"], sql`(${each.length > 0 ? join(each, " UNION ALL ") : none})`);
}

/**
 * Builds the queries `filtered`, with the days on which each project meets the filters, and `counted`,
 * with those on which it is active, too. The state of links depends on the day, and so do filters by it.
 */
export function countedProjects(question: Pick<StatisticsQuestion, "days">, query: ListQuery): NamedQueries {
  const days = daysOf(question.days);
  const { linked } = groupFilters(PROJECT, query.where);
  const groups = linked.filter(({ filters }) => filters.some(statesIn));
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
  const states = groups.map((group, at): NamedQueries[number] => [`states_${at}`, inStates(days, group)]);
  const joined = spaced(states.map(([name]) => sql`JOIN ${raw(name)} USING (id)`));
  const filtered = commonDays(
    days,
    sql`id`,
    [allDays(days), ...states.map(([name]) => daysIn(days, name))],
    sql`(${found}) AS found ${joined}`,
  );
  const last = getAt(question.days, days.count - 1);
  const active = daysWithin(days, sql`lower(${ACTIVE_DAYS})`, sql`upper(${ACTIVE_DAYS}) - 1`);
  const counted = commonDays(
    days,
    sql`filtered.id`,
    [
      daysIn(days, "filtered"),
      { ...active, where: sql`${ACTIVE_DAYS} && daterange(${days.first}, ${last}::date, '[]')` },
    ],
    sql`filtered JOIN ${FACTS} d ON d.${KEY} = filtered.id`,
  );
  const isAll = !isFiltered && states.length === 0;
  return [...states, isAll ? ["filtered", filtered, "inline"] : ["filtered", filtered], ["counted", counted]];
}

/** Builds the query `units`: on which days a record to count is linked to a counted project, with the roles of the link. */
export function countedUnits(question: Pick<StatisticsQuestion, "days" | "counted">): NamedQueries {
  const list = countedList(question.counted);
  if (!list) return [["units", sql`SELECT *, id AS record, NULL::int[] AS roles FROM counted`, "inline"]];
  const { relation, own, other } = list;
  const days = daysOf(question.days);
  const roles = relation.roles ? sql`l.${identifier(relation.roles.field)}` : sql`NULL::int[]`;
  const units = commonDays(
    days,
    sql`l.${identifier(other.column)} AS record, counted.id, ${roles} AS roles`,
    [daysIn(days, "counted"), countingDays(days, list)],
    sql`counted JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = counted.id`,
  );
  return [["units", units]];
}

/** A field of a question, with the column of its ids in the queries. */
type Key = { field: StatisticField; column: string };

/** How the cells get the ids of fields: joins, the expression of each column, and the queries with sets of days. */
type Values = { queries: NamedQueries; joins: SqlQuery[]; columns: SqlQuery[]; sets: string[] };

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
    sets: [],
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
  const links = commonDays(
    days,
    sql`counted.id, ${join(columns)}`,
    [daysIn(days, "counted"), countingDays(days, list)],
    sql`counted JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = counted.id
      JOIN ${identifier(record.table)} r ON r.${identifier(record.key)} = l.${identifier(other.column)}
      ${roles ? sql`${kindOfJoin} LATERAL unnest(l.${identifier(relation.roles?.field ?? "")}) AS role (id) ON true` : empty}`,
  );
  const none = join(names.map((column) => sql`${raw(String(NO_VALUE))} AS ${raw(column)}`));
  const all = [...names, ...days.columns].map(raw);
  const withValue = sql`SELECT id, ${join(all)} FROM (${unitedDays(days, ["id", ...names], raw(`${name}_links`))}) AS united`;
  const without = sql`SELECT id, ${none}, ${join(days.columns.map(raw))} FROM (${daysOnlyIn(days, "counted", `${name}_links`)}) AS rest`;
  return {
    queries: [
      [`${name}_links`, links],
      [name, sql`${withValue} UNION ALL ${without}`],
    ],
    joins: [sql`JOIN ${raw(name)} ON ${raw(name)}.id = units.id`],
    columns: names.map((column) => sql`${raw(name)}.${raw(column)}`),
    sets: [name],
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
      sets: [],
    };
  }
  if (source.in !== "project") throw new Error(`${field} is no field of projects`);
  const stored = sql`${raw(column)}_project.${identifier(source.column)}`;
  const value = source.year ? sql`extract(year FROM ${stored})::int` : stored;
  return {
    queries: [],
    joins: [sql`JOIN ${identifier(PROJECT.table)} ${raw(column)}_project ON ${raw(column)}_project.${KEY} = units.id`],
    columns: [sql`coalesce(${value}, ${raw(String(NO_VALUE))}) AS ${raw(column)}`],
    sets: [],
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

/** Builds the query `cells`: on which days a record counts under which ids: `record`, one column per field, and the days. */
function countedCells({ days, counted }: StatisticsQuestion, keys: readonly Key[]): NamedQueries {
  const values = valuesOf(daysOf(days), counted, keys);
  const columns = keys.map(({ column }) => column);
  const joins = spaced(values.flatMap((one) => one.joins));
  const cells = commonDays(
    daysOf(days),
    sql`units.record, ${join(values.flatMap((one) => one.columns))}`,
    ["units", ...values.flatMap(({ sets }) => sets)].map((name) => daysIn(daysOf(days), name)),
    sql`units ${joins}`,
  );
  const queries = values.flatMap((one) => one.queries);
  // A project has one row for each combination of ids, but a record may be linked to several projects.
  if (counted === "projects") return [...queries, ["cells", cells, "inline"]];
  const united = unitedDays(daysOf(days), ["record", ...columns], sql`(${cells})`);
  return [...queries, ["cells", united, "inline"]];
}

/**
 * Records with the same ids and days, as a query returns them column by column: how many, and their keys
 * if they were asked for.
 */
type StoredGroups = Record<string, number[] | null> & { records?: number[][] | null };

/** Selects the groups of a source as JSON, which is read much faster by columns than by rows. */
function groupsOf(days: Days, keys: readonly string[], source: SqlQuery, namesRecords = false): SqlQuery {
  const all = [...keys, ...days.columns].map(raw);
  const read = [
    ...[...keys, "count", ...(namesRecords ? ["records"] : [])].map((name) => [name, name]),
    ...readDays(days),
  ];
  const lists = read.map(([name, expression]) => raw(`'${name}', json_agg(${expression})`));
  const records = namesRecords ? sql`, json_agg(record) AS records` : empty;
  return sql`(SELECT json_build_object(${join(lists)}) FROM (
    SELECT ${join(all)}, count(*)::int AS count ${records} FROM ${source} AS each GROUP BY ${join(all)}) AS grouped)`;
}

/**
 * The numbers of records under the ids of a row on each day; null stands for no value. `records` are their
 * keys, if they were asked for, where there are at most as many as an address names.
 */
type CountedRow = { ids: (number | null)[]; values: number[]; records: (number[] | undefined)[] };

/** Returns the row of some groups, given by their indexes. Builds no object for each of them, of which there may be many. */
function rowOf(groups: StoredGroups, days: Days, keys: readonly string[], indexes: readonly number[]): CountedRow {
  const stored = readDays(days).map(([name]) => groups[name] ?? []);
  const changes = new Array<number>(days.count + 1).fill(0);
  for (const index of indexes) {
    const count = getAt(groups.count ?? [], index);
    eachEdge(stored, index, (position, begins) => {
      if (position < days.count) changes[position] = getAt(changes, position) + (begins ? count : -count);
    });
  }
  let number = 0;
  const values = changes.slice(0, days.count).map((change) => (number += change));
  const [first] = indexes;
  const ids = first === undefined ? [] : keys.map((key) => getAt(groups[key] ?? [], first));
  const records = groups.records ? recordsOf(stored, groups.records, indexes, values) : [];
  return { ids: ids.map((id) => (id === NO_VALUE ? null : id)), values, records };
}

function recordsOf(
  stored: StoredDays,
  records: readonly number[][],
  indexes: readonly number[],
  values: readonly number[],
): CountedRow["records"] {
  const lists = values.map((value): number[] | undefined => (value <= STATISTICS_MAX_NAMED ? [] : undefined));
  for (const index of indexes) {
    let begin = 0;
    eachEdge(stored, index, (position, begins) => {
      if (begins) begin = position;
      else
        for (const list of lists.slice(begin, position)) {
          if (list) pushAll(list, getAt(records, index));
        }
    });
  }
  return lists.map((list) => list?.sort((a, b) => a - b));
}

/** Returns a row for each combination of ids. */
function rowsOf(groups: StoredGroups, days: Days, keys: readonly string[]): CountedRow[] {
  const ids = keys.map((key) => groups[key] ?? []);
  const indexes = (groups.count ?? []).map((_, index) => index);
  const nameOf = (index: number) => ids.reduce((name, list) => `${name} ${getAt(list, index)}`, "");
  return [...groupBy(indexes, nameOf).values()].map((ofRow) => rowOf(groups, days, keys, ofRow));
}

export type CountedStatistics = {
  total: Pick<CountedRow, "values" | "records">;
  rows: CountedRow[];
  noBegin: number;
  noEnd: number;
};

/** Counts what is active on days, in one statement. @param namesRecords whether to read the keys of records */
export async function countStatistics(
  connection: Connection,
  question: StatisticsQuestion,
  query: ListQuery,
  namesRecords: boolean,
): Promise<CountedStatistics> {
  const days = daysOf(question.days);
  const keys = question.by.map((field, at): Key => ({ field, column: `k${at}` }));
  const hasKeys = keys.length > 0;
  const queries: NamedQueries = [
    ...countedProjects(question, query),
    ...countedUnits(question),
    ...(hasKeys ? countedCells(question, keys) : []),
  ];
  const records = question.counted === "projects" ? sql`units` : sql`(${unitedDays(days, ["record"], sql`units`)})`;
  const columns = keys.map(({ column }) => column);
  type Row = { totals: StoredGroups; cells: StoredGroups | null; no_begin: number; no_end: number };
  const [found] = await connection.$queryRaw<[Row]>(
    forceCustomPlan(
      withQueries(
        queries,
        sql`SELECT ${groupsOf(days, [], records, namesRecords)} AS totals,
          ${hasKeys ? groupsOf(days, columns, sql`cells`, namesRecords) : sql`NULL::json`} AS cells,
          (SELECT count(*)::int FROM counted JOIN ${identifier(PROJECT.table)} p ON p.${KEY} = counted.id
            WHERE p.projektbeginn IS NULL) AS no_begin,
          (SELECT count(*)::int FROM filtered JOIN ${FACTS} d ON d.${KEY} = filtered.id
            JOIN ${identifier(PROJECT.table)} p ON p.${KEY} = d.${KEY} JOIN projekt_status s ON s.projektstatus_id = p.status
            WHERE isempty(${ACTIVE_DAYS}) AND d.aktiv_bis IS NULL AND s.beendet AND NOT s.nie_aktiv) AS no_end`,
      ),
    ),
  );
  const all = (found.totals.count ?? []).map((_, index) => index);
  return {
    total: rowOf(found.totals, days, [], all),
    rows: found.cells ? rowsOf(found.cells, days, columns) : [],
    noBegin: found.no_begin,
    noEnd: found.no_end,
  };
}
