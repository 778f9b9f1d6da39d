import { describe, expect, it } from "vitest";
import { searchWords } from "./search-words";

describe("searchWords", () => {
  it.each([
    ["", []],
    ["  Müller   Anna ", ["Müller", "Anna"]],
    ["anna anna", ["anna"]],
    // What a longer word says already is left out, and the longest comes first.
    ["an Anna ann", ["Anna"]],
    ["ei is sp pi ie el ph be eis isp spi pie iel bei .de de", ["eis", "isp", "spi", "pie", "iel", "bei", ".de", "ph"]],
    // "Müller" is found by "mueller" and not by "eller" or "ue": those stay.
    ["mueller eller", ["mueller", "eller"]],
    ["mueller muell", ["mueller"]],
    ["blaue ue", ["blaue"]],
    ["blau au", ["blau"]],
    // Nobody but the database knows how these fold.
    ["Straße ß", ["Straße", "ß"]],
  ])("of %j are %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});
