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

it("keeps the names of the one language, those that there are in no other, and everything else", () => {
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

it("keeps the fields that are a record's own, but not those of the same name within it", () => {
  const row = {
    themenfeld_de: "Bildung",
    themenfeld_en: "Education",
    themenfelder: [{ themenfeld_de: "a", themenfeld_en: "b" }],
  };
  expect(inOneLanguage([row], "de", ["themenfeld_de", "themenfeld_en"])).toEqual([
    { themenfeld_de: "Bildung", themenfeld_en: "Education", themenfelder: [{ themenfeld_de: "a" }] },
  ]);
});
