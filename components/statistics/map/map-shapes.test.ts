import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { REFERENCE_DATA } from "@/prisma/reference-data";
import { drawMapFiles, MAP_SHAPES_FOLDER } from "@/scripts/map-shapes/draw-map-files";
import { MAP_VIEWS, type MapView } from "@/lib/features/statistics/map-views";
import { mapViews, projectPlace } from "./projection";

const MAX_COMPRESSED_BYTES = 30 * 1024;

type Vertex = [x: number, y: number];

const read = (file: string) => readFileSync(path.join(MAP_SHAPES_FOLDER, file), "utf8");
const files = Object.fromEntries(MAP_VIEWS.map((name) => [name, read(`${name}.svg`)])) as Record<MapView, string>;

/** Parses the paths of a view's symbols: rings of vertices by country. */
function parseShapes(svg: string): Map<number, Vertex[][]> {
  const symbols = svg.matchAll(/<symbol id="c(\d+)"[^>]*><path [^>]*d="([^"]*)"\/><\/symbol>/g);
  return new Map(
    [...symbols].map(([, land, commands = ""]) => {
      let [x, y] = [0, 0];
      const rings = commands.split("z").filter(Boolean);
      const vertices = rings.map((ring) => {
        const numbers = (ring.match(/-?\d+/g) ?? []).map(Number);
        const vertices: Vertex[] = [];
        for (let index = 0; index < numbers.length; index += 2) {
          [x, y] = [x + numbers[index]!, y + numbers[index + 1]!];
          vertices.push([x, y]);
        }
        [x, y] = vertices[0]!;
        return vertices;
      });
      return [Number(land), vertices];
    }),
  );
}

const shapes = Object.fromEntries(MAP_VIEWS.map((name) => [name, parseShapes(files[name])])) as Record<
  MapView,
  Map<number, Vertex[][]>
>;

/** Whether a ray to the right crosses the rings an odd number of times. */
function isWithin(rings: Vertex[][], x: number, y: number): boolean {
  const crossings = rings.flatMap((ring) =>
    ring.filter(([ax, ay], index) => {
      const [bx, by] = ring[(index + 1) % ring.length]!;
      return ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay);
    }),
  );
  return crossings.length % 2 === 1;
}

/** The countries whose shapes contain a place, or null outside the view. */
function countriesAt(name: MapView, place: { breite: number; laenge: number }): number[] | null {
  const point = projectPlace(mapViews[name], place);
  if (point === null) return null;
  return [...shapes[name]].filter(([, rings]) => isWithin(rings, point.x, point.y)).map(([land]) => land);
}

describe("borders", () => {
  it.each([
    ["Simferopol", 804, { breite: 45.2, laenge: 34.4 }, ["europe", "world"]],
    ["Sevastopol", 804, { breite: 44.72, laenge: 33.85 }, ["europe", "world"]],
    ["Kerch", 804, { breite: 45.3, laenge: 35.9 }, ["europe", "world"]],
    ["Kyrenia", 196, { breite: 35.25, laenge: 33.3 }, ["europe", "world"]],
    ["Hargeisa", 706, { breite: 9.56, laenge: 44.06 }, ["world"]],
    ["Pristina", 983, { breite: 42.67, laenge: 21.1 }, ["europe", "world"]],
    ["Laayoune", 732, { breite: 26.9, laenge: -12.9 }, ["world"]],
    ["Tarfaya's inland", 504, { breite: 28.3, laenge: -11.3 }, ["world"]],
    ["Berlin", 276, { breite: 52.52, laenge: 13.4 }, ["germany", "europe", "world"]],
    ["Moscow", 643, { breite: 55.75, laenge: 37.62 }, ["europe", "world"]],
    ["Taipei", 158, { breite: 24.4, laenge: 121.1 }, ["world"]],
    ["Cayenne", 254, { breite: 4, laenge: -53 }, ["world"]],
    ["Longyearbyen", 744, { breite: 78.6, laenge: 16 }, ["world"]],
    ["Innsbruck", 40, { breite: 47.27, laenge: 11.39 }, ["germany", "europe", "world"]],
  ] as const)("%s lies in the shape of country %i alone", (_town, land, place, views) => {
    const found = MAP_VIEWS.flatMap((name) => {
      const lands = countriesAt(name, place);
      return lands === null ? [] : [[name, lands]];
    });
    expect(found).toEqual(views.map((name) => [name, [land]]));
  });
});

describe("files of the map", () => {
  it.each(MAP_VIEWS)("paths of %s have no number with a decimal", (name) => {
    const paths = [...files[name].matchAll(/ d="([^"]*)"/g)].map(([, commands]) => commands);
    expect(paths.length).toBe(mapViews[name].countries.length);
    expect(paths.filter((commands) => !/^[mz\d -]+$/.test(commands ?? ""))).toEqual([]);
  });

  it.each(MAP_VIEWS)(`%s has at most ${MAX_COMPRESSED_BYTES} bytes when compressed`, (name) => {
    expect(gzipSync(files[name]).length).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES);
  });

  it.each(MAP_VIEWS)("the description of %s lists its symbols in the order of the file", (name) => {
    expect(mapViews[name].countries).toEqual([...shapes[name].keys()]);
  });

  it.each(MAP_VIEWS)("every dot of %s lies in its frame", (name) => {
    const { width, height, dots } = mapViews[name];
    expect(dots.filter(({ x, y }) => x < 0 || x > width || y < 0 || y > height)).toEqual([]);
  });

  it("every country of the reference list has a shape or a dot on the world map", () => {
    const { countries, dots } = mapViews.world;
    const drawn = new Set([...countries, ...dots.map(({ land }) => land)]);
    const listed = REFERENCE_DATA.laender.map(({ land_id }) => Number(land_id));
    expect(listed.filter((land) => land !== -1 && !drawn.has(land))).toEqual([]);
    expect([...drawn].filter((land) => land !== 0 && !listed.includes(land))).toEqual([]);
  });

  it("npm run map-shapes writes the files that are checked in", async () => {
    const drawn = await drawMapFiles();
    const changed = Object.entries(drawn).filter(([name, text]) => text !== read(name));
    expect(changed.map(([name]) => name)).toEqual([]);
  }, 60_000);
});
