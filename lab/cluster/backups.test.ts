import { expect, it } from "vitest";
import { differencesBetween } from "./backups";

const row = (table: string, text: string) => ({ table, text });
const rows = [row("members", "(1,Ada)"), row("members", "(2,Emmy)"), row("changes", "(1)"), row("changes", "(1)")];

it("differencesBetween ignores the order of rows and tables", () => {
  expect(differencesBetween(rows, rows.toReversed())).toEqual([]);
});

it.each([
  ["a missing row", rows.slice(1), ["members: 1 rows missing, 0 unexpected"]],
  ["a changed row", [row("members", "(1,Grace)"), ...rows.slice(1)], ["members: 1 rows missing, 1 unexpected"]],
  ["one of two equal rows", rows.slice(0, 3), ["changes: 1 rows missing, 0 unexpected"]],
  ["a new table", [...rows, row("projects", "(1)")], ["projects: 0 rows missing, 1 unexpected"]],
])("differencesBetween names the table and the number of rows for %s", (_, after, expected) => {
  expect(differencesBetween(rows, after)).toEqual(expected);
});
