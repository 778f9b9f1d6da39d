import { describe, expect, it } from "vitest";
import { searchWords } from "./search-words";

describe("searchWords", () => {
  it.each([
    ["", []],
    ["  Müller   Anna ", ["Müller", "Anna"]],
    ["anna anna", ["anna"]],
    // Words that are part of a longer word are dropped; longer words come first.
    ["an Anna ann", ["Anna"]],
    ["ei is sp pi ie el ph be eis isp spi pie iel bei .de de", ["eis", "isp", "spi", "pie", "iel", "bei", ".de", "ph"]],
    // "mueller" also finds "Müller", which "eller" does not find, so "eller" is kept.
    ["mueller eller", ["mueller", "eller"]],
    ["mueller muell", ["mueller"]],
    ["blaue ue", ["blaue"]],
    ["blau au", ["blau"]],
    // Words with non-ASCII letters are kept, because only the database knows how these are folded.
    ["Straße ß", ["Straße", "ß"]],
  ])("searchWords splits %j into %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});
