import { column, defineRecord, localizedColumn, localizedListColumn, type ValuesOf } from "./define";
import { links, select, text } from "./field-types";

const fields = {
  name: text({ required: true, max: 100 }),
  organisationsform: select({ list: "organisationsformen", default: -1 }),
  branchen: text({ required: true, max: 100 }),
  abteilung: text({ max: 100 }),
  kontaktperson: text({ max: 100 }),
  email: text({ max: 100, widget: "email" }),
  telefon: text({ max: 100, widget: "tel" }),
  adresse: text({ max: 100 }),
  webseite: text({ max: 100, widget: "url" }),
  kommentare: text({ max: 10_000, widget: "textarea" }),
  themenfelder: links({ list: "themenfelder", to: "thematicField" }),
};

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
    { name: "contact", fields: ["abteilung", "kontaktperson", "email", "telefon", "adresse", "webseite"] },
    { name: "notes", fields: ["kommentare"] },
  ],
  columns: [
    column("name", { sortable: true }),
    localizedColumn("organisationsform", "organisationsform", { sortable: true }),
    localizedListColumn("themenfelder", "themenfeld"),
  ],
  sortFields: ["name", "organisationsform_de", "organisationsform_en"],
  defaultSort: "name",
  topics: true,
  linkFields: ["partner_institution_id", "name"],
  tabs: [
    { list: "kooperationsprojekte", kind: "project", call: "institutions/project" },
    { list: "personen", kind: "person", call: "institutions/persons" },
    { list: "themenfelder", kind: "thematicField", call: "institutions/thematicfield" },
  ],
  label: (record) => String(record.name),
  countName: "partner_institution_count",
  answerList: "partner_institutionen",
  countsAfterUpdate: true,
  inUse: "cannotdeletecontrains",
  afterCreate: "record",
});
