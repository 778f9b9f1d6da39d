import clsx from "clsx";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { maxOf } from "@/lib/model/pure/long-lists";
import { displayDate } from "@/lib/model/fields/day";
import { STATISTICS_CELLS, STATISTICS_PLACES } from "@/lib/model/limits";
import type { StatisticsMap } from "@/lib/features/statistics/statistics-answers";
import { fieldName } from "@/lib/features/statistics/statistic-words";
import { countedName, statementText, type WordedQuestion } from "@/lib/features/statistics/question-words";
import type { MapView } from "@/lib/features/statistics/map-views";
import type { ShownStatistics } from "@/lib/features/statistics/shown-statistics";
import { PLACES_PATH } from "@/lib/features/places/place-suggestion";
import { GazetteerCredit } from "../places/gazetteer-credit";
import { PartnerMap } from "./map/partner-map";
import { mapViews, projectPlace } from "./map/projection";
import { countryPick, placePick, rowPick } from "./picks";
import { SharedSelection } from "./shared-selection";
import { StatisticsTable, type NumberRow } from "./statistics-table";
import { StepLines } from "./step-lines";

/** Maximum number of days whose table leaves room for a drawing beside it. */
const BESIDE = 4;
/** Maximum number of days that fit on a page; further ones are in tables below. */
const PRINTED_DAYS = 12;
/** Maximum number of rows that are drawn as lines beside the total. */
const LINES = 5;

type StatisticsReportProps = {
  question: WordedQuestion;
  shown: ShownStatistics;
  view: MapView;
  /** The addresses of the page with each view of the map; undefined on paper, which has no links. */
  viewHrefs?: Record<MapView, string>;
};

/**
 * The answer to a question: the table, what is unknown beside its total, and a map or a line over the days.
 */
export function StatisticsReport({ question, shown, view, viewHrefs }: StatisticsReportProps) {
  const { statistics, totalHrefs, map } = shown;
  const { days, rows, totals } = statistics;
  const locale = useLocale();
  const t = useTranslations("records");
  const format = useFormatter();
  const { by, counted, period } = question;
  const maxRows = Math.max(Math.floor(STATISTICS_CELLS / days.length), 1);
  const shownRows = rows.slice(0, maxRows);
  const isLine = period !== undefined && days.length > 1;
  const landAt = by.indexOf("land");
  const picksOf = (row: (typeof rows)[number], at: number) => {
    const land = row.keys[landAt]?.id;
    if (map) return typeof land === "number" ? countryPick(land) : undefined;
    return isLine && at < LINES ? rowPick(at) : undefined;
  };
  const namesOf = (row: (typeof rows)[number]) => row.keys.map((key) => key[locale]);
  const tableRows = shownRows.map((row, at): NumberRow => {
    const { keys, values, hrefs } = row;
    return { key: keys.map(({ id }) => id).join(), names: namesOf(row), values, hrefs, picks: picksOf(row, at) };
  });
  const inView = map?.map.places.filter((place) => projectPlace(mapViews[view], place) !== null) ?? [];
  const places = inView.slice(0, STATISTICS_PLACES);
  const drawing = map ? (
    <>
      <PartnerMap view={view} map={map.map} places={places} locale={locale} hrefs={viewHrefs} />
      {viewHrefs && places.length > 0 && <Places shown={places} />}
      {places.length < inView.length && (
        <p className="py-1 text-sm">{t("statistics.first_places", { shown: places.length, total: inView.length })}</p>
      )}
      <GazetteerCredit />
    </>
  ) : (
    isLine && (
      <StepLines
        title={t("statistics.lines.title")}
        label={t("statistics.lines.label", {
          first: format.number(totals[0] ?? 0),
          from: displayDate(days[0] ?? ""),
          last: format.number(totals.at(-1) ?? 0),
          to: displayDate(days.at(-1) ?? ""),
        })}
        days={days}
        ends={[displayDate(days[0] ?? ""), displayDate(days.at(-1) ?? "")]}
        lines={[
          { key: "total", name: t("statistics.total"), values: totals },
          ...rows.slice(0, LINES).map((row, at) => {
            return { key: rowPick(at), name: namesOf(row).join(", "), values: row.values, picks: rowPick(at) };
          }),
        ]}
      />
    )
  );
  const max = maxOf(
    tableRows.flatMap(({ values }) => values),
    1,
  );
  const perTable = viewHrefs ? days.length : PRINTED_DAYS;
  const parts = days.flatMap((_, at) => (at % perTable === 0 ? [[at, at + perTable] as const] : []));
  const isEmpty = totals.every((total) => total === 0);
  return (
    <SharedSelection className={clsx("statistics-report", drawing && days.length <= BESIDE && "is-wide")}>
      <div className="min-w-0">
        {parts.map(([from, to]) => (
          <StatisticsTable
            key={from}
            caption={statementText(question, t, locale)}
            names={by.length > 0 ? by.map((field) => fieldName(field, t)) : [countedName(counted, t)]}
            columns={days.slice(from, to).map(displayDate)}
            max={max}
            rows={tableRows.map((row) => ({
              ...row,
              values: row.values.slice(from, to),
              hrefs: row.hrefs.slice(from, to),
            }))}
            total={{
              key: "total",
              label: t("statistics.total"),
              values: totals.slice(from, to),
              hrefs: totalHrefs.slice(from, to),
            }}
          />
        ))}
        {isEmpty && <p className="px-4 py-2 text-ink-muted">{t("statistics.none")}</p>}
        {shownRows.length < rows.length && (
          <p className="px-4 py-2 text-sm font-semibold">
            {t("statistics.first_rows", { shown: shownRows.length, total: rows.length })}
          </p>
        )}
        <UnknownLine shown={shown} />
      </div>
      {drawing && <div className="statistics-drawing">{drawing}</div>}
    </SharedSelection>
  );
}

/** What is unknown, each number with a link to the records that lack it. */
function UnknownLine({ shown: { unknown, map } }: { shown: ShownStatistics }) {
  const t = useTranslations("records.statistics");
  const format = useFormatter();
  const lines = [
    { ...unknown.no_begin, text: t("no_begin") },
    { ...unknown.no_end, text: t("no_end") },
    ...(map
      ? [
          { count: map.map.unknown.land, href: map.unmapped.land, text: t("no_country") },
          { count: map.map.unknown.ort, href: map.unmapped.ort, text: t("no_place") },
        ]
      : []),
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  const lacksPlace = map !== null && map.map.unknown.land + map.map.unknown.ort > 0;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2 text-sm print:px-0">
      <span className="text-ink-muted">{`${t("unknown")}:`}</span>
      {lines.map(({ count, href, text }) => {
        const words = `${format.number(count)} ${text}`;
        return href ? (
          <a key={text} href={href} className="underline underline-offset-2">
            {words}
          </a>
        ) : (
          <span key={text}>{words}</span>
        );
      })}
      {lacksPlace && (
        <a href={PLACES_PATH} className="underline underline-offset-2 print:hidden">
          {t("complete_places")}
        </a>
      )}
    </p>
  );
}

/** The places of a map as a table. */
function Places({ shown }: { shown: StatisticsMap["places"] }) {
  const t = useTranslations("records.statistics");
  const title = t("places", { count: shown.length });
  return (
    <details className="my-2">
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <StatisticsTable
        caption={title}
        names={[t("place")]}
        columns={[t("number")]}
        max={shown[0]?.value ?? 1}
        rows={shown.map(({ ort, value, href }, at) => {
          return { key: String(at), names: [ort], values: [value], hrefs: [href], picks: placePick(at) };
        })}
      />
    </details>
  );
}
