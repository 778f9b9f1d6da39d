import { defineRecord, type ValuesOf } from "./define";
import { links, multiselect, select } from "../fields/choice";
import { address, email, longText, phone, text, webAddress } from "../fields/text";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

const fields = {
  titel: select({ list: "titel", default: NOT_APPLICABLE }),
  vorname: text({ required: true, max: 100 }),
  nachname: text({ required: true, max: 100 }),
  email: email({ required: true, max: 100 }),
  telefon: phone({ max: 100 }),
  adresse: address({ max: 100 }),
  ph_webseite: webAddress({ max: 255 }),
  fakultaet: select({ list: "fakultaeten" }),
  institut: select({ list: "institute" }),
  einrichtungen: multiselect({ list: "einrichtungen", table: "member_facilities" }),
  status: multiselect({ list: "personenstatus", table: "member_statuses" }),
  kommentare: longText({ max: 10_000 }),
  themenfelder: links({ list: "themenfelder", linkList: "themenfelder" }),
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
    { name: "person", fields: ["titel", "nachname", "vorname"], inOneRow: true },
    { name: "contact", fields: ["email", "telefon", "adresse", "ph_webseite"] },
    { name: "affiliation", fields: ["fakultaet", "institut", "einrichtungen", "status"] },
    { name: "notes", fields: ["kommentare"] },
  ],
  columns: [
    { field: "nachname", isSortable: true, alias: "surname", share: 4 },
    { field: "vorname", isSortable: true, share: 2.4 },
    { field: "email", isSortable: true },
    { field: "institut", isSortable: true },
    { field: "einrichtungen", share: 2.8 },
    { field: "themenfelder", share: 3.4 },
  ],
  cardHeading: ["nachname", "vorname"],
  rowSubtitle: [{ field: "fakultaet" }],
  defaultSort: "nachname",
  searched: [
    "titel",
    "vorname",
    "nachname",
    "email",
    "telefon",
    "fakultaet",
    "institut",
    "einrichtungen",
    "kommentare",
  ],
  linkFields: ["ph_id", "vorname", "nachname", "email"],
  labelFields: () => ["vorname", "nachname"],
  detail: { parts: () => ["institut", "email"], separator: " · " },
  foundBy: ["email"],
  titleSuffix: "email",
  highlights: () => [{ field: "titel" }, { field: "institut" }, { field: "status" }, { field: "telefon" }],
  overview: [
    {
      relation: "memberProjects",
      shows: [{ from: "projektbeginn", to: "projektende" }, { field: "status" }],
      with: "institutionen",
      sort: { field: "projektbeginn", order: "desc" },
    },
    { relation: "memberThematicFields" },
  ],
  confirmation: { self: "email" },
  person: { surname: "nachname", email: "email" },
  duplicateFields: {
    nameKind: "people",
    names: [["vorname", "nachname"]],
    email: "email",
    website: "ph_webseite",
    address: "adresse",
    countedList: "kooperationsprojekte",
  },
  countName: "university_members_count",
  afterCreate: "record",
});
