import { describe, expect, it } from "vitest";
import { definitionOf } from "../kinds/registry";
import { matchHints, textsOfRow, type LinkedMatch } from "./match-hints";

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

/** Returns the hints of a row with the default columns as text, with matches in brackets. */
function hints(kind: string, row: Record<string, unknown>, filter: string, linked: LinkedMatch[] = []) {
  const definition = definitionOf(kind);
  const visible = textsOfRow(
    definition,
    row,
    { locale: "de", words: () => "", today: "2026-06-15" },
    definition.columns,
  );
  return matchHints(definition, row, filter, visible, linked).map(
    ({ name, pieces }) => `${name}: ${pieces.map(({ text, match }) => (match ? `[${text}]` : text)).join("")}`,
  );
}

describe("match hints", () => {
  it("match hints do not exist for words that the row shows, in any spelling", () => {
    for (const filter of ["", "mueller", "MULLER joerg", "fischk sternwarte", "example.org"]) {
      expect(hints("member", member, filter), filter).toEqual([]);
    }
  });

  it("match hints include the words around a match", () => {
    expect(hints("member", member, "suedspanien")).toEqual([
      "member.fields.kommentare: … zuletzt mit drei Universitäten in [Südspanien] und einer in Portugal, der auf gemeinsamen …",
    ]);
    expect(hints("member", { ...member, kommentare: "Aus Spanien." }, "spanien")).toEqual([
      "member.fields.kommentare: Aus [Spanien].",
    ]);
  });

  it("match hints cover each word that is not shown, combining words of the same text", () => {
    expect(hints("member", member, "Müller 4711 seit getragen")).toEqual([
      "member.fields.telefon: 07171 [4711]",
      "member.fields.kommentare: [Seit] vielen Jahren besteht ein reger Austausch von … aufbaut und von beiden [Seit]en gern [getragen] wird.",
    ]);
  });

  it("match hints find names in the other language", () => {
    expect(hints("member", member, "ichthyo observatory")).toEqual([
      "member.fields.institut: Institute of [Ichthyo]logy",
      "member.fields.einrichtungen: [Observatory]",
    ]);
  });

  it("match hints do not exist for the town, which the subtitle shows, but for the street", () => {
    const institution = { name: "RWTH", adresse: "Templergraben 55, 52062 Aachen", themenfelder: [] };
    expect(hints("institution", institution, "aachen")).toEqual([]);
    expect(hints("institution", institution, "templer")).toEqual([
      "institution.fields.adresse: [Templer]graben 55, 52062 Aachen",
    ]);
  });

  it("match hints do not split a surrogate pair in a text without spaces", () => {
    const text = `${"😀".repeat(100)}Wald${"😀".repeat(100)}`;
    const [hint] = matchHints(definitionOf("member"), { ...member, kommentare: text }, "wald", []);
    expect(hint?.pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
  });

  it("match hints name the linked record, with the text in which a word occurs", () => {
    const project = { projekt_titel: "Netz", institutionen: [{ name: "SYNYO GmbH" }], themenfelder: [] };
    const linked: LinkedMatch[] = [
      { kind: "institution", texts: ["SYNYO GmbH", "Synergie", "Mooslacken 17, 1190 Wien"] },
    ];
    expect(hints("project", project, "wien", linked)).toEqual([
      "institution.one: SYNYO GmbH, Mooslacken 17, 1190 [Wien]",
    ]);
    expect(hints("project", project, "synergie wien", linked)).toEqual([
      "institution.one: SYNYO GmbH, [Synergie], Mooslacken 17, 1190 [Wien]",
    ]);
  });

  it("match hints show the label of a linked record whole, however long its texts are", () => {
    const project = { projekt_titel: "Netz", institutionen: [], themenfelder: [] };
    const [name, street] = ["Institut für Forschung und ".repeat(4).trim(), "Hinterhaus und Seitenflügel, ".repeat(4)];
    const linked: LinkedMatch[] = [{ kind: "institution", texts: [name, `${street}1190 Wien`] }];
    expect(hints("project", project, "wien", linked)).toEqual([
      expect.stringMatching(`^institution.one: ${name}, … .*1190 \\[Wien\\]$`),
    ]);
  });

  it("match hints do not exist for a linked record that the subtitle names", () => {
    const project = { projekt_titel: "Netz", institutionen: [{ name: "SYNYO GmbH" }], themenfelder: [] };
    expect(hints("project", project, "synyo", [{ kind: "institution", texts: ["SYNYO GmbH"] }])).toEqual([]);
  });

  it("match hints name the record's own field rather than a linked record", () => {
    const linked: LinkedMatch[] = [{ kind: "project", texts: ["Südspanien"] }];
    expect(hints("member", { ...member, kommentare: "Südspanien" }, "suedspanien", linked)).toEqual([
      "member.fields.kommentare: [Südspanien]",
    ]);
  });
});
