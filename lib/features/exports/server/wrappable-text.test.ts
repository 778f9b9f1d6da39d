import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrappable } from "./wrappable-text";

const partsOf = (text: string) => [wrappable(text)].flat() as string[];
const breaksAt = (text: string) => partsOf(text).filter((part) => part !== "");

describe("wrappable", () => {
  it.each([
    "Donaudampfschifffahrtsgesellschaft, und so weiter",
    "vorname.nachname@university.example",
    "Zeile eins\nZeile zwei\n\nAbsatz",
  ])("leaves %j unbroken", (text) => {
    expect(wrappable(text)).toBe(text);
  });

  it("breaks only a run that is too long", () => {
    expect(partsOf(`vorher ${"x".repeat(50)} nachher`)).toEqual([
      "vorher ",
      ...Array.from({ length: 4 }, () => ["x".repeat(12), ""]).flat(),
      "xx",
      "",
      " nachher",
    ]);
  });

  it("never breaks within a grapheme", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(breaksAt(family.repeat(20))).toEqual(Array.from({ length: 20 }, () => family));
    expect(breaksAt("e\u0301".repeat(41)).every((part) => part.startsWith("e") && part.endsWith("\u0301"))).toBe(true);
  });

  it("breaks a grapheme that is longer than a piece, but never a surrogate pair", () => {
    const parts = breaksAt(`a${"\u{1D165}".repeat(60)}`);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  });

  it("collapses blanks and empty lines", () => {
    expect(wrappable("a \t b\r\n\r\n\r\n \r\n\r\nc\u2028d")).toBe("a b\n\n\nc\nd");
  });

  it("loses no characters except blanks and line ends", () => {
    const texts = fc.string({
      unit: fc.constantFrom("a", "ä", "\u0301", "👩‍👩‍👧‍👦", "𝒳", " ", "\n", "\u00a0"),
      maxLength: 200,
    });
    fc.assert(
      fc.property(texts, (text) => {
        const [before, after] = [text, partsOf(text).join("")].map((each) => each.replace(/[ \n]/g, ""));
        expect(after).toBe(before);
      }),
    );
  });
});
