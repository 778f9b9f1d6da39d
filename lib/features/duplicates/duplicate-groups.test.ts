import { describe, expect, it } from "vitest";
import { duplicateGroups, survivorOf } from "./duplicate-groups";

const record = (id: number) => ({ id, label: `Record ${id}`, detail: "" });
const likeness = { score: 0.9, reasons: ["name" as const], differences: [] };
const pair = (a: number, b: number) => ({ a: record(a), b: record(b), ...likeness });
const shapeOf = (pairs: [number, number][]) =>
  duplicateGroups(pairs.map(([a, b]) => pair(a, b))).map(({ ids, pairs: found }) => [
    ids.toSorted((one, other) => one - other),
    found.length,
  ]);

describe("duplicateGroups", () => {
  it("keeps unconnected pairs as separate groups, in their order", () => {
    expect(shapeOf([[5, 6], [1, 2]])).toEqual([[[5, 6], 1], [[1, 2], 1]]); // prettier-ignore
    expect(shapeOf([])).toEqual([]);
  });

  it("groups connected pairs at the position of the first pair", () => {
    expect(shapeOf([[1, 2], [8, 9], [2, 3], [1, 3]])).toEqual([[[1, 2, 3], 3], [[8, 9], 1]]); // prettier-ignore
  });

  it("merges groups that a later pair connects", () => {
    expect(shapeOf([[1, 2], [3, 4], [2, 3]])).toEqual([[[1, 2, 3, 4], 3]]); // prettier-ignore
  });
});

it("survivorOf keeps the record with more links, else the older one", () => {
  expect(survivorOf(7, 3, { 3: 1, 7: 2 })).toEqual([7, 3]);
  expect(survivorOf(7, 3, { 3: 2, 7: 2 })).toEqual([3, 7]);
  expect(survivorOf(3, 7, {})).toEqual([3, 7]);
});
