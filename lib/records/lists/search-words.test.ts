import { describe, expect, it } from "vitest";
import { searchWords } from "./search-words";

describe("searchWords", () => {
  it.each([
    ["", []],
    ["  Müller   Anna ", ["Müller", "Anna"]],
    ["anna anna", ["anna"]],
    // Words that a longer word implies are dropped, and the longest comes first.
    ["an Anna ann", ["Anna"]],
    ["ei is sp pi ie el ph be eis isp spi pie iel bei .de de", ["eis", "isp", "spi", "pie", "iel", "bei", ".de", "ph"]],
    // "mueller" finds "Müller", but "eller" does not, so "eller" is kept.
    ["mueller eller", ["mueller", "eller"]],
    ["mueller muell", ["mueller"]],
    ["blaue ue", ["blaue"]],
    ["blau au", ["blau"]],
    // Only the database knows how these are folded.
    ["Straße ß", ["Straße", "ß"]],
  ])("splits %j into %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});
