import { expect, it } from "vitest";
import { columnChoiceOf, moveColumn, toggleColumn, widthsOf, withWidth } from "./column-order";

const all = ["name", "a", "b", "c"];

it("appends a shown column, returns a hidden one to its default position, and moves all columns but the first", () => {
  const start = columnChoiceOf(all, ["name", "b"]);
  expect(start).toEqual({ shown: ["name", "b"], hidden: ["a", "c"] });
  const three = toggleColumn(all, start, "a");
  expect(three).toEqual({ shown: ["name", "b", "a"], hidden: ["c"] });
  expect(toggleColumn(all, three, "b").hidden).toEqual(["b", "c"]);
  expect(moveColumn(all, three, "a", -1).shown).toEqual(["name", "a", "b"]);
  for (const [name, by] of [
    ["b", -1],
    ["a", 1],
    ["name", 1],
    ["c", 1],
  ] as const) {
    expect(moveColumn(all, three, name, by).shown, name).toEqual(three.shown);
  }
  expect(toggleColumn(all, three, "name").shown).toEqual(three.shown);
});

it("sets narrow and wide column widths and drops those of reset or hidden columns", () => {
  const widths = withWidth(withWidth({}, "a", "wide"), "b", "narrow");
  expect(widths).toEqual({ a: "wide", b: "narrow" });
  expect(withWidth(widths, "a", "narrow")).toEqual({ a: "narrow", b: "narrow" });
  expect(withWidth(widths, "a", "")).toEqual({ b: "narrow" });
  expect(widthsOf(columnChoiceOf(all, ["name", "b"]), widths)).toEqual({ b: "narrow" });
});
