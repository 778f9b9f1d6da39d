import { geoPath, type GeoContext, type GeoProjection } from "d3-geo";
import { getAt } from "@/lib/model/pure/get-at";
import type { PolygonRings } from "./country-atlas";

type Vertex = readonly [x: number, y: number];
/** The outline of a part of a shape, or of a hole, in whole units. The first vertex is not repeated at the end. */
export type ShapeRing = readonly Vertex[];

const isStraight = ([ax, ay]: Vertex, [bx, by]: Vertex, [cx, cy]: Vertex) =>
  (bx - ax) * (cy - ay) === (by - ay) * (cx - ax);

/** Removes vertices without which a ring has the same area: repeated ones, and those on a straight line. */
function simplify(ring: ShapeRing): ShapeRing {
  const kept: Vertex[] = [];
  for (const [index, vertex] of ring.entries()) {
    const previous = kept.at(-1) ?? getAt(ring, ring.length - 1);
    const following = ring[index + 1] ?? kept[0] ?? vertex;
    if (!isStraight(previous, vertex, following)) kept.push(vertex);
  }
  // What was removed may have been between vertices on one line.
  return kept.length < ring.length ? simplify(kept) : ring;
}

/** Draws polygons in whole units, without the rings that have no area then. */
export function drawRings(projection: GeoProjection, coordinates: PolygonRings[]): ShapeRing[] {
  const rings: Vertex[][] = [];
  const add = (x: number, y: number) => rings.at(-1)?.push([Math.round(x), Math.round(y)]);
  const context: GeoContext = {
    beginPath: () => undefined,
    moveTo: (x, y) => {
      rings.push([]);
      add(x, y);
    },
    lineTo: add,
    closePath: () => undefined,
    arc: () => undefined,
  };
  geoPath(projection, context)({ type: "MultiPolygon", coordinates });
  return rings.map(simplify).filter((ring) => ring.length > 0);
}

/** Returns the area of rings in square units. Holes run the other way round and count negative. */
export function areaOf(rings: readonly ShapeRing[]): number {
  let doubled = 0;
  for (const ring of rings) {
    let [x, y] = getAt(ring, ring.length - 1);
    for (const [toX, toY] of ring) {
      doubled += x * toY - toX * y;
      [x, y] = [toX, toY];
    }
  }
  return doubled / 2;
}

/** Formats rings as the relative commands of an SVG path. */
export function formatPath(rings: readonly ShapeRing[]): string {
  let [x, y] = [0, 0];
  const parts = rings.map((ring) => {
    const moves = ring.map(([toX, toY]) => {
      const [dx, dy] = [toX - x, toY - y];
      [x, y] = [toX, toY];
      return `${dx < 0 ? "" : " "}${dx}${dy < 0 ? "" : " "}${dy}`;
    });
    // "z" returns to the first vertex.
    [x, y] = getAt(ring, 0);
    return `m${moves.join("").trimStart()}z`;
  });
  return parts.join("");
}
