import { column, defineRecord, localizedColumn, localizedListColumn, type AnyRow, type ValuesOf } from "./define";
import { date, isCalendarDate, links, multiselect, select, text } from "./field-types";

/** The contract basis that has an end date: fixed-term (contract §1). */
export const FIXED_TERM = 1;

const basis = (values: AnyRow) => Number(values.vertragsgrundlage ?? -1);
const hasStart = (values: AnyRow) => basis(values) > -1;
const hasEnd = (values: AnyRow) => basis(values) === FIXED_TERM;

const fields = {
  projekt_titel: text({ required: true, max: 500 }),
  status: select({ list: "projekt_status", default: 1 }),
  vertragsgrundlage: select({ list: "vertragsgrundlagen" }),
  projektbeginn: date({ visibleWhen: hasStart }),
  projektende: date({ visibleWhen: hasEnd }),
  kuendigungsfrist: text({ max: 100 }),
  zusammenarbeit_ende_nach_vertrag: select({ list: "zusammenarbeit", default: 0 }),
  foerderer: text({ max: 100 }),
  foerderer_link: text({ max: 255, widget: "url" }),
  mittelvolumen: text({ max: 100 }),
  drittelmittelanteil: text({ max: 100 }),
  projektwebsite: text({ max: 255, widget: "url" }),
  einrichtungen: multiselect({ list: "einrichtungen" }),
  themenfelder: links({ list: "themenfelder", to: "thematicField" }),
  kommentare: text({ max: 10_000, widget: "textarea" }),
};

export type ProjectValues = ValuesOf<typeof fields>;

const isDay = (value: unknown): value is string => typeof value === "string" && isCalendarDate(value);
const endsAfterStart = ({ projektbeginn, projektende }: AnyRow) =>
  !isDay(projektbeginn) || !isDay(projektende) || projektbeginn <= projektende;

/** Cooperation projects (spec §§2, 3, 5). */
export const project = defineRecord({
  name: "project",
  key: "projekt_id",
  apiPath: "projects",
  pages: { list: "/projects", detail: "/projects" },
  table: "projects",
  fields,
  form: [
    { name: "project", fields: ["projekt_titel", "status", "projektwebsite"] },
    {
      name: "contract",
      fields: [
        "vertragsgrundlage",
        "projektbeginn",
        "projektende",
        "kuendigungsfrist",
        "zusammenarbeit_ende_nach_vertrag",
      ],
    },
    { name: "funding", fields: ["foerderer", "foerderer_link", "mittelvolumen", "drittelmittelanteil"] },
    { name: "assignment", fields: ["einrichtungen", "themenfelder"] },
    { name: "notes", fields: ["kommentare"] },
  ],
  rules: [{ field: "projektende", code: "date_order", holds: endsAfterStart }],
  columns: [
    column("projekt_titel", { sortable: true }),
    localizedColumn("status", "projektstatus", { sortable: true }),
    localizedListColumn("themenfelder", "themenfeld"),
  ],
  sortFields: ["projekt_titel", "projektstatus_de", "projektstatus_en", "projektbeginn", "projektende"],
  sortAliases: { title: "projekt_titel" },
  defaultSort: "projekt_titel",
  topics: true,
  linkFields: ["projekt_id", "projekt_titel", "projektbeginn", "projektende"],
  tabs: [
    { list: "hochschulmitglieder", kind: "member", call: "projects/member" },
    { list: "institutionen", kind: "institution", call: "projects/institution" },
    { list: "personen", kind: "person", call: "projects/persons" },
    { list: "themenfelder", kind: "thematicField", call: "projects/thematicfield" },
  ],
  label: (record) => String(record.projekt_titel),
  countName: "cooperation_projects_count",
  countsAfterUpdate: true,
  afterCreate: "record",
});
