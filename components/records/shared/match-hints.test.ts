import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/records/kinds/registry";
import { matchHints } from "./match-hints";

const LONG =
  "Seit vielen Jahren besteht ein reger Austausch von Studierenden, zuletzt mit drei Universitäten in Südspanien und " +
  "einer in Portugal, der auf gemeinsamen Seminaren aufbaut und von beiden Seiten gern getragen wird.";

const member = {
  vorname: "Jörg",
  nachname: "Müller",
  email: "joerg.mueller@example.org",
  telefon: "07171 4711",
  institut_name_de: "Institut für Fischkunde",
  institut_name_en: "Institute of Ichthyology",
  einrichtungen: [{ einrichtung_name_de: "Sternwarte", einrichtung_name_en: "Observatory" }],
  kommentare: LONG,
  themenfelder: [],
};

/** Returns the hints as text, with matches in brackets. */
const hints = (kind: string, row: Record<string, unknown>, filter: string) =>
  matchHints(definitionOf(kind), row, filter, "de").map(
    ({ field, pieces }) => `${field}: ${pieces.map(({ text, match }) => (match ? `[${text}]` : text)).join("")}`,
  );

describe("Match hints", () => {
  it("do not exist for words that the row shows, in any spelling", () => {
    for (const filter of ["", "mueller", "MULLER joerg", "fischk sternwarte", "example.org"]) {
      expect(hints("member", member, filter), filter).toEqual([]);
    }
  });

  it("include the words around a match", () => {
    expect(hints("member", member, "suedspanien")).toEqual([
      "kommentare: … zuletzt mit drei Universitäten in [Südspanien] und einer in Portugal, der auf gemeinsamen …",
    ]);
    expect(hints("member", { ...member, kommentare: "Aus Spanien." }, "spanien")).toEqual([
      "kommentare: Aus [Spanien].",
    ]);
  });

  it("cover each word that is not shown, combining words of the same text", () => {
    expect(hints("member", member, "Müller 4711 seit getragen")).toEqual([
      "telefon: 07171 [4711]",
      "kommentare: [Seit] vielen Jahren besteht ein reger Austausch von … aufbaut und von beiden [Seit]en gern [getragen] wird.",
    ]);
  });

  it("find names in the other language", () => {
    expect(hints("member", member, "ichthyo observatory")).toEqual([
      "institut: Institute of [Ichthyo]logy",
      "einrichtungen: [Observatory]",
    ]);
  });

  it("do not exist for the town, which the subtitle shows, but for the street", () => {
    const institution = { name: "RWTH", adresse: "Templergraben 55, 52062 Aachen", themenfelder: [] };
    expect(hints("institution", institution, "aachen")).toEqual([]);
    expect(hints("institution", institution, "templer")).toEqual(["adresse: [Templer]graben 55, 52062 Aachen"]);
  });

  it("do not split a surrogate pair in a text without spaces", () => {
    const text = `${"😀".repeat(100)}Wald${"😀".repeat(100)}`;
    const [hint] = matchHints(definitionOf("member"), { ...member, kommentare: text }, "wald", "de");
    expect(hint?.pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
  });
});
