import { expect, it } from "vitest";
import { isNearlyFull } from "./storage-use";

it.each([
  [79, 100, false],
  [80, 100, true],
  [101, 100, true],
  [80, null, false],
])("isNearlyFull with %d of %s bytes is %s", (bytes, quota, expected) => {
  expect(isNearlyFull({ bytes, quota })).toBe(expected);
});
