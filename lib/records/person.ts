import { column, defineRecord, localizedListColumn, type ValuesOf } from "./define";
import { links, select, text } from "./field-types";
import { personEmail, personLabel } from "./person-name";

const fields = {
  titel: select({ list: "titel", default: -1 }),
  vorname: text({ required: true, max: 100 }),
  nachname: text({ required: true, max: 100 }),
  email: text({ required: true, max: 100, widget: "email" }),
  telefon: text({ max: 100, widget: "tel" }),
  adresse: text({ max: 100 }),
  abteilung: text({ max: 100 }),
  position: text({ max: 100 }),
  ph_webseite: text({ max: 255, widget: "url" }),
  kommentare: text({ max: 10_000, widget: "textarea" }),
  institution: links({ list: "partner_institutionen", to: "institution" }),
  themenfelder: links({ list: "themenfelder", to: "thematicField" }),
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
    { name: "person", fields: ["titel", "vorname", "nachname"] },
    { name: "contact", fields: ["email", "telefon", "adresse", "ph_webseite"] },
    { name: "affiliation", fields: ["abteilung", "position"] },
    { name: "notes", fields: ["kommentare"] },
  ],
  columns: [
    column("nachname", { sortable: true }),
    column("vorname", { sortable: true }),
    column("email", { sortable: true }),
    localizedListColumn("themenfelder", "themenfeld"),
  ],
  sortFields: ["nachname", "vorname", "email"],
  sortAliases: { surname: "nachname" },
  defaultSort: "nachname",
  topics: true,
  linkFields: ["person_id", "vorname", "nachname", "email"],
  tabs: [
    { list: "kooperationsprojekte", kind: "project", call: "persons/project" },
    { list: "institutionen", kind: "institution", call: "persons/institution" },
    { list: "themenfelder", kind: "thematicField", call: "persons/thematicfield" },
  ],
  label: personLabel,
  headingNote: personEmail,
  countName: "kooperationspartner_personen_count",
  countsAfterUpdate: true,
  afterCreate: "record",
});
