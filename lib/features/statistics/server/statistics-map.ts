import { definitionOf } from "@/lib/model/kinds/registry";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import { STATISTICS_MAX_NAMED } from "@/lib/model/limits";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { expectDefined } from "@/lib/base/errors/invariant";
import type { Connection } from "@/lib/store/database/client";
import { forceCustomPlan, raw, sql } from "@/lib/store/database/sql";
import type { Context } from "@/lib/store/database/transaction";
import { identifier } from "@/lib/store/sql/fragments";
import type { ShownMap } from "../shown-statistics";
import type { StatisticsMap } from "../statistics-answers";
import { countedList } from "../statistic-fields";
import type { MapQuestion } from "../statistics-query";
import { isOwnQuestion, placeHref, rowHrefs, unmappedHref } from "../statistics-hrefs";
import { namedValues, readStatistic } from "./statistics";
import { countedProjects, countedUnits, withQueries, type NamedQueries } from "./statistics-sql";

type AskedMap = MapQuestion & { query: ListQuery };

type Country = { land: number; value: number; records: number[] | null };
type Place = {
  ort: string;
  land: number;
  breite: number;
  laenge: number;
  value: number;
  institutions: number[] | null;
};
/** What has no country or no coordinates: how much, and its keys unless it is too much. */
type Unmapped = { count: number; records: number[] | null };
type FoundMap = { countries: Country[] | null; places: Place[] | null; land: Unmapped; ort: Unmapped };

const INSTITUTION = definitionOf("institution");
const { place: PLACE, country: COUNTRY } = expectDefined(INSTITUTION.location, "the fields of a location");

/**
 * Counts records by country and place in one statement. The place of an institution is the largest one of
 * the gazetteer in its country that has its name (contract §16).
 */
async function countMap(connection: Connection, { day, counted, query }: AskedMap): Promise<FoundMap> {
  const { table, key } = INSTITUTION;
  const [place, country] = [sql`r.${identifier(PLACE)}`, sql`r.${identifier(COUNTRY)}`];
  const record = raw(counted === "projects" ? "project" : "institution");
  const none = raw(String(NOT_APPLICABLE));
  const queries: NamedQueries = [
    ...countedProjects({ days: [day] }, query),
    ...countedUnits({ days: [day], counted: "institutions" }),
    [
      "located",
      sql`SELECT linked.institution, ${country} AS land, best.place_id
        FROM (SELECT DISTINCT record AS institution FROM units) AS linked
        JOIN ${identifier(table)} r ON r.${identifier(key)} = linked.institution
        LEFT JOIN LATERAL (SELECT n.place_id FROM place_names n
          WHERE n.name = fold_umlauts(fold_text(${place})) COLLATE "C" AND n.land = ${country} AND NOT n.is_later
          ORDER BY n.einwohner DESC, n.place_id LIMIT 1) AS best ON ${place} <> '' AND ${country} <> ${none}`,
    ],
    [
      "mapped",
      sql`SELECT units.id AS project, located.* FROM units JOIN located ON located.institution = units.record`,
    ],
  ];
  const without = (column: string, isMissing: string) => sql`(SELECT json_build_object('count', count(*),
      'records', CASE WHEN count(*) <= ${STATISTICS_MAX_NAMED} THEN json_agg(id) END)
    FROM (SELECT ${record} AS id FROM mapped GROUP BY ${record}
      HAVING bool_and(${raw(column)} ${raw(isMissing)})) AS missing)`;
  const few = (keys: string, most: number) =>
    sql`CASE WHEN count(DISTINCT ${raw(keys)}) <= ${most} THEN json_agg(DISTINCT ${raw(keys)}) END`;
  const [found] = await connection.$queryRaw<[FoundMap]>(
    forceCustomPlan(
      withQueries(
        queries,
        sql`SELECT
          (SELECT json_agg(country) FROM (
            SELECT land, count(DISTINCT ${record})::int AS value, ${few("institution", STATISTICS_MAX_NAMED)} AS records
            FROM mapped WHERE land <> ${none} GROUP BY land) AS country) AS countries,
          (SELECT json_agg(found) FROM (
            SELECT p.ort, p.land, p.breite, p.laenge, count(DISTINCT ${record})::int AS value,
              ${few("institution", STATISTICS_MAX_NAMED)} AS institutions
            FROM mapped JOIN places p USING (place_id) GROUP BY p.place_id) AS found) AS places,
          ${without("land", `= ${NOT_APPLICABLE}`)} AS land, ${without("place_id", "IS NULL")} AS ort`,
      ),
    ),
  );
  return found;
}

const largestFirst =
  <One extends { value: number }>(tieBreak: (a: One, b: One) => number) =>
  (a: One, b: One) =>
    b.value - a.value || tieBreak(a, b);

/** Counts where the partners of active projects are on a day (contract §17). */
export const statisticsMap = (context: Context, question: AskedMap): Promise<StatisticsMap> =>
  readStatistic(context, async (connection) => (await mapAsked(connection, question)).map);

/** Counts for a map, and adds the addresses of what it does not show. */
export async function mapAsked(connection: Connection, question: AskedMap): Promise<ShownMap> {
  const { day, counted, query } = question;
  const list = expectDefined(countedList("institutions"), "the list of institutions");
  const found = await countMap(connection, question);
  const entries = await namedValues(connection, ["land"]);
  const namesRecords = counted !== "projects" && !isOwnQuestion(query, counted, ["land"]);
  const countries = (found.countries ?? []).map(({ land, value, records }) => {
    const { key, place } = entries("land", land);
    const hrefOn = rowHrefs(query, counted, [{ field: "land", id: land }]);
    const href = hrefOn(day, namesRecords ? (records ?? undefined) : undefined);
    return { answer: { land, de: key.de, en: key.en, value, href }, value, place };
  });
  const places = (found.places ?? []).map(({ institutions, ...place }) => ({
    ...place,
    href: institutions && placeHref(query, { counted, day, list: list.list }, institutions),
  }));
  const map = {
    success: true as const,
    countries: countries.sort(largestFirst((a, b) => a.place - b.place)).map(({ answer }) => answer),
    places: places.sort(largestFirst((a, b) => a.ort.localeCompare(b.ort, "de") || a.land - b.land)),
    unknown: { land: found.land.count, ort: found.ort.count },
  };
  // Institutions without a country have an entry that lists can ask for.
  const isAsked = counted === "institutions" && isOwnQuestion(query, counted, ["land"]);
  const withoutCountry = rowHrefs(query, counted, [{ field: "land", id: NOT_APPLICABLE }]);
  const unmapped = {
    land: isAsked ? withoutCountry(day) : unmappedHref(counted, day, found.land.records),
    ort: unmappedHref(counted, day, found.ort.records),
  };
  return { map, unmapped };
}
