import type { FieldErrors } from "@/lib/model/fields/field";
import { oneOf, readDay, readList, readSingle } from "@/lib/model/lists/query-reader";
import { COUNTED, STATISTIC_FIELDS, type Counted, type StatisticField } from "./statistic-fields";
import { lastDaysOfSteps, STEPS, type CalendarStep } from "./steps";

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
