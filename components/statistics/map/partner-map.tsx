import { useFormatter, useTranslations } from "next-intl";
import { MAP_VIEWS, type MapView } from "@/lib/features/statistics/map-views";
import type { StatisticsMap } from "@/lib/features/statistics/statistics-answers";
import { classOf, valueClasses, type ValueClass } from "@/lib/features/statistics/value-classes";
import type { Locale } from "@/lib/model/messages/i18n";
import { maxOf } from "@/lib/model/pure/long-lists";
import { countryPick, placePick } from "../picks";
import { mapViews, projectPlace } from "./projection";
import europe from "./shapes/europe.svg";
import germany from "./shapes/germany.svg";
import world from "./shapes/world.svg";

/** The files with the shapes, which browsers cache for good. */
const FILES: Record<MapView, string> = { germany: germany.src, europe: europe.src, world: world.src };

/** Radii of the circles of places, in units of the map: that of the largest number, and the smallest. */
const [MAX_RADIUS, MIN_RADIUS] = [22, 3.5];
/** The number with the largest circle, unless there are larger ones: a few partners need no large circles. */
const MANY = 25;
/** Radii of a country that is too small to see, with and without a number. */
const [DOT_RADIUS, EMPTY_DOT_RADIUS] = [5, 2];
/** How many countries the description of a map names. */
const NAMED = 3;

type PartnerMapProps = {
  view: MapView;
  map: StatisticsMap;
  /** The places to draw, the largest first. */
  places: StatisticsMap["places"];
  locale: Locale;
  /** The addresses of the page with each view; none on paper. */
  hrefs?: Record<MapView, string>;
};

/**
 * Map of where partners are, drawn on the server from shipped shapes: countries shaded by number, places as
 * circles. The tables beside it are its equivalent for keyboards and screen readers.
 */
export function PartnerMap({ view, map, places, locale, hrefs }: PartnerMapProps) {
  const t = useTranslations("records.statistics");
  const format = useFormatter();
  const drawn = mapViews[view];
  const counted = new Map(map.countries.map((country) => [country.land, country]));
  const classes = valueClasses(maxValue(map.countries));
  const maxAtPlace = Math.max(maxValue(places), MANY);
  const titleOf = (name: string, value: number) => <title>{`${name}: ${format.number(value)}`}</title>;
  const countryProps = (land: number) => {
    const country = counted.get(land);
    if (!country) return {};
    return {
      className: `map-class-${classOf(classes, country.value)}`,
      "data-picks": countryPick(land),
      children: titleOf(country[locale], country.value),
    };
  };
  const largest = map.countries
    .slice(0, NAMED)
    .map((country) => `${country[locale]} (${format.number(country.value)})`);
  const viewName = t(`map.${view}`);
  const label =
    largest.length > 0
      ? t("map.label", { view: viewName, countries: map.countries.length, largest: largest.join(", ") })
      : t("map.label_empty", { view: viewName });
  return (
    <figure className="partner-map min-w-0 break-inside-avoid">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{hrefs ? t("map.title") : viewName}</span>
        {hrefs && (
          <nav aria-label={t("map.views")} data-keep-scroll className="flex gap-1">
            {MAP_VIEWS.map((one) => (
              <a key={one} href={hrefs[one]} aria-current={one === view || undefined} className="page-button px-2.5">
                {t(`map.${one}`)}
              </a>
            ))}
          </nav>
        )}
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${drawn.width} ${drawn.height}`}
        className="mt-2 h-auto max-h-[80dvh] w-full overflow-hidden print:max-h-[16cm]"
      >
        <g className="map-countries">
          {drawn.countries.map((land) => (
            <use key={land} href={`${FILES[view]}#c${land}`} {...countryProps(land)} />
          ))}
          {drawn.dots.map(({ land, x, y }) => (
            <circle
              key={land}
              cx={x}
              cy={y}
              r={counted.has(land) ? DOT_RADIUS : EMPTY_DOT_RADIUS}
              {...countryProps(land)}
            />
          ))}
        </g>
        <g className="map-places">
          {places.map((place, at) => {
            const point = projectPlace(drawn, place);
            if (!point) return null;
            const radius = radiusOf(place.value, maxAtPlace);
            return (
              <circle key={at} cx={point.x} cy={point.y} r={radius} data-picks={placePick(at)}>
                {titleOf(place.ort, place.value)}
              </circle>
            );
          })}
        </g>
      </svg>
      {counted.size > 0 && <Legend classes={classes} />}
    </figure>
  );
}

const maxValue = (rows: readonly { value: number }[]) =>
  maxOf(
    rows.map(({ value }) => value),
    1,
  );

/** Returns the radius of a circle whose area is in proportion to a number. */
const radiusOf = (value: number, max: number) =>
  Math.round(Math.max(MAX_RADIUS * Math.sqrt(value / max), MIN_RADIUS) * 10) / 10;

function Legend({ classes }: { classes: readonly ValueClass[] }) {
  const t = useTranslations("records.statistics");
  const format = useFormatter();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="text-ink-muted">{t("map.colours")}</span>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {classes.map(({ at, from, to }) => (
          <li key={at} className="tabular flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
              <g className="map-countries">
                <rect width="16" height="12" className={`map-class-${at}`} />
              </g>
            </svg>
            {from === to ? format.number(from) : `${format.number(from)}–${format.number(to)}`}
          </li>
        ))}
      </ul>
      <span className="flex items-center gap-1.5 text-ink-muted">
        <svg aria-hidden="true" viewBox="0 0 12 12" className="map-places size-3">
          <circle cx="6" cy="6" r="5" />
        </svg>
        {t("map.circles")}
      </span>
    </div>
  );
}
