import { describe, expect, it } from "vitest";
import { fuzzySearch } from "./fuzzy-search";

const people = [
  ["Jürgen", "Müller", "juergen.mueller@example.org"],
  ["Anna", "Schröder", "anna@example.org"],
  ["Zoë", "Weiß", "zoe@example.org"],
];
const search = fuzzySearch((person: string[]) => person);
const surnames = (text: string) => search(people, text).map(([, surname]) => surname);

describe("fuzzySearch", () => {
  it("matches umlauts in any spelling", () => {
    for (const text of ["müller", "mueller", "MULLER"]) expect(surnames(text), text).toEqual(["Müller"]);
    expect(surnames("weiss")).toEqual(["Weiß"]);
  });

  it("tolerates a typo and excludes unrelated names", () => {
    expect(surnames("schrödr")).toEqual(["Schröder"]);
    expect(surnames("xylophon")).toEqual([]);
  });
});
