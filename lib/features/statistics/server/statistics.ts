import { definitionOf } from "@/lib/model/kinds/registry";
import { defaultListQuery, type ListQuery } from "@/lib/model/lists/list-query";
import { withDays } from "@/lib/model/lists/relative-days";
import { dayOf } from "@/lib/model/fields/moments";
import type { FieldErrors } from "@/lib/model/fields/field";
import { localizedName, referenceLists, type ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { invalid, isAppError } from "@/lib/base/errors/errors";
import { STATISTICS_MAX_ALL_NAMED, STATISTICS_MAX_ROWS } from "@/lib/model/limits";
import { getAt } from "@/lib/model/pure/get-at";
import { inSnapshot, type Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { readListQuery, readParameterText } from "@/lib/store/records/find-records";
import { refreshDerived } from "@/lib/store/records/refresh-derived";
import { referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import type { ProjectStatistics, StatisticsKey, StatisticsRow } from "../statistics-answers";
import type { ShownStatistics } from "../shown-statistics";
import { namingList, type StatisticField } from "../statistic-fields";
import { isOwnQuestion, rowHrefs } from "../statistics-hrefs";
import {
  isStatisticsFilter,
  isStatisticsParameter,
  parseStatistics,
  parseStatisticsAddress,
  type StatisticsQuestion,
} from "../statistics-query";
import { countStatistics } from "./statistics-sql";

const PROJECT = definitionOf("project");

const NOT_GIVEN = { de: "ohne Angabe", en: "not given" };

/** A question and the query of the projects that it counts. */
export type Asked = { question: StatisticsQuestion; query: ListQuery };

/**
 * Reads the filters of the projects that a statistic counts: those of their list.
 * @throws AppError validation_failed with the errors of the filters and the given ones
 */
export async function readFilters(
  context: Context,
  parameters: URLSearchParams,
  errors: FieldErrors,
): Promise<ListQuery> {
  const filters = [...parameters].filter(([name]) => isStatisticsFilter(name));
  const query = await readListQuery(context, PROJECT, new URLSearchParams(filters)).catch((error: unknown) => {
    if (!isAppError(error, "validation_failed")) throw error;
    throw invalid({ ...error.details.errors, ...errors });
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return query;
}

/**
 * Reads the question of a statistic from the parameters of a call.
 * @throws AppError validation_failed
 */
export async function readStatistics(context: Context, parameters: URLSearchParams): Promise<Asked> {
  const { question, errors } = parseStatistics(parameters, dayOf(new Date()));
  return { question, query: await readFilters(context, parameters, errors) };
}

/**
 * Reads the parameters of the page of statistics that a request body contains as a text; their days may
 * be relative. Counts nothing.
 * @param field the field of the body under which all errors are reported
 * @throws AppError validation_failed
 */
export function readStatisticsText(context: Context, field: string, parameters: URLSearchParams): Promise<Asked> {
  const today = dayOf(new Date());
  return readParameterText(field, parameters, isStatisticsParameter, async () => {
    const { question, errors } = parseStatisticsAddress(parameters, today);
    return { question, query: await readFilters(context, withDays(parameters, today), errors) };
  });
}

/** Maximum duration of a statistic in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Reads a statistic in a snapshot of active days that are up to date. */
async function inStatisticsSnapshot<Result>(
  context: Context,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  await refreshDerived(context, PROJECT);
  return inSnapshot(
    context,
    async (connection) => {
      // Statistics read all rows. Before PostgreSQL has analyzed new ones, it expects few, and would
      // compare each with each. With the default memory, sets of days of many months go to the disk.
      await connection.$executeRawUnsafe("SET LOCAL enable_nestloop = off; SET LOCAL work_mem = '64MB'");
      return work(connection);
    },
    TIMEOUT_MS,
  );
}

/** Runs a statistic that users choose: one of an account at a time, in a slot of long reads. */
export async function readStatistic<Result>(
  context: Context,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const read = () => inStatisticsSnapshot(context, work);
  const user = context.actor?.id;
  if (user === undefined) return read();
  return withConcurrencyLimit("counting", user, () => withConcurrencyLimit("reading", user, read));
}

/** The names of the entries of reference lists, and their places in the order of their lists. */
type NamedEntries = (field: StatisticField, id: number | null) => { key: StatisticsKey; place: number };

/** Reads the names of the entries of some fields; years are their own names. */
export async function namedValues(connection: Connection, fields: readonly StatisticField[]): Promise<NamedEntries> {
  const lists = fields.flatMap((field) => namingList(field) ?? []);
  const stored = await referenceListsByName(connection, lists);
  const byList = new Map(
    lists.map((list: ReferenceListName) => {
      const { key, name } = referenceLists[list];
      const entries = stored[list].map(
        (entry, place) =>
          [
            Number(entry[key]),
            { de: localizedName(entry, name, "de"), en: localizedName(entry, name, "en"), place },
          ] as const,
      );
      return [list, new Map(entries)];
    }),
  );
  return (field, id) => {
    if (id === null) return { key: { field, id, ...NOT_GIVEN }, place: Infinity };
    const list = namingList(field);
    const { place, ...names } = (list && byList.get(list)?.get(id)) ?? { de: String(id), en: String(id), place: id };
    return { key: { field, id, ...names }, place };
  };
}

/** Compares rows: those with more on the last day first, then in the order of their entries. */
function compareRows(a: { last: number; places: number[] }, b: { last: number; places: number[] }): number {
  if (a.last !== b.last) return b.last - a.last;
  const at = a.places.findIndex((place, index) => place !== b.places[index]);
  return at < 0 ? 0 : getAt(a.places, at) < getAt(b.places, at) ? -1 : 1;
}

/** The answer to a question, and the lists behind its totals; null where no list can ask for one. */
type CountedQuestion = Pick<ShownStatistics, "statistics" | "totalHrefs">;

/** Counts what is active on the days of a question. @throws AppError validation_failed for more rows than the limit */
export async function countAsked(connection: Connection, { question, query }: Asked): Promise<CountedQuestion> {
  const { days, by, counted } = question;
  const namesRecords = counted !== "projects" && !isOwnQuestion(query, counted, by);
  const found = await countStatistics(connection, question, query, namesRecords);
  if (found.rows.length > STATISTICS_MAX_ROWS) throw invalid({ by: ["max"] });
  const entries = await namedValues(connection, by);
  const named = found.rows.flatMap(({ records }) => records).reduce((sum, records) => sum + (records?.length ?? 0), 0);
  const rows = found.rows.flatMap(({ ids, values, records }) => {
    if (values.every((value) => value === 0)) return [];
    const keys = by.map((field, at) => entries(field, ids[at] ?? null));
    const rowValues = by.map((field, at) => ({ field, id: ids[at] ?? null }));
    const hrefOn = rowHrefs(query, counted, rowValues);
    const hrefs = days.map((day, at) => {
      if (values[at] === 0) return null;
      const ofDay = named <= STATISTICS_MAX_ALL_NAMED ? records[at] : undefined;
      return hrefOn(day, ofDay);
    });
    const answer: StatisticsRow = { keys: keys.map(({ key }) => key), values, hrefs };
    return [{ last: values.at(-1) ?? 0, places: keys.map(({ place }) => place), answer }];
  });
  const { values: totals, records: ofTotals } = found.total;
  const hrefOn = rowHrefs(query, counted, []);
  return {
    statistics: {
      success: true as const,
      days,
      rows: rows.sort(compareRows).map(({ answer }) => answer),
      totals,
      unknown: { no_begin: found.noBegin, no_end: found.noEnd },
    },
    totalHrefs: days.map((day, at) => (totals[at] === 0 ? null : hrefOn(day, ofTotals[at]))),
  };
}

/**
 * Counts what is active on the days of a question (contract §17).
 * @throws AppError validation_failed for more rows than the limit
 */
export const projectStatistics = (context: Context, asked: Asked): Promise<ProjectStatistics> =>
  readStatistic(context, async (connection) => (await countAsked(connection, asked)).statistics);

/** Counts the projects that are active on a day by each of some fields, all as of the same moment. */
export async function activeProjectsBy(
  context: Context,
  day: string,
  fields: readonly StatisticField[],
): Promise<ProjectStatistics[]> {
  const query = defaultListQuery(PROJECT);
  return inStatisticsSnapshot(context, async (connection) => {
    const answers: ProjectStatistics[] = [];
    for (const field of fields) {
      const question: StatisticsQuestion = { days: [day], by: [field], counted: "projects" };
      answers.push((await countAsked(connection, { question, query })).statistics);
    }
    return answers;
  });
}
