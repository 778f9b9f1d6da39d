import { expect, it } from "vitest";
import { choiceOf, moveColumn, toggleColumn, widthsOf, withWidth } from "./column-order";

const all = ["name", "a", "b", "c"];

it("columns come last, go back to where they are offered, and move, but for the first one", () => {
  const start = choiceOf(all, ["name", "b"]);
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

it("columns are told to be narrow or wide, and forget it when they are as usual or shown no more", () => {
  const told = withWidth(withWidth({}, "a", "wide"), "b", "narrow");
  expect(told).toEqual({ a: "wide", b: "narrow" });
  expect(withWidth(told, "a", "narrow")).toEqual({ a: "narrow", b: "narrow" });
  expect(withWidth(told, "a", "")).toEqual({ b: "narrow" });
  expect(widthsOf(choiceOf(all, ["name", "b"]), told)).toEqual({ b: "narrow" });
});
