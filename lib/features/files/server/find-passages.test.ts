import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passageAround } from "./find-passages";

const sentence = (words: number) => Array.from({ length: words }, (_, index) => `Wort${index}`).join(" ");

describe("passageAround", () => {
  it("returns a short text as it is", () => {
    expect(passageAround("Die Kündigungsfrist beträgt drei Monate.", ["frist"])).toBe(
      "Die Kündigungsfrist beträgt drei Monate.",
    );
  });

  it("begins and ends between words around the one that was found", () => {
    const excerpt = passageAround(`${sentence(60)} Kuendigung ${sentence(60)}`, ["kündigung"]);
    expect(excerpt).toMatch(/^…Wort\d+ .+ Kuendigung Wort0 .+ Wort\d+…$/);
    expect(excerpt.length).toBeLessThanOrEqual(200);
  });

  it("never has more than 200 characters, and always the word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (before, after) => {
        const excerpt = passageAround(`${before}Zielwort${after}`, ["zielwort"]);
        expect(excerpt.length).toBeLessThanOrEqual(200);
        expect(excerpt.toLowerCase()).toContain("zielwort");
      }),
    );
  });
});
