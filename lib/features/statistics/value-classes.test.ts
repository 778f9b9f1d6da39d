import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf, valueClasses } from "./value-classes";

describe("valueClasses", () => {
  it("grows by the same factor", () => {
    expect(valueClasses(100_000).map(({ to }) => to)).toEqual([10, 100, 1000, 10_000, 100_000]);
  });

  it("has a class for each of few values, not all of them dark", () => {
    expect(valueClasses(1)).toEqual([{ at: 2, from: 1, to: 1 }]);
    expect(valueClasses(4).map(({ at }) => at)).toEqual([2, 3, 4, 5]);
  });

  it("has the darkest class for the largest of many values", () => {
    for (const max of [5, 6, 7, 20]) expect(valueClasses(max).at(-1)).toMatchObject({ at: 5, to: max });
  });

  it("contains every value up to the maximum exactly once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (max) => {
        const classes = valueClasses(max);
        const values = classes.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
        expect(values).toEqual(Array.from({ length: max }, (_, at) => at + 1));
      }),
    );
  });
});

describe("classOf", () => {
  it("returns the class that contains the value", () => {
    const classes = valueClasses(120);
    for (const { at, from, to } of classes) {
      expect(classOf(classes, from)).toBe(at);
      expect(classOf(classes, to)).toBe(at);
    }
  });
});
