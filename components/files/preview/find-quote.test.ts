import { expect, it } from "vitest";
import { findQuote } from "./find-quote";

/** Returns the marked texts of each page. */
const found = (pages: string[][], quote: string) =>
  findQuote(pages, quote).map((marks, page) =>
    marks.map(({ item, start, end }) => pages[page]?.[item]?.slice(start, end)),
  );

it("finds a sentence across items and lines, whatever white space is between them", () => {
  const page = ["§ 7 Laufzeit ", "Der Vertrag tritt am", "", "1. Oktober 2025 in ", "Kraft. Er gilt", " lange."];
  expect(found([page], "Der Vertrag tritt am 1. Oktober 2025 in Kraft.")).toEqual([
    ["Der Vertrag tritt am", "1. Oktober 2025 in ", "Kraft."],
  ]);
});

it("finds words that are broken at the end of a line, in either spelling", () => {
  const page = ["Die Kündi-", "gung der Verein\u00AD", "barung bedarf der Schriftform."];
  for (const quote of ["Kündi- gung der Vereinbarung bedarf", "Kündigung der Verein barung bedarf"]) {
    expect(found([page], quote)).toEqual([["Kündi-", "gung der Verein\u00AD", "barung bedarf"]]);
  }
});

it("takes ligatures, and umlauts of two signs, for their letters", () => {
  expect(found([["die Verp\uFB02ichtung gilt fu\u0308r immer"]], "Verpflichtung gilt für")).toEqual([
    ["Verp\uFB02ichtung gilt fu\u0308r"],
  ]);
});

it("marks a sentence on both pages that it is on, below the header of the second one", () => {
  const first = ["Der Vertrag beginnt am 1. Oktober", "Seite 1"];
  const second = ["Kooperationsvertrag", "2025 und endet 2027. Danach", "mehr"];
  expect(found([first, second], "Der Vertrag beginnt am 1. Oktober 2025 und endet 2027.")).toEqual([
    ["Der Vertrag beginnt am 1. Oktober"],
    ["2025 und endet 2027."],
  ]);
});

it.each([
  ["is not there", "Der Vertrag endet nie."],
  ["shares only a few letters", "Die Parteien kündigen niemals mündlich."],
  ["is empty", " "],
])("marks nothing of a sentence that %s", (_, quote) => {
  expect(found([["Die Parteien unterschreiben."], ["Ende"]], quote).flat()).toEqual([]);
});
