import { describe, expect, it } from "vitest";
import { matchesFolded } from "./fold";

describe("matchesFolded", () => {
  it.each([
    ["Müller", "mueller"],
    ["Müller", "muller"],
    ["Mueller", "Müller"],
    ["Bauelemente", "element"],
    ["Straße", "strasse"],
    ["Straße", "STRAẞE"],
    ["Université Laval", "laval universite"],
    ["Naturwissenschaften", ""],
    ["Naturwissenschaften", "  "],
    ["Größe", "groe"],
  ])("%s is found by %j", (text, query) => {
    expect(matchesFolded(text, query)).toBe(true);
  });

  it.each([
    ["Müller", "meier"],
    ["Inklusion", "inklusion schule"],
  ])("%s is not found by %j", (text, query) => {
    expect(matchesFolded(text, query)).toBe(false);
  });
});
