import { describe, expect, it } from "vitest";
import { getAt } from "./get-at";

describe("getAt", () => {
  it("getAt returns the item, even if it is falsy", () => {
    expect([getAt([7, 8], 1), getAt([0], 0), getAt([undefined], 0)]).toEqual([8, 0, undefined]);
  });

  it.each([-1, 2, 0.5, Number.NaN])("getAt throws for an index out of range: %d", (index) => {
    expect(() => getAt([7, 8], index)).toThrow(`No item at ${index} of 2`);
  });
});
