import * as z from "zod";
import { anyText, count } from "@/lib/model/answers/shapes";
import { STATISTIC_FIELDS } from "./statistic-fields";

const address = anyText.nullable();
const day = anyText.describe("`YYYY-MM-DD`");

const statisticsKey = z.object({
  field: z.enum(STATISTIC_FIELDS),
  id: z.int().nullable().describe("An id of the field's reference list, or a year; null where there is no value"),
  de: anyText,
  en: anyText,
});
export type StatisticsKey = z.output<typeof statisticsKey>;

const statisticsRow = z.object({
  keys: z.array(statisticsKey).describe("In the order of `by`"),
  values: z.array(count).describe("The number on each of `days`"),
  hrefs: z
    .array(address)
    .describe(
      "The list page with exactly the records of each number; null where the number is 0 or no list can ask it",
    ),
});
export type StatisticsRow = z.output<typeof statisticsRow>;

/** `GET /api/statistics/projects` */
export const statisticsOfProjects = z.object({
  success: z.literal(true),
  days: z.array(day),
  rows: z.array(statisticsRow),
  totals: z.array(count).describe("The number on each of `days`; a record with several values counts once"),
  unknown: z.object({
    no_begin: count.describe("Projects that are counted on one of the days and have no begin"),
    no_end: count.describe("Projects that are never active, because it is not known when they were finished"),
  }),
});
export type ProjectStatistics = z.output<typeof statisticsOfProjects>;

/** `GET /api/statistics/map` */
export const partnerMap = z.object({
  success: z.literal(true),
  countries: z.array(
    z.object({ land: z.int().describe("An id of `laender`"), de: anyText, en: anyText, value: count, href: address }),
  ),
  places: z.array(
    z.object({
      ort: anyText,
      land: z.int().describe("An id of `laender`"),
      breite: z.number().min(-90).max(90).describe("Latitude in degrees"),
      laenge: z.number().min(-180).max(180).describe("Longitude in degrees"),
      value: count,
      href: address,
    }),
  ),
  unknown: z.object({
    land: count.describe("What has no country"),
    ort: count.describe("What has no coordinates"),
  }),
});
export type StatisticsMap = z.output<typeof partnerMap>;
