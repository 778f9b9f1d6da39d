import { expect, it } from "vitest";
import { decidedNames, suggestedNames } from "./name-choices";

const names = [
  { header: "Institution", text: "Uni Wien", rows: 15, similar: [{ id: 7, label: "Universität Wien" }] },
  { header: "Institution", text: "Werk", rows: 1, similar: [] },
  { header: "Titel", text: "Professor", rows: 2, similar: [{ id: 3, label: "Prof." }] },
];

it("suggestedNames proposes the most similar record, but keeps stored decisions", () => {
  const choices = suggestedNames(names, { Titel: { Professor: "leave" } });
  expect(decidedNames(names, choices)).toEqual({
    Institution: { "Uni Wien": { id: 7 } },
    Titel: { Professor: "leave" },
  });
});
