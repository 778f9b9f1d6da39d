import { describe, expect, it } from "vitest";
import { inOneLine, joinedLines, linesOf, allowsLineBreaks, withLineFeeds } from "./line-breaks";

const BREAKS = ["\n", "\r\n", "\r"];

describe("withLineFeeds", () => {
  it.each(BREAKS)("withLineFeeds returns the break %j as LF", (broken) => {
    expect(withLineFeeds(`a${broken}${broken}b`)).toBe("a\n\nb");
  });
});

describe("linesOf", () => {
  it.each(BREAKS)("linesOf splits at the break %j", (broken) => {
    expect(linesOf(`Weg 1${broken}50923 Köln`)).toEqual(["Weg 1", "50923 Köln"]);
  });

  it("linesOf returns a single line, also of an empty text", () => {
    expect([linesOf("Weg 1, Köln"), linesOf("")]).toEqual([["Weg 1, Köln"], [""]]);
  });
});

describe("inOneLine", () => {
  it.each(BREAKS)("inOneLine shows a comma for the break %j", (broken) => {
    expect(inOneLine(`Weg 1${broken}50923 Köln`)).toBe("Weg 1, 50923 Köln");
  });

  it.each([
    ["blank lines", "Weg 1\n\n \t\n50923 Köln"],
    ["blanks around a break", "Weg 1  \n  50923 Köln"],
    ["a comma before a break", "Weg 1,\n50923 Köln"],
    ["a comma and blank lines", "Weg 1 , \n\n50923 Köln"],
    ["a comma behind a break", "Weg 1\n, 50923 Köln"],
    ["a line of a comma", "Weg 1\n,\n50923 Köln"],
    ["breaks around the text", "\nWeg 1\n50923 Köln\n"],
  ])("inOneLine shows one comma for %s", (_name, text) => {
    expect(inOneLine(text)).toBe("Weg 1, 50923 Köln");
  });

  it.each(["", "Weg 1,  Köln", " , ", "Weg 1,"])("inOneLine returns the single line %j unchanged", (text) => {
    expect(inOneLine(text)).toBe(text);
  });

  it("inOneLine returns nothing for breaks alone", () => expect(inOneLine("\n \n,\n")).toBe(""));
});

describe("joinedLines", () => {
  it.each([
    ["a@example.org\nb@example.org", "a@example.org b@example.org"],
    ["\r\n https://example.org/a \r\n\r\n b\n", "https://example.org/a b"],
    ["a@example.org", "a@example.org"],
  ])("joinedLines joins %j by blanks", (text, joined) => expect(joinedLines(text)).toBe(joined));
});

describe("allowsLineBreaks", () => {
  it.each(["text", "phone", "notice_period", "long_text"] as const)(
    "allowsLineBreaks returns true for %s",
    (control) => {
      expect(allowsLineBreaks(control)).toBe(true);
    },
  );

  it.each(["email", "web_address"] as const)("allowsLineBreaks returns false for %s", (control) => {
    expect(allowsLineBreaks(control)).toBe(false);
  });
});

describe("functions of line breaks", () => {
  it.each([
    ["breaks", "\n"],
    ["blanks", " "],
    ["blanks and breaks", " \n"],
    ["commas", ","],
    ["words with blanks", "a     "],
    ["carriage returns", "\r"],
  ])("functions of line breaks take linear time for a text of %s", (_name, part) => {
    const text = `x${part.repeat(200_000)}x\nb`;
    const started = performance.now();
    for (const convert of [withLineFeeds, inOneLine, joinedLines]) convert(text);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
