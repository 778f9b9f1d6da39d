import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasMoreJsonValues } from "./json-values";

/** Counts the values inside a value, at all depths. */
function countInside(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + countInside(inner), 0);
}

describe("hasMoreJsonValues", () => {
  it.each([
    ["{}", 0],
    ['{ "a" : 1 }', 1],
    ['{"a":[],"b":{ }}', 2],
    ['{"a":[[1,null],"]"],"b":{"c":",,"}}', 7],
    ['{"a":"\\",\\\\","b":true}', 2],
    [`{"a":[${"{},".repeat(9)}{}]}`, 11],
  ])("hasMoreJsonValues counts scalars, objects and arrays of %s", (json, count) => {
    expect([hasMoreJsonValues(json, count), hasMoreJsonValues(json, count - 1)]).toEqual([false, true]);
  });

  it("hasMoreJsonValues counts the values of any JSON", () => {
    const json = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()));
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
        const [text, count] = [JSON.stringify(value, null, space), countInside(value)];
        expect(hasMoreJsonValues(text, count)).toBe(false);
        if (count > 0) expect(hasMoreJsonValues(text, count - 1)).toBe(true);
      }),
    );
  });

  it.each(["", '{"a":"', '{"a":1,', "[[[", '{"a":"\\'])(
    "hasMoreJsonValues returns, and does not loop, for half a JSON text %j",
    (json) => {
      expect(hasMoreJsonValues(json, 100)).toBe(false);
    },
  );
});
