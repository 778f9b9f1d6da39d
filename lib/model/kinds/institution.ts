import { defineRecord, type ValuesOf } from "./define";
import { links, select } from "../fields/choice";
import { address, email, longText, phone, placeName, text, webAddress } from "../fields/text";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

const fields = {
  name: text({ required: true, max: 100, isWide: true }),
  organisationsform: select({ list: "organisationsformen", default: NOT_APPLICABLE }),
  branchen: text({ required: true, max: 100 }),
  abteilung: text({ max: 100 }),
  kontaktperson: text({ max: 100 }),
  email: email({ max: 100 }),
  telefon: phone({ max: 100 }),
  adresse: address({ max: 100 }),
  ort: placeName({ max: 100 }),
  land: select({ list: "laender", default: NOT_APPLICABLE }),
  webseite: webAddress({ max: 100 }),
  kommentare: longText({ max: 10_000 }),
  themenfelder: links({ list: "themenfelder", linkList: "themenfelder" }),
};

const LOCATION = { place: "ort", country: "land", address: "adresse", website: "webseite" } as const;

export type InstitutionValues = ValuesOf<typeof fields>;

/** Partner institutions (spec §§2, 3, 5). */
export const institution = defineRecord({
  name: "institution",
  key: "partner_institution_id",
  apiPath: "institutions",
  pages: { list: "/institutions", detail: "/institution" },
  table: "institutions",
  fields,
  form: [
    { name: "organisation", fields: ["name", "organisationsform", "branchen"] },
    {
      name: "contact",
      fields: ["abteilung", "kontaktperson", "email", "telefon", "adresse", "ort", "land", "webseite"],
    },
    { name: "notes", fields: ["kommentare"] },
  ],
  columns: [
    { field: "name", isSortable: true, share: 5 },
    { field: "organisationsform", isSortable: true },
    { field: "themenfelder" },
    { field: "ort", isSortable: true, shown: false },
    { field: "land", isSortable: true, shown: false },
  ],
  rowSubtitle: [LOCATION],
  defaultSort: "name",
  searched: [
    "name",
    "abteilung",
    "kontaktperson",
    "branchen",
    "adresse",
    "ort",
    "land",
    "email",
    "telefon",
    "kommentare",
  ],
  linkFields: ["partner_institution_id", "name"],
  labelFields: () => ["name"],
  foundFromLinked: ["adresse", "ort"],
  detail: { parts: () => ["abteilung", ["adresse", "ort", "land", "branchen"]], separator: " · " },
  highlights: () => [
    { field: "organisationsform" },
    LOCATION,
    { names: "personen", leading: true },
    { field: "telefon" },
    { field: "email" },
  ],
  overview: [
    {
      relation: "projectInstitutions",
      shows: [{ from: "projektbeginn", to: "projektende" }, { field: "status" }],
      with: "hochschulmitglieder",
      sort: { field: "projektbeginn", order: "desc" },
    },
    { relation: "institutionPersons", shows: [{ field: "position" }, { field: "telefon" }, { field: "email" }] },
    { relation: "institutionThematicFields" },
  ],
  confirmation: { contacts: "personen" },
  location: LOCATION,
  contact: { field: "kontaktperson", list: "personen", copies: ["email", "telefon"] },
  duplicateFields: {
    nameKind: "organisations",
    names: [["name"]],
    email: "email",
    website: "webseite",
    address: "adresse",
    country: "land",
    place: "ort",
    countedList: "kooperationsprojekte",
  },
  countName: "partner_institution_count",
  answerList: "partner_institutionen",
  countsAfterUpdate: true,
  inUse: "cannotdeletecontrains",
  afterCreate: "record",
});
