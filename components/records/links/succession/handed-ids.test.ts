import { expect, it } from "vitest";
import { handedIds } from "./handed-ids";

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it.each([
  ["names the ticked projects", ids(3), [2], [2]],
  ["names all projects while they can be named", ids(1_000), ids(1_000), ids(1_000)],
  ["names none of more than 1,000 projects if all are ticked", ids(1_001), ids(1_001), undefined],
  ["names 1,000 of more projects", ids(1_500), ids(1_000), ids(1_000)],
  ["refuses more than 1,000 projects that are not all", ids(1_500), ids(1_001), null],
])("a hand-over %s", (_, possible, ticked, expected) => {
  expect(handedIds(possible, ticked)).toEqual(expected);
});
