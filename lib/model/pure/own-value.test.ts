import { describe, expect, it } from "vitest";
import { ownValue } from "./own-value";

describe("ownValue", () => {
  it("ownValue returns the value of an own property, also of a name that other objects inherit", () => {
    expect([ownValue({ a: 0 }, "a"), ownValue({ toString: "x" }, "toString")]).toEqual([0, "x"]);
  });

  it.each(["constructor", "__proto__", "toString", "b"])(
    "ownValue returns nothing for %s, which is no own property",
    (key) => {
      expect(ownValue<unknown>({ a: 0 }, key)).toBeUndefined();
    },
  );
});
