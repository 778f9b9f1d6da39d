import { column, defineRecord, localizedColumn, localizedListColumn, type ValuesOf } from "./define";
import { links, multiselect, select, text } from "./field-types";
import { personEmail, personLabel } from "./person-name";

const fields = {
  titel: select({ list: "titel", default: -1 }),
  vorname: text({ required: true, max: 100 }),
  nachname: text({ required: true, max: 100 }),
  email: text({ required: true, max: 100, widget: "email" }),
  telefon: text({ max: 100, widget: "tel" }),
  adresse: text({ max: 100 }),
  ph_webseite: text({ max: 255, widget: "url" }),
  fakultaet: select({ list: "fakultaeten" }),
  institut: select({ list: "institute" }),
  einrichtungen: multiselect({ list: "einrichtungen" }),
  status: multiselect({ list: "personenstatus" }),
  kommentare: text({ max: 10_000, widget: "textarea" }),
  themenfelder: links({ list: "themenfelder", to: "thematicField" }),
};

export type MemberValues = ValuesOf<typeof fields>;

/** University members (spec §§2, 3, 5). */
export const member = defineRecord({
  name: "member",
  key: "ph_id",
  apiPath: "members",
  pages: { list: "/members", detail: "/members" },
  table: "members",
  fields,
  form: [
    { name: "person", fields: ["titel", "nachname", "vorname"] },
    { name: "contact", fields: ["email", "telefon", "adresse", "ph_webseite"] },
    { name: "affiliation", fields: ["fakultaet", "institut", "einrichtungen", "status"] },
    { name: "notes", fields: ["kommentare"] },
  ],
  columns: [
    column("nachname", { sortable: true }),
    column("vorname", { sortable: true }),
    column("email", { sortable: true }),
    localizedColumn("institut", "institut_name", { sortable: true }),
    localizedListColumn("einrichtungen", "einrichtung_name"),
    localizedListColumn("themenfelder", "themenfeld"),
  ],
  sortFields: ["nachname", "vorname", "email", "institut_name_de", "institut_name_en"],
  sortAliases: { surname: "nachname" },
  defaultSort: "nachname",
  topics: true,
  linkFields: ["ph_id", "vorname", "nachname", "email"],
  tabs: [
    { list: "kooperationsprojekte", kind: "project", call: "members/project" },
    { list: "themenfelder", kind: "thematicField", call: "members/thematicfield" },
  ],
  label: personLabel,
  headingNote: personEmail,
  countName: "university_members_count",
  afterCreate: "record",
});
