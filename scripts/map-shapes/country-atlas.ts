import { createRequire } from "node:module";
import { geoArea, geoCentroid, type GeoPermissibleObjects } from "d3-geo";
import { feature, merge } from "topojson-client";
import type {
  GeometryCollection,
  MultiPolygon as ArcsOfPolygons,
  Polygon as ArcsOfPolygon,
  Topology,
} from "topojson-specification";

export type Position = number[];
/** Rings of positions (longitude, latitude), the outer one first. */
export type PolygonRings = Position[][];
/** The land of each country, by its id in `laender`. */
export type Atlas = ReadonlyMap<number, PolygonRings[]>;

/** Land that belongs to no entry of `laender`. */
export const NO_COUNTRY = 0;
const MOROCCO = 504;
const WESTERN_SAHARA = 732;
/** The border between Morocco and Western Sahara is the parallel 27°40′ N. */
const SAHARA_BORDER = 27 + 40 / 60;

/** Parts of Natural Earth without a code. */
const LAND_OF_NAME: Readonly<Record<string, number>> = {
  Kosovo: 983,
  Somaliland: 706,
  "N. Cyprus": 196,
  "Cyprus U.N. Buffer Zone": 196,
  Akrotiri: 196,
  Dhekelia: 196,
};

/** A polygon whose centre lies between these degrees belongs to another country than in Natural Earth. */
type Move = { land: number; west: number; south: number; east: number; north: number };
const MOVES: Readonly<Record<string, readonly Move[]>> = {
  Russia: [{ land: 804, west: 32, south: 44, east: 36.7, north: 46.3 }],
  // What has an entry of its own in ISO 3166-1, but is part of another country in Natural Earth:
  France: [
    { land: 254, west: -55, south: 2, east: -51, north: 6 },
    { land: 312, west: -62, south: 15.8, east: -60.9, north: 16.6 },
    { land: 474, west: -61.3, south: 14.3, east: -60.7, north: 15 },
    { land: 638, west: 55, south: -21.5, east: 56, north: -20.8 },
    { land: 175, west: 44.9, south: -13.1, east: 45.4, north: -12.5 },
  ],
  Norway: [
    { land: 744, west: 10, south: 74, east: 34, north: 81 },
    { land: 744, west: -10, south: 70, east: -7, north: 72 },
    { land: 74, west: 3, south: -55, east: 4, north: -54 },
  ],
  Netherlands: [
    { land: 535, west: -69, south: 12, east: -68, north: 12.5 },
    { land: 535, west: -63.5, south: 17.4, east: -62.8, north: 17.8 },
  ],
  "New Zealand": [{ land: 772, west: -173, south: -10, east: -171, north: -8 }],
  "Indian Ocean Ter.": [
    { land: 162, west: 105, south: -11, east: 106, north: -10 },
    { land: 166, west: 96, south: -13, east: 97, north: -11 },
  ],
};

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;
type Arcs = ArcsOfPolygon["arcs"];

const require = createRequire(import.meta.url);
const TOPOLOGIES = {
  "10m": () => require("world-atlas/countries-10m.json") as Countries,
  "50m": () => require("world-atlas/countries-50m.json") as Countries,
};

/** Cuts a polygon without holes at a parallel. @returns its part on the side of `isWithin` */
function cutAtParallel([ring = []]: PolygonRings, latitude: number, isWithin: (latitude: number) => boolean) {
  const cut: Position[] = [];
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [beforeX = 0, beforeY = 0] = ring[index - 1] ?? [x, y];
    if (isWithin(beforeY) !== isWithin(y))
      cut.push([beforeX + ((x - beforeX) * (latitude - beforeY)) / (y - beforeY), latitude]);
    if (isWithin(y)) cut.push([x, y]);
  }
  const [first] = cut;
  return [first === undefined ? [] : [...cut, first]];
}

/** Finds the country of ISO 3166-1 to which a polygon of another country in Natural Earth belongs. */
function findMove(name: string, polygon: GeoPermissibleObjects): Move | undefined {
  const moves = MOVES[name];
  if (moves === undefined) return undefined;
  const [x, y] = geoCentroid(polygon);
  return moves.find(({ west, south, east, north }) => x > west && x < east && y > south && y < north);
}

/**
 * Reads Natural Earth at 1:10 or 1:50 million, with the borders that the map shows
 * (docs/decisions/0024-borders-of-the-map.md).
 */
export function readAtlas(scale: keyof typeof TOPOLOGIES): Atlas {
  const topology = TOPOLOGIES[scale]();
  const arcsByLand = new Map<number, Arcs[]>();
  for (const geometry of topology.objects.countries.geometries) {
    if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") continue;
    const name = geometry.properties?.name ?? "";
    const ownLand = geometry.id === undefined ? (LAND_OF_NAME[name] ?? NO_COUNTRY) : Number(geometry.id);
    for (const arcs of geometry.type === "Polygon" ? [geometry.arcs] : geometry.arcs) {
      const polygon = feature(topology, { type: "Polygon", arcs });
      // In 10m, the outline of an islet runs the wrong way round, so that it means all the rest of the earth.
      if (geoArea(polygon) > 2 * Math.PI) continue;
      const land = findMove(name, polygon)?.land ?? ownLand;
      arcsByLand.set(land, [...(arcsByLand.get(land) ?? []), arcs]);
    }
  }
  const mergeLands = (...lands: number[]) => {
    const parts = lands.map((land): ArcsOfPolygons => ({ type: "MultiPolygon", arcs: arcsByLand.get(land) ?? [] }));
    return merge(topology, parts).coordinates;
  };
  const atlas = new Map([...arcsByLand.keys()].map((land) => [land, mergeLands(land)] as const));
  // Natural Earth divides Western Sahara at the wall between the parties, which is no border.
  const both = mergeLands(MOROCCO, WESTERN_SAHARA);
  atlas.set(
    MOROCCO,
    both.map((polygon) => cutAtParallel(polygon, SAHARA_BORDER, (y) => y >= SAHARA_BORDER)),
  );
  atlas.set(
    WESTERN_SAHARA,
    both.map((polygon) => cutAtParallel(polygon, SAHARA_BORDER, (y) => y < SAHARA_BORDER)),
  );
  return atlas;
}
