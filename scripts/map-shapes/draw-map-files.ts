import path from "node:path";
import { geoArea, geoAzimuthalEqualArea, geoCentroid, geoEqualEarth, geoPath, type GeoProjection } from "d3-geo";
import { format } from "prettier";
import { projectPlace, type DrawnView, type MapProjection } from "@/components/statistics/map/projection";
import { MAP_VIEWS, type MapView } from "@/lib/features/statistics/map-views";
import { ROOT } from "../root";
import { type Atlas, NO_COUNTRY, type PolygonRings, type Position, readAtlas } from "./country-atlas";
import { areaOf, drawRings, formatPath } from "./shape-rings";

/** The checked-in files, which `npm run map-shapes` writes. */
export const MAP_SHAPES_FOLDER = path.join(ROOT, "components/statistics/map/shapes");

type Frame = Pick<DrawnView, "width" | "height"> & {
  scale: "10m" | "50m";
  projection: Pick<MapProjection, "name" | "breite" | "laenge">;
  /** Positions (longitude, latitude) that the frame just contains. */
  outermost: Position[];
  /** Area of a country's largest part, in square units, below which the country has a dot. */
  minArea: number;
};

const FRAMES: Readonly<Record<MapView, Frame>> = {
  germany: {
    width: 1000,
    height: 1000,
    minArea: 30,
    scale: "10m",
    projection: { name: "azimuthalEqualArea", breite: 50.7, laenge: 10.4 },
    outermost: [
      [10.4, 55.6],
      [10.4, 45.7],
    ],
  },
  europe: {
    width: 1000,
    height: 900,
    minArea: 30,
    scale: "50m",
    projection: { name: "azimuthalEqualArea", breite: 53, laenge: 14 },
    outermost: [
      [-24.8, 65.5],
      [-9.9, 38.7],
      [25.7, 71.4],
      [14.4, 35.5],
      [24, 34.6],
      [33, 34.3],
      [45.2, 40],
    ],
  },
  world: {
    width: 1000,
    height: 460,
    minArea: 8,
    scale: "50m",
    // Cuts no land but at the Bering Strait.
    projection: { name: "equalEarth", breite: 0, laenge: 11 },
    outermost: [
      [-168.9, 0],
      [-169.1, 0],
      [11, 83.7],
      [11, -62.5],
    ],
  },
};

/** Shapes end this far outside the frame, so that the stroke along the cut is not seen. */
const BLEED = 10;
const ANTARCTICA = 10;
/** Where a dot is not at the centre of the largest part. */
const POSITIONS: Readonly<Record<number, Position>> = {
  // King George Island with stations of many countries; the view ends north of the continent.
  [ANTARCTICA]: [-58.9, -62.1],
  // Tarawa, the capital of Kiribati; its largest island is 3,300 km away.
  296: [173, 1.4],
};

const PROJECTIONS = { equalEarth: geoEqualEarth, azimuthalEqualArea: geoAzimuthalEqualArea };

const roundToHundredth = (value: number) => Math.round(value * 100) / 100;

/** Returns d3's projection with the parameters of a view. */
export const d3Projection = ({ name, breite, laenge, scale, x, y }: MapProjection): GeoProjection =>
  PROJECTIONS[name]().rotate([-laenge, -breite]).scale(scale).translate([x, y]).precision(0);

/** Scales and moves a projection so that `outermost` fits into the frame. */
function fitProjection({ projection, width, height, outermost }: Frame): MapProjection {
  const fitted = d3Projection({ ...projection, scale: 1, x: 0, y: 0 }).fitSize([width, height], {
    type: "MultiPoint",
    coordinates: outermost,
  });
  const [x, y] = fitted.translate();
  return { ...projection, scale: roundToHundredth(fitted.scale()), x: roundToHundredth(x), y: roundToHundredth(y) };
}

const symbol = (land: number, path: string) =>
  `<symbol id="c${land}" overflow="visible"><path vector-effect="non-scaling-stroke" d="${path}"/></symbol>`;

const polygonOf = (coordinates: PolygonRings) => ({ type: "Polygon" as const, coordinates });

/** Returns the largest of a country's polygons. */
function largestOf(polygons: PolygonRings[]): PolygonRings {
  const withAreas = polygons.map((polygon) => ({ polygon, area: geoArea(polygonOf(polygon)) }));
  return withAreas.reduce((a, b) => (b.area > a.area ? b : a)).polygon;
}

/** Draws a view of the map. @returns the symbols of its countries as an SVG file, and its description */
function drawView(name: MapView, atlas: Atlas, parts: Map<number, PolygonRings>): { svg: string; view: DrawnView } {
  const { width, height, minArea } = FRAMES[name];
  const projection = fitProjection(FRAMES[name]);
  const whole = d3Projection(projection);
  const clipped = d3Projection(projection).clipExtent([
    [-BLEED, -BLEED],
    [width + BLEED, height + BLEED],
  ]);
  const symbols = [...atlas]
    .filter(([land]) => land !== ANTARCTICA)
    .map(([land, polygons]) => ({ land, rings: drawRings(clipped, polygons) }))
    .filter(({ rings }) => rings.length > 0)
    .map(({ land, rings }) => ({ land, path: formatPath(rings), area: areaOf(rings) }))
    .sort((a, b) => b.area - a.area || a.land - b.land);

  const view: DrawnView = { width, height, projection, countries: symbols.map(({ land }) => land), dots: [] };
  for (const [land, part] of parts) {
    const [laenge = 0, breite = 0] = POSITIONS[land] ?? geoCentroid(polygonOf(part));
    const point = projectPlace(view, { breite, laenge });
    const isVisible = land !== ANTARCTICA && geoPath(whole).area(polygonOf(part)) >= minArea;
    if (land !== NO_COUNTRY && point !== null && !isVisible)
      view.dots.push({ land, x: Math.round(point.x), y: Math.round(point.y) });
  }
  view.dots.sort((a, b) => a.land - b.land);

  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    "<!-- Written by `npm run map-shapes` from Natural Earth. -->",
    ...symbols.map(({ land, path }) => symbol(land, path)),
    "</svg>",
  ];
  return { svg: `${lines.join("\n")}\n`, view };
}

/** Draws the map from Natural Earth. @returns the texts of the files in `MAP_SHAPES_FOLDER`, by their names */
export async function drawMapFiles(): Promise<Record<string, string>> {
  const atlases = { "10m": readAtlas("10m"), "50m": readAtlas("50m") };
  // Only the atlas at 1:10 million has the smallest countries.
  const parts = new Map([...atlases["10m"]].map(([land, polygons]) => [land, largestOf(polygons)] as const));
  const drawn = MAP_VIEWS.map((name) => ({ name, ...drawView(name, atlases[FRAMES[name].scale], parts) }));
  const views = JSON.stringify(Object.fromEntries(drawn.map(({ name, view }) => [name, view])));
  return {
    ...Object.fromEntries(drawn.map(({ name, svg }) => [`${name}.svg`, svg])),
    "views.json": await format(views, { parser: "json", printWidth: 120 }),
  };
}
