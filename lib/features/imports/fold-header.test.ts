import { expect, it } from "vitest";
import { foldHeader } from "./fold-header";

it.each([
  ["E-Mail", "email"],
  ["  Straße / Nr. ", "strassenr"],
  ["KÜNDIGUNGSFRIST", "kundigungsfrist"],
  ["Kuendigungsfrist", "kundigungsfrist"],
  ["Fakulta\u0308t", "fakultat"],
  ["startDate", "startdate"],
  ["– … –", ""],
  ["", ""],
])("folds %j to %j", (header, folded) => {
  expect(foldHeader(header)).toBe(folded);
});

it("reads only the beginning of a long header", () => {
  expect(foldHeader(`${"x".repeat(255)}y`)).toBe("x".repeat(255));
  expect(foldHeader("\ufdfa".repeat(100_000)).length).toBeLessThan(255 * 18);
});
