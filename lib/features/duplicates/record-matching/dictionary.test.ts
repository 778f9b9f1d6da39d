import { describe, expect, it } from "vitest";
import { parsePatterns, parseReplacements, parseSynonyms, parseWords } from "./dictionary";

describe("parseWords", () => {
  it("parseWords folds the words of all lines", () => {
    expect(parseWords(["für Goethe", "und"])).toEqual(["fur", "gothe", "und"]);
  });

  it.each([[["für fur"]], [["und", "und"]], [["und  oder"]], [[""]]])("parseWords rejects the lines %j", (lines) => {
    expect(() => parseWords(lines)).toThrow("The dictionary lists");
  });
});

describe("parseSynonyms", () => {
  it("parseSynonyms maps each word of a line to the first one", () => {
    expect(parseSynonyms(["köln cologne", "genf genève"]).get("geneve")).toBe("genf");
  });

  it("parseSynonyms rejects a word in two lines", () => {
    expect(() => parseSynonyms(["köln cologne", "genf cologne"])).toThrow('"cologne" twice');
  });
});

it("parseReplacements replaces whole words only, in the given order", () => {
  expect(parseReplacements({ "tu|th": "technical", technical: "t" })("tu tuer th")).toBe("t tuer t");
});

it("parsePatterns matches whole words, with * for any letters", () => {
  const pattern = parsePatterns("uni universi[td]* *schule");
  expect(["uni", "universitat", "hochschule", "unit", "schuler"].map((word) => pattern.test(word))).toEqual([
    ...[true, true, true, false, false],
  ]);
});
