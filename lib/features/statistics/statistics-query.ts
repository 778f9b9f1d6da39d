import type { FieldErrors } from "@/lib/model/fields/field";
import { TOPICS } from "@/lib/model/lists/list-query";
import { oneOf, readDay, readList, readSingle } from "@/lib/model/lists/query-reader";
import { withDays } from "@/lib/model/lists/relative-days";
import { MAP_VIEWS, type MapView } from "./map-views";
import { COUNTED, STATISTIC_FIELDS, type Counted, type StatisticField } from "./statistic-fields";
import { lastDaysOfSteps, STEPS, type CalendarStep } from "./steps";

/** The page of statistics (contract §17). */
export const STATISTICS_PATH = "/charts";

/** Maximum number of days of one statistic (contract §17). */
export const MAX_DAYS = 120;
const MAX_FIELDS = 2;

/** The question of a statistic, without the filters of projects. */
export type StatisticsQuestion = { days: string[]; by: StatisticField[]; counted: Counted };

const STEP_NAMES = Object.keys(STEPS) as CalendarStep[];

function readOne<Word extends string>(
  parameters: URLSearchParams,
  name: string,
  words: readonly Word[],
  errors: FieldErrors,
): Word | undefined {
  if (!parameters.has(name)) return undefined;
  const word = readSingle(oneOf(words))(parameters.getAll(name));
  if (word === null) errors[name] = ["type"];
  return word ?? undefined;
}

/** Parses the days of a statistic; adds errors where the parameters contradict each other or ask for no day or too many. */
function readDays(parameters: URLSearchParams, today: string, errors: FieldErrors): string[] {
  const on = readDay(parameters, "on", errors);
  const [from, to = today] = [readDay(parameters, "from", errors), readDay(parameters, "to", errors)];
  const step = readOne(parameters, "step", STEP_NAMES, errors) ?? "year";
  const hasSteps = ["from", "to", "step"].some((name) => parameters.has(name));
  if (parameters.has("on") && hasSteps) errors.on = ["exists"];
  else if (hasSteps && !parameters.has("from")) errors.from = ["required"];
  if (!hasSteps) return [on ?? today];
  if (from === undefined || errors.to || errors.step) return [];
  if (to < from) {
    errors.to = ["date_order"];
    return [];
  }
  const days = lastDaysOfSteps({ from, to, step }, MAX_DAYS);
  if (days.length === 0) errors.to = ["min"];
  if (days.length > MAX_DAYS) errors.step = ["max"];
  return days;
}

/**
 * Parses the question of a statistic (contract §17).
 * @param today `YYYY-MM-DD`
 * @returns the question, and the errors by parameter
 */
export function parseStatistics(
  parameters: URLSearchParams,
  today: string,
): { question: StatisticsQuestion; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const days = readDays(parameters, today, errors);
  const counted = readOne(parameters, "count", COUNTED, errors) ?? "projects";
  const by = parameters.has("by") ? readList(oneOf(STATISTIC_FIELDS))(parameters.getAll("by")) : [];
  if (by === null) errors.by = ["type"];
  else if (by.length > MAX_FIELDS) errors.by = ["max"];
  return { question: { days, by: by ?? [], counted }, errors };
}

const DAY_NAMES = ["on", "from", "to"] as const;
const PARAMETERS: ReadonlySet<string> = new Set([...DAY_NAMES, "step", "by", "count", "map"]);

/** Returns whether a URL parameter is one of those filters of the list of projects that statistics take, too. */
export const isStatisticsFilter = (name: string): boolean =>
  name === "filter" || TOPICS.has(name) || name.startsWith("where[");

/** Returns whether a URL parameter is one of those of the page of statistics. */
export const isStatisticsParameter = (name: string): boolean => PARAMETERS.has(name) || isStatisticsFilter(name);

/** The address of the page of statistics, without the filters of projects. */
export type StatisticsAddress = {
  question: StatisticsQuestion;
  /** The map that the page shows; undefined for none. */
  mapView: MapView | undefined;
  /** The parameters with days as the address has them, so that links keep relative days. */
  dayTexts: Partial<Record<(typeof DAY_NAMES)[number], string>>;
};

/**
 * Parses the parameters of the page of statistics, or of a saved view of it, whose days may be relative.
 * @param today `YYYY-MM-DD`
 * @returns the address, and the errors by parameter
 */
export function parseStatisticsAddress(
  parameters: URLSearchParams,
  today: string,
): StatisticsAddress & { errors: FieldErrors } {
  const { question, errors } = parseStatistics(withDays(parameters, today), today);
  const mapView = readOne(parameters, "map", MAP_VIEWS, errors);
  const dayTexts: StatisticsAddress["dayTexts"] = {};
  for (const name of DAY_NAMES) {
    const text = parameters.get(name);
    if (text !== null) dayTexts[name] = text;
  }
  return { question, mapView, dayTexts, errors };
}

/** What a map shows: the institutions that are linked to projects, or these projects. */
export const MAPPED = ["institutions", "projects"] as const;

/** The question of a map, without the filters of projects. */
export type MapQuestion = { day: string; counted: (typeof MAPPED)[number] };

/**
 * Parses the question of a map (contract §17).
 * @param today `YYYY-MM-DD`
 * @returns the question, and the errors by parameter
 */
export function parseMapQuestion(
  parameters: URLSearchParams,
  today: string,
): { question: MapQuestion; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const day = readDay(parameters, "on", errors) ?? today;
  return { question: { day, counted: readOne(parameters, "count", MAPPED, errors) ?? "institutions" }, errors };
}
