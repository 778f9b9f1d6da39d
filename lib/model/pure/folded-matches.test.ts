import { describe, expect, it } from "vitest";
import { foldedRanges, matchesFolded } from "./folded-matches";

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
    ["Uni\u00adversität", "universität"],
    ["Universität", "uni\u00adver\u200bsität"],
  ])("matchesFolded matches %s by %j", (text, query) => {
    expect(matchesFolded(text, query)).toBe(true);
  });

  it.each([
    ["Müller", "meier"],
    ["Inklusion", "inklusion schule"],
  ])("matchesFolded does not match %s by %j", (text, query) => {
    expect(matchesFolded(text, query)).toBe(false);
  });
});

describe("foldedRanges", () => {
  const found = (text: string, word: string) =>
    foldedRanges(text, word).map(({ start, end }) => text.slice(start, end));

  it.each([
    ["Frau Müller und Herr Mueller", "mueller", ["Mueller"]],
    ["Frau Müller", "mueller", ["Müller"]],
    ["Frau Mueller", "müller", ["Mueller"]],
    ["Frau Mu\u0308ller", "muller", ["Mu\u0308ller"]],
    ["Große Straße", "STRASSE", ["Straße"]],
    ["Straße", "stras", ["Straß"]],
    ["Bauelemente, Elemente", "element", ["element", "Element"]],
    ["😀 Malmö 😀", "malmoe", ["Malmö"]],
    ["Søren", "soren", ["Søren"]],
    ["an der Uni\u00adversität", "universität", ["Uni\u00adversität"]],
    ["Meier", "schmidt", []],
  ])("foldedRanges finds in %j the ranges of %j", (text, word, expected) => {
    expect(found(text, word)).toEqual(expected);
  });
});
