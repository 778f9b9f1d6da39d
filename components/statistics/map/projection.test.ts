import { expect, it } from "vitest";
import { d3Projection } from "@/scripts/map-shapes/draw-map-files";
import { MAP_VIEWS } from "@/lib/features/statistics/map-views";
import { mapViews, projectPlace } from "./projection";

const places = Array.from({ length: 35 }, (_row, row) => row * 5 - 85).flatMap((breite) =>
  Array.from({ length: 71 }, (_column, column) => ({ breite, laenge: column * 5 - 175 })),
);

it.each(MAP_VIEWS)("projectPlace agrees with d3-geo in %s", (name) => {
  const view = mapViews[name];
  const byD3 = d3Projection(view.projection);
  const differences = places.filter(({ breite, laenge }) => {
    const [x, y] = byD3([laenge, breite])!;
    const point = projectPlace(view, { breite, laenge });
    if (point === null) return x > 0 && x < view.width && y > 0 && y < view.height;
    return Math.abs(point.x - x) > 0.1 || Math.abs(point.y - y) > 0.1;
  });
  expect(differences).toEqual([]);
});

it.each([
  ["world", { breite: 0, laenge: 11 }],
  ["europe", { breite: 53, laenge: 14 }],
  ["germany", { breite: 50.7, laenge: 10.4 }],
] as const)("the centre of %s is where its description says", (name, place) => {
  const { x, y } = mapViews[name].projection;
  const point = projectPlace(mapViews[name], place);
  expect(point?.x).toBeCloseTo(x, 0);
  expect(point?.y).toBeCloseTo(y, 0);
});

it.each([
  ["germany", "Paris", { breite: 48.86, laenge: 2.35 }],
  ["europe", "New York", { breite: 40.7, laenge: -74 }],
  ["europe", "the antipode of its centre", { breite: -53, laenge: -166 }],
  ["world", "the South Pole", { breite: -90, laenge: 0 }],
] as const)("%s has no place for %s", (name, _where, place) => {
  expect(projectPlace(mapViews[name], place)).toBeNull();
});

it("longitudes beyond the antimeridian mean the same place", () => {
  const fiji = projectPlace(mapViews.world, { breite: -17.7, laenge: 178 });
  expect(fiji).not.toBeNull();
  expect(projectPlace(mapViews.world, { breite: -17.7, laenge: -182 })).toEqual(fiji);
});
