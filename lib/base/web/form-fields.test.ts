import { describe, expect, it } from "vitest";
import { parseForm } from "./form-fields";

describe("parseForm", () => {
  it("parseForm returns the values of each field, in the order of the form", () => {
    expect(parseForm("b=1&a=%C3%BC+x&b=2&c", 10)).toEqual(
      new Map([
        ["b", ["1", "2"]],
        ["a", ["ü x"]],
        ["c", [""]],
      ]),
    );
  });

  it.each(["__proto__", "constructor", "toString"])("parseForm accepts %s as the name of a field", (name) => {
    expect(parseForm(`${name}=1`, 10)).toEqual(new Map([[name, ["1"]]]));
  });

  it("parseForm accepts as many values as are allowed, and no more", () => {
    expect(parseForm("a=1&a=2&b=3", 3)?.size).toBe(2);
    expect(parseForm("a=1&a=2&b=3&a", 3)).toBeNull();
  });
});
