import { column, defineRecord, type ValuesOf } from "./define";
import { text } from "./field-types";
import { localizedName } from "./reference-lists";

const fields = {
  themenfeld_de: text({ required: true, max: 255 }),
  themenfeld_en: text({ required: true, max: 255 }),
};

export type ThematicFieldValues = ValuesOf<typeof fields>;

/** Thematic fields, the topics that the other kinds carry (spec §§2, 3, 5). */
export const thematicField = defineRecord({
  name: "thematicField",
  key: "themenfeld_id",
  apiPath: "thematicfields",
  pages: { list: "/thematic-fields", detail: "/thematic-fields" },
  table: "thematic_fields",
  fields,
  form: [{ name: "names", fields: ["themenfeld_de", "themenfeld_en"] }],
  columns: [column("themenfeld_de", { sortable: true }), column("themenfeld_en", { sortable: true })],
  sortFields: ["themenfeld_de", "themenfeld_en"],
  defaultSort: "themenfeld_de",
  multiSort: true,
  topics: false,
  linkFields: ["themenfeld_id", "themenfeld_de", "themenfeld_en"],
  tabs: [],
  label: (record, locale) => localizedName(record, "themenfeld", locale),
  countName: "thematic_fields_count",
  answerList: "themenfelder",
  inUse: "thematic_field_still_in_use",
  afterCreate: "list",
});
