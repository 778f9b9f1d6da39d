import { describe, expect, it } from "vitest";
import { expectDefined } from "./invariant";

describe("expectDefined", () => {
  it.each([0, "", false])("expectDefined returns a defined value, even if it is falsy: %j", (value) => {
    expect(expectDefined(value, "value")).toBe(value);
  });

  it.each([undefined, null])("expectDefined throws for a missing value: %s", (value) => {
    expect(() => expectDefined(value, "path parameter id")).toThrow("Missing: path parameter id");
  });
});
