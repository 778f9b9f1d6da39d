import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt";

const words = (count: number, word = "Wort") =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(" ");

describe("excerptOf", () => {
  it("excerptOf returns null for short texts", () => {
    expect(excerptOf("kurz", words(300))).toBeNull();
    expect(excerptOf("", "")).toBeNull();
  });

  it("an excerpt shows the beginning of a text without a counterpart", () => {
    const text = words(300);
    const excerpt = excerptOf(text, "") ?? "";
    expect(excerpt.startsWith("Wort0 Wort1")).toBe(true);
    expect(excerpt.endsWith(" …")).toBe(true);
    expect(excerpt.length).toBeLessThan(190);
  });

  it("an excerpt starts shortly before the first difference", () => {
    const before = `${words(200)} alt ${words(50, "Ende")}`;
    const after = `${words(200)} neu ${words(50, "Ende")}`;
    expect(excerptOf(before, after)).toMatch(/^… Wort\d+ .*alt Ende0/);
    expect(excerptOf(after, before)).toMatch(/^… Wort\d+ .*neu Ende0/);
  });

  it("an excerpt shows an addition at the end", () => {
    const text = words(200);
    expect(excerptOf(`${text} Zusatz`, text)).toMatch(/^… .*Zusatz$/);
  });

  it("an excerpt does not split surrogate pairs", () => {
    expect(excerptOf("😀".repeat(200), "")?.isWellFormed()).toBe(true);
    expect(excerptOf(`${"😀".repeat(150)}a${"😀".repeat(150)}`, "😀".repeat(300))?.isWellFormed()).toBe(true);
  });
});
