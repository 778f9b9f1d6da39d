import { describe, expect, it } from "vitest";
import { isNameOf, looksLikeName, withoutTitles } from "./contact-names";

describe("isNameOf", () => {
  it.each([
    ["Anna Müller", "Anna Müller"],
    ["  anna   MÜLLER ", "Anna Müller"],
    ["Anna Mueller", "Anna Müller"],
    ["Müller, Anna", "Anna Müller"],
    ["Müller,Anna", "Anna Müller"],
    ["Prof. Dr. Anna Müller", "Anna Müller"],
    ["Müller, Prof. Dr. Anna", "Anna Müller"],
    ["Prof. Dr. Müller, Anna", "Anna Müller"],
    ["Anna Müller, M. A.", "Anna Müller"],
    ["Anna Müller, M.Sc.", "Anna Müller"],
    ["Anna Müller, PhD", "Anna Müller"],
    ["Frau Dr.-Ing. Anna Müller", "Anna Müller"],
    ["Dr. h. c. Anna Müller", "Anna Müller"],
    ["Noemie O'Connor", "Noémie O'Connor"],
    ["Karl-Heinz Müller-Lüdenscheidt", "Karl-Heinz Müller-Lüdenscheidt"],
    ["Malgorzata Dabrowski", "Małgorzata Dąbrowski"],
    ["Ludwig van Beethoven", "Ludwig van Beethoven"],
    ["van Beethoven, Ludwig", "Ludwig van Beethoven"],
  ])("isNameOf matches the text %j with the person %s", (text, label) => expect(isNameOf(text, label)).toBe(true));

  it.each([
    ["", "Anna Müller"],
    ["Müller", "Anna Müller"],
    ["Dr. Müller", "Anna Müller"],
    ["A. Müller", "Anna Müller"],
    ["Müller Anna", "Anna Müller"],
    ["Anna Maria Müller", "Anna Müller"],
    ["Anna Müller-Schmidt", "Anna Müller"],
    ["Anna Muller-Schmidt", "Anna Müller"],
    ["Anna Müller und Ben Schmidt", "Anna Müller"],
    ["Anna Müller, International Office", "Anna Müller"],
    ["Müller, Anna, Ben", "Anna Müller"],
    ["Hanna Müller", "Anna Müller"],
    ["Dr.", "Dr."],
  ])("isNameOf does not match the text %j with the person %s", (text, label) =>
    expect(isNameOf(text, label)).toBe(false),
  );
});

it.each([
  ["Prof. Dr. Anna Müller", "Anna Müller"],
  ["Müller, Prof. Dr. Anna", "Müller, Anna"],
  ["Anna Müller, M. A.", "Anna Müller"],
  ["Dipl.-Päd. Anna B. Müller", "Anna B. Müller"],
  ["M. Ahmed", "M. Ahmed"],
])("withoutTitles turns %s into %s", (text, name) => expect(withoutTitles(text)).toBe(name));

describe("looksLikeName", () => {
  it.each(["Anna Müller", "Müller, Anna", "Dr. Anna Müller", "Ludwig van Beethoven"])(
    "looksLikeName accepts %j",
    (text) => expect(looksLikeName(text)).toBe(true),
  );
  it.each(["", "Sekretariat", "Dr. Müller", "Anna Müller (Tel. 123)", "info@example.org", "A, B, C"])(
    "looksLikeName rejects %j",
    (text) => expect(looksLikeName(text)).toBe(false),
  );
});
