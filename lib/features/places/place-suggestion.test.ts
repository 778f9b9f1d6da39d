import { expect, it } from "vitest";
import { parsePlacesPage, placeSuggestion } from "./place-suggestion";

const PROPOSAL = {
  partner_institution_id: 7,
  name: "Politecnico di Milano",
  adresse: "Piazza Leonardo da Vinci 32, 20133 Milano, Italien",
  webseite: "https://www.polimi.it",
  land: { id: 380, reason: "address" },
  ort: { ort: "Mailand", reason: "address" },
} as const;
const countryName = (id: number) => `Land ${id}`;

it("names the suggested country, and links to the institution", () => {
  expect(placeSuggestion(PROPOSAL, countryName)).toMatchObject({
    id: 7,
    href: "/institution/7",
    values: [
      { field: "land", value: "Land 380", reason: "address" },
      { field: "ort", value: "Mailand", reason: "address" },
    ],
  });
});

it("shows only the fields for which something is suggested", () => {
  const fieldsOf = (proposal: Parameters<typeof placeSuggestion>[0]) =>
    placeSuggestion(proposal, countryName).values.map(({ field }) => field);
  expect(fieldsOf({ ...PROPOSAL, land: null })).toEqual(["ort"]);
  expect(fieldsOf({ ...PROPOSAL, ort: null })).toEqual(["land"]);
});

it("leaves out an address or a web address that the institution does not have", () => {
  expect(placeSuggestion({ ...PROPOSAL, adresse: "" }, countryName).sources).toEqual(["https://www.polimi.it"]);
});

it.each([
  ["", 0],
  ["pageNo=3", 3],
  ["pageNo=-1", 0],
  ["pageNo=x", 0],
])("reads the page of the query “%s” as %s", (query, pageNo) => {
  expect(parsePlacesPage(new URLSearchParams(query))).toBe(pageNo);
});
