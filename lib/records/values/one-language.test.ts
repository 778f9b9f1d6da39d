import { expect, it } from "vitest";
import { inOneLanguage } from "./one-language";

const row = {
  ph_id: 1,
  email: "a@example.org",
  institut_name_de: "Institut",
  institut_name_en: "Institute",
  titel_de: "nur deutsch",
  themenfelder: [{ themenfeld_id: 7, themenfeld_de: "Klima", themenfeld_en: "Climate" }],
  projektende: null,
};

it("keeps names in the given language, names without a translation, and all other values", () => {
  expect(inOneLanguage(row, "en")).toEqual({
    ph_id: 1,
    email: "a@example.org",
    institut_name_en: "Institute",
    titel_de: "nur deutsch",
    themenfelder: [{ themenfeld_id: 7, themenfeld_en: "Climate" }],
    projektende: null,
  });
  expect(inOneLanguage([row], "de")[0]).not.toHaveProperty("institut_name_en");
});

it("keeps a record's own fields in both languages, but not fields of the same name in nested rows", () => {
  const row = {
    themenfeld_de: "Bildung",
    themenfeld_en: "Education",
    themenfelder: [{ themenfeld_de: "a", themenfeld_en: "b" }],
  };
  expect(inOneLanguage([row], "de", ["themenfeld_de", "themenfeld_en"])).toEqual([
    { themenfeld_de: "Bildung", themenfeld_en: "Education", themenfelder: [{ themenfeld_de: "a" }] },
  ]);
});
