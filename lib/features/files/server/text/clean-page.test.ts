import { describe, expect, it } from "vitest";
import { cleanPage, splitText } from "./clean-page";

describe("cleanPage", () => {
  it.each([
    ["joins a word that was broken at the end of a line", "Verein-\nbarung", "Vereinbarung"],
    ["joins it across blanks at both ends", "Verein- \n  barung", "Vereinbarung"],
    ["joins it at a soft hyphen", "Verein\u00AD\nbarung", "Vereinbarung"],
    ["leaves the hyphen before a capital", "Hochschul-\nKooperation", "Hochschul- Kooperation"],
    ["leaves the hyphen inside a line", "deutsch-polnisch", "deutsch-polnisch"],
    ["writes ligatures as letters", "ﬁnden und oﬀen", "finden und offen"],
    ["makes white space single blanks", " a\t\tb\r\n\u00A0c ", "a b c"],
    ["drops invisible characters", "a\u200Bb\u202Ec\u0001d", "abcd"],
    ["drops signs of fonts that are no letters", "\uE000\uF8FFa", "a"],
    ["replaces half a character", "a\uD800b", "a\uFFFDb"],
    ["leaves letters of other scripts", "Łódź 合作", "Łódź 合作"],
  ])("%s", (_behaviour, page, text) => {
    expect(cleanPage(page)).toBe(text);
  });
});

describe("splitText", () => {
  it("returns nothing for an empty text", () => {
    expect(splitText("")).toEqual([]);
  });

  it("splits a long text at blanks, and loses no word", () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `Wort${index}`);
    const passages = splitText(words.join(" "));
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.every(({ length }) => length < 8_000)).toBe(true);
    expect(passages.join(" ").split(" ")).toEqual(words);
  });

  it("splits a word that is longer than a passage", () => {
    expect(splitText("a".repeat(20_000)).map(({ length }) => length)).toEqual([8_000, 8_000, 4_000]);
  });
});
