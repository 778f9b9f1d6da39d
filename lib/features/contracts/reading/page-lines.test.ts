import { describe, expect, it } from "vitest";
import { limitPages, pageLinesOf } from "./page-lines";

const textsOf = (...pages: string[]) => pageLinesOf(pages).map(({ text }) => text);

describe("pageLinesOf", () => {
  it("pageLinesOf returns where each line is", () => {
    const pages = ["", "  Erste Zeile  \n\nZweite"];
    expect(pageLinesOf(pages).map(({ page, start, end }) => [page, pages[page]?.slice(start, end)])).toEqual([
      [1, "Erste Zeile"],
      [1, "Zweite"],
    ]);
  });

  it("pageLinesOf leaves out headers and footers, whatever their numbers", () => {
    expect(textsOf("Vertrag 1/2\nEins.\nStand 1", "Vertrag 2/2\nZwei.\nStand 2")).toEqual(["Eins.", "Zwei."]);
  });

  it.each(["1", "- 2 -", "Seite 3 von 8", "page 4 of 8", "5/8"])(
    "pageLinesOf leaves out the page number %s",
    (number) => {
      expect(textsOf(`${number}\nEin Satz.`)).toEqual(["Ein Satz."]);
    },
  );

  it("pageLinesOf leaves out rules", () => {
    expect(textsOf("Oben\n-----------\nUnten")).toEqual(["Oben", "Unten"]);
  });

  it("pageLinesOf keeps a line in the middle of pages that occurs on all", () => {
    const page = (text: string) => ["a1", "b1", "c1", "gleich", "d1", "e1", "f1"].map((line) => line + text).join("\n");
    expect(textsOf(page(""), page("").replaceAll("1", "x")).filter((line) => line === "gleich")).toHaveLength(2);
  });

  it("pageLinesOf does not take a table with few rows for two columns", () => {
    const table = ["Beginn                              Ende", "heute                               morgen"];
    expect(textsOf(table.join("\n"))).toEqual(table);
  });
});

describe("limitPages", () => {
  it("limitPages cuts to 2 MB in all", () => {
    const lengths = limitPages(["a".repeat(1_500_000), "b".repeat(1_500_000), "c"]).map(({ length }) => length);
    expect(lengths).toEqual([1_500_000, 500_000, 0]);
  });

  it("limitPages cuts to 500 pages", () => {
    expect(limitPages(Array<string>(501).fill("a"))).toHaveLength(500);
  });
});
