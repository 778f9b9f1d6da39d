import { describe, expect, it } from "vitest";
import { changedNames, moved, placeAt, placeInOrder, unitOf, usedBy } from "./entry";

describe("moved", () => {
  it.each([
    [1, [3, 1, 2, 4]],
    [3, [1, 2, 3, 4]],
    [4, [1, 2, 4, 3]],
    [9, [1, 2, 4, 3]],
  ])("moves the entry 3 to place %i", (place, order) => expect(moved([1, 2, 3, 4], 3, place)).toEqual(order));
});

describe("placeAt", () => {
  it.each([
    [5, 1],
    [15, 2],
    [99, 4],
  ])("maps the height %i of a dropped row to place %i", (y, place) => expect(placeAt([10, 20, 30], y)).toBe(place));
});

describe("placeInOrder", () => {
  it.each([
    ["before the next shown one", [3, 4, 5], 5, 1, 3],
    ["behind the last shown one", [3, 4, 5], 3, 3, 5],
    ["where it is, if it is the only shown one", [4], 4, 1, 4],
    ["between the shown ones, if those between them are hidden", [1, 6, 7], 7, 2, 6],
  ])("places an entry %s", (_, shown, id, place, position) =>
    expect(placeInOrder([1, 2, 3, 4, 5, 6, 7], shown, id, place)).toBe(position),
  );
});

describe("changedNames", () => {
  const names = { titel_de: "Dr.", titel_en: "Dr" };
  it("changedNames contains changed names, ignoring surrounding spaces", () => {
    expect(changedNames({ names }, { titel_de: " Dr. ", titel_en: "Doctor" })).toEqual({ titel_en: "Doctor" });
    expect(changedNames({ names }, undefined)).toEqual({});
  });
});

it("sums the usage of an entry over all kinds", () => {
  const uses = [2, 3].map((count) => ({ unit: "records" as const, kind: "member" as const, count, href: "" }));
  const entry = { id: 1, group: null, names: {}, flags: { active: true }, choices: {}, isProtected: false, uses };
  expect(usedBy(entry)).toBe(5);
  expect(unitOf(entry)).toBe("records");
  expect(unitOf({ ...entry, uses: [{ unit: "links", kind: "project", count: 1, href: "" }] })).toBe("links");
  expect(unitOf({ ...entry, uses: [{ unit: "files", count: 1 }] })).toBe("files");
});
