import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "./clean-text";

describe("cleanText", () => {
  it.each([
    ["a soft hyphen", "Uni\u00adversität Muster\u00adstadt", "Universität Musterstadt"],
    ["a zero-width space", "Zero\u200bWidth Institut", "ZeroWidth Institut"],
    ["a word joiner", "10\u2060km", "10km"],
    ["a byte order mark", "\ufeffName\ufeff", "Name"],
    ["a non-joiner against a ligature", "Auf\u200clage", "Auflage"],
    ["a joiner between Latin letters", "Uni\u200dversität", "Universität"],
    ["a Mongolian vowel separator between Latin letters", "Uni\u180eversität", "Universität"],
    ["marks of direction", "\u202a+49 221 470\u202c\u200e", "+49 221 470"],
    ["isolates", "\u2068Anna\u2069", "Anna"],
    ["a reversed text", "Bericht \u202efdp.exe", "Bericht fdp.exe"],
    ["an Arabic letter mark", "\u061cجامعة", "جامعة"],
    ["a joiner without a letter before it", "\u200d\u200cجامعة", "جامعة"],
    ["a joiner behind an emoji", "Forschung 👩\u200d", "Forschung 👩"],
    ["only invisible signs", "\u00ad\u200b\u2060\ufeff\u200d", ""],
  ])("cleanText removes %s", (_name, text, cleaned) => expect(cleanText(text)).toBe(cleaned));

  it.each([
    ["a joiner inside an emoji", "👩\u200d🔬"],
    ["a joiner behind a skin tone", "👩🏽\u200d🔬 und 🧑🏻\u200d🤝\u200d🧑🏿"],
    ["a joiner behind a variation selector", "🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥"],
    ["a non-joiner in a Persian word", "می\u200cخواهم"],
    ["a joiner behind a Persian abbreviation", "۱۳۹۵ ه\u200d.ش."],
    ["a joiner behind a Devanagari letter", "क्\u200dष"],
    ["a joiner at the end of a Malayalam word", "അവന്\u200d"],
    ["a vowel separator in a Mongolian word", "ᠠᠮᠠ\u180eᠠ"],
    ["a non-breaking space", "3\u00a0km"],
    ["line breaks and tabs", "Weg 1\n50923\tKöln"],
    ["combining accents", "Universita\u0308t"],
  ])("cleanText keeps %s", (_name, text) => expect(cleanText(text)).toBe(text));

  it("cleanText removes the second of two joiners", () =>
    expect(cleanText("می\u200c\u200cخواهم")).toBe("می\u200cخواهم"));

  const signs = fc.constantFrom(..."\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f\u180eaم👩🔬 \ud83d");
  it("cleanText does not change a text that it has cleaned", () => {
    fc.assert(
      fc.property(fc.string({ unit: signs }), (text) => {
        const cleaned = cleanText(text);
        expect(cleanText(cleaned)).toBe(cleaned);
      }),
    );
  });

  it.each([
    ["soft hyphens", "\u00ad"],
    ["joiners", "\u200d"],
    ["emoji", "👩\ufe0f\u200d"],
    ["Persian letters", "م\u200c"],
  ])("cleanText takes linear time for a text of %s", (_name, part) => {
    const started = performance.now();
    cleanText(part.repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
