import { expect, it } from "vitest";
import { withoutTrailing } from "./without-trailing";

it.each([
  ["https://a.example//", "/", "https://a.example"],
  ["//", "/", ""],
  ["a/b", "/", "a/b"],
])("withoutTrailing removes from %j each %j at the end", (text, sign, without) =>
  expect(withoutTrailing(text, sign)).toBe(without),
);
