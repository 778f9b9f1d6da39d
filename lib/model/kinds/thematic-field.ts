import { defineRecord, type ValuesOf } from "./define";
import { text } from "../fields/text";

const fields = {
  themenfeld_de: text({ required: true, max: 255 }),
  themenfeld_en: text({ required: true, max: 255 }),
};

export type ThematicFieldValues = ValuesOf<typeof fields>;

/** Thematic fields, the topics of the other kinds (spec §§2, 3, 5). */
export const thematicField = defineRecord({
  name: "thematicField",
  key: "themenfeld_id",
  apiPath: "thematicfields",
  pages: { list: "/thematic-fields", detail: "/thematic-fields" },
  table: "thematic_fields",
  fields,
  form: [{ name: "names", fields: ["themenfeld_de", "themenfeld_en"] }],
  columns: [
    { field: "themenfeld_de", isSortable: true },
    { field: "themenfeld_en", isSortable: true },
  ],
  defaultSort: "themenfeld_de",
  multiSort: true,
  searched: ["themenfeld_de", "themenfeld_en"],
  linkFields: ["themenfeld_id", "themenfeld_de", "themenfeld_en"],
  labelFields: (locale) => [`themenfeld_${locale}`],
  detail: { parts: (locale) => [locale === "de" ? "themenfeld_en" : "themenfeld_de"], separator: " · " },
  highlights: (locale) => [{ field: locale === "de" ? "themenfeld_en" : "themenfeld_de" }],
  overview: [
    {
      relation: "projectThematicFields",
      shows: [{ from: "projektbeginn", to: "projektende" }, { field: "status" }],
      with: "institutionen",
      sort: { field: "projektbeginn", order: "desc" },
    },
    { relation: "memberThematicFields", shows: [{ field: "institut" }, { field: "email" }] },
    { relation: "institutionThematicFields", shows: [{ field: "organisationsform" }, { field: "adresse" }] },
    { relation: "personThematicFields", shows: [{ field: "position" }, { field: "email" }] },
  ],
  duplicateFields: { nameKind: "texts", names: [["themenfeld_de"], ["themenfeld_en"]] },
  countName: "thematic_fields_count",
  answerList: "themenfelder",
  inUse: "thematic_field_still_in_use",
  afterCreate: "list",
});
