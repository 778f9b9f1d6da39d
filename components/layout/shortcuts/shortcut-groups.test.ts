import { expect, it } from "vitest";
import de from "@/messages/de.json";
import { shortcutGroups } from "./shortcut-groups";

const linesOf = (hasSingleKeys: boolean) => shortcutGroups(hasSingleKeys).flatMap(({ shortcuts }) => shortcuts);

it("every group and line of the sheet has a text", () => {
  const { groups, does } = de.frame.shortcuts;
  expect(shortcutGroups(true).map(({ name }) => name)).toEqual(Object.keys(groups));
  expect(linesOf(true).map((line) => line.does)).toEqual(Object.keys(does));
});

it("the sheet omits single-letter shortcuts that are switched off", () => {
  const omitted = linesOf(true).filter((line) => !linesOf(false).includes(line));
  expect(omitted.map(({ does }) => does)).toEqual(["search", "sheet", "filter", "add", "edit_row", "edit"]);
});
