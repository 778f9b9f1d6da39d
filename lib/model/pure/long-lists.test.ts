import { expect, it } from "vitest";
import { maxOf, minOf, pushAll } from "./long-lists";

const MILLION = 1_000_000;
const numbers = Array.from({ length: MILLION }, (_, at) => at);

it("maxOf and minOf return the greatest and the least of a million numbers", () => {
  expect([maxOf(numbers, 0), minOf(numbers, MILLION)]).toEqual([MILLION - 1, 0]);
});

it("maxOf and minOf return the bound for no numbers", () => {
  expect([maxOf([], 7), minOf([], 7)]).toEqual([7, 7]);
});

it("pushAll adds a million items to a list", () => {
  const list = [-1];
  pushAll(list, numbers);
  expect(list).toHaveLength(MILLION + 1);
});
