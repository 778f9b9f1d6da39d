import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawableText, SPECIAL_CHARACTERS, type HasGlyph } from "./drawable-text";

/** A font with Latin letters up to Latin Extended-A, two accents, and `�`. */
const hasGlyph: HasGlyph = (code) =>
  (code >= 0x20 && code < 0x180) || code === 0x301 || code === 0x323 || code === 0xfffd;
/** A font with a glyph for every character. */
const hasEveryGlyph: HasGlyph = () => true;

function draw(text: string, font = hasGlyph) {
  const missing = new Set<string>();
  return { text: drawableText(text, "de", font, missing), missing: [...missing] };
}

describe("drawableText", () => {
  it.each([
    ["Universität Łódź", "Universität Łódź"],
    ["zwei\nZeilen\tmit Tab", "zwei\nZeilen\tmit Tab"],
    ["e\u0301", "é"],
    ["ḥ", "h\u0323"],
    ["𝒳 ４ ﬁ", "X 4 fi"],
    ["Uni\u00adversi\u200btät\ufeff", "Universität"],
    ["a\u3000b", "a b"],
  ])("draws %j as %j", (text, drawn) => {
    expect(draw(text)).toEqual({ text: drawn, missing: [] });
  });

  it.each([
    ["東京大学", "[Chinesisch]", ["Hani"]],
    ["東京 大学 (Tokio)", "[Chinesisch] (Tokio)", ["Hani"]],
    ["東京タワー", "[Japanisch]", ["Jpan"]],
    ["الجامعة الأمريكية", "[Arabisch]", ["Arab"]],
    ["zwei:\nالجامعة\nالأمريكية", "zwei:\n[Arabisch]\n[Arabisch]", ["Arab"]],
    ["العربية: 東京", "[Arabisch]: [Chinesisch]", ["Arab", "Hani"]],
    ["Zhǎng", "Zh\ufffdng", [SPECIAL_CHARACTERS]],
    ["A → B ①", "A \ufffd B \ufffd", [SPECIAL_CHARACTERS]],
    ["👩‍👩‍👧‍👦🇩🇪", "\ufffd\ufffd", ["Zsye"]],
  ])("replaces characters that the font lacks: %j becomes %j", (text, drawn, missing) => {
    expect(draw(text)).toEqual({ text: drawn, missing });
  });

  it.each([
    ["العربية", "Arab"],
    ["עברית", "Hebr"],
    ["हिन्दी", "Deva"],
    ["ไทย", "Thai"],
  ])("replaces %s, which needs shaping, whatever glyphs the font has", (text, script) => {
    expect(draw(text, hasEveryGlyph).missing).toEqual([script]);
  });

  it("returns only characters that the font has", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "ǎ", "\u0301", "東", "ع", " ", "\n", "👍", "\u200d", "𝒳") });
    fc.assert(
      fc.property(texts, (text) => {
        for (const character of draw(text).text.replaceAll("\n", ""))
          expect(hasGlyph(character.codePointAt(0) ?? 0)).toBe(true);
      }),
    );
  });
});
