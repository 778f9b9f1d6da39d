import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { replaceInQuery } from "./replace-in-query";

const replaced = (query: string) => {
  const text = replaceInQuery(definitionOf("project"), query, "organisationsformen", { id: 3, by: 5 });
  return text === null ? null : [...new URLSearchParams(text)].map((pair) => pair.join("=")).join("&");
};

describe("replaceInQuery", () => {
  it.each([
    [
      "filter=a&where[institutionen.organisationsform][in]=3,4&sortBy=status",
      "filter=a&where[institutionen.organisationsform][in]=5,4&sortBy=status",
    ],
    ["where[institutionen.organisationsform][in]=5,3", "where[institutionen.organisationsform][in]=5"],
    [
      "where%5Binstitutionen.organisationsform%5D%5Bin%5D=3&where[institutionen.organisationsform][in]=7",
      "where[institutionen.organisationsform][in]=5,7",
    ],
    ["where[institutionen.organisationsform][in]=33", null],
    ["where[status][in]=3&topics=3&ids=3", null],
    ["where[nix][in]=3", null],
    ["", null],
  ])("replaces an entry in %s", (query, expected) => {
    expect(replaced(query)).toBe(expected);
  });
});
