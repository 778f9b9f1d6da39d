import { expect, it } from "vitest";
import { shareRows } from "./share-rows";

it.each([
  [["aaaaa", "bbb", "cc"], "aaabbbcc"],
  [["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"], "aaabbbcc"],
  [["aaaaaaaaaa", "b", ""], "aaaaaaab"],
  [["", "", "cccccccccc"], "cccccccc"],
  [["aa", "b", ""], "aab"],
])("shares eight places among the groups %j as %s", (groups, expected) => {
  expect(
    shareRows(
      groups.map((group) => [...group]),
      8,
    ).join(""),
  ).toBe(expected);
});

it("keeps the order within a group", () => expect(shareRows([[1, 2, 3], [4]], 3)).toEqual([1, 2, 4]));
