import { defineRecord, type ValuesOf } from "./define";
import { links, select } from "../fields/choice";
import { address, email, longText, phone, text, webAddress } from "../fields/text";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

const fields = {
  titel: select({ list: "titel", default: NOT_APPLICABLE }),
  vorname: text({ required: true, max: 100 }),
  nachname: text({ required: true, max: 100 }),
  email: email({ required: true, max: 100 }),
  telefon: phone({ max: 100 }),
  adresse: address({ max: 100 }),
  abteilung: text({ max: 100 }),
  position: text({ max: 100 }),
  ph_webseite: webAddress({ max: 255 }),
  kommentare: longText({ max: 10_000 }),
  institution: links({ list: "partner_institutionen", linkList: "institutionen" }),
  themenfelder: links({ list: "themenfelder", linkList: "themenfelder" }),
};

export type PersonValues = ValuesOf<typeof fields>;

/** Partner persons (spec §§2, 3, 5). */
export const person = defineRecord({
  name: "person",
  key: "person_id",
  apiPath: "persons",
  pages: { list: "/persons", detail: "/person" },
  table: "persons",
  fields,
  form: [
    { name: "person", fields: ["titel", "vorname", "nachname"], inOneRow: true },
    { name: "contact", fields: ["email", "telefon", "adresse", "ph_webseite"] },
    { name: "affiliation", fields: ["abteilung", "position"] },
    { name: "notes", fields: ["kommentare"] },
  ],
  columns: [
    { field: "nachname", isSortable: true, alias: "surname", share: 4 },
    { field: "vorname", isSortable: true },
    { field: "email", isSortable: true },
    { field: "themenfelder" },
  ],
  cardHeading: ["nachname", "vorname"],
  rowSubtitle: [{ names: "institutionen" }],
  defaultSort: "nachname",
  searched: ["vorname", "nachname", "email", "telefon", "abteilung", "position", "kommentare"],
  linkFields: ["person_id", "vorname", "nachname", "email"],
  labelFields: () => ["vorname", "nachname"],
  detail: { parts: () => ["email", "institutionen"], separator: " · " },
  foundBy: ["email"],
  titleSuffix: "email",
  highlights: () => [{ field: "titel" }, { field: "position" }, { names: "institutionen" }, { field: "telefon" }],
  overview: [
    { relation: "institutionPersons", shows: [{ field: "organisationsform" }, { field: "adresse" }] },
    {
      relation: "projectPersons",
      shows: [{ from: "projektbeginn", to: "projektende" }, { field: "status" }],
      with: "hochschulmitglieder",
      sort: { field: "projektbeginn", order: "desc" },
    },
    { relation: "personThematicFields" },
  ],
  confirmation: { self: "email" },
  affiliation: "institutionen",
  person: { surname: "nachname", email: "email" },
  duplicateFields: {
    nameKind: "people",
    names: [["vorname", "nachname"]],
    email: "email",
    website: "ph_webseite",
    address: "adresse",
    countedList: "kooperationsprojekte",
  },
  countName: "kooperationspartner_personen_count",
  countsAfterUpdate: true,
  afterCreate: "record",
});
