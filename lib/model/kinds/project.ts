import { DEADLINE_STATES, stateNumber } from "../deadlines/deadline-states";
import { HOLDS } from "./derived-facts";
import { defineRecord, type AnyRow, type ValuesOf } from "./define";
import { links, multiselect, select } from "../fields/choice";
import { date } from "../fields/date";
import { isCalendarDate } from "../fields/day";
import { longText, noticePeriod, text, webAddress } from "../fields/text";
import { referenceLists } from "../reference-lists/reference-lists";

/**
 * The ids of the contractual bases that the rules below refer to. Entries in `rules` are protected
 * from deletion (contract §1).
 */
const basisRules = referenceLists.vertragsgrundlagen.rules;

/** The ids of the entries of `projekt_status`, as the seed creates them. */
export const PROJECT_STATUS = {
  planned: referenceLists.projekt_status.rules.first,
  ongoing: 2,
  completed: 3,
  onHold: 4,
  discontinued: 5,
  appliedFor: 6,
} as const;

/**
 * Returns the contractual basis of unvalidated input. `vertragsgrundlage` may be any JSON value,
 * even an object that throws when it is converted to a number.
 */
const basis = ({ vertragsgrundlage }: AnyRow) =>
  typeof vertragsgrundlage === "number" ? vertragsgrundlage : basisRules.none;
const hasStart = (values: AnyRow) => basis(values) > basisRules.none;
const hasEnd = (values: AnyRow) => basis(values) === basisRules.fixedTerm;

const fields = {
  projekt_titel: text({ required: true, max: 500 }),
  status: select({ list: "projekt_status", default: PROJECT_STATUS.planned }),
  vertragsgrundlage: select({ list: "vertragsgrundlagen" }),
  // Starts a new form row, so that `projektende` is beside it.
  projektbeginn: date({ required: true, visibleWhen: hasStart, startsRow: true }),
  projektende: date({ required: true, visibleWhen: hasEnd }),
  kuendigungsfrist: noticePeriod({ max: 100 }),
  zusammenarbeit_ende_nach_vertrag: select({
    list: "zusammenarbeit",
    default: referenceLists.zusammenarbeit.rules.undecided,
  }),
  foerderer: text({ max: 100 }),
  foerderer_link: webAddress({ max: 255 }),
  mittelvolumen: text({ max: 100 }),
  drittelmittelanteil: text({ max: 100 }),
  projektwebsite: webAddress({ max: 255 }),
  einrichtungen: multiselect({ list: "einrichtungen", table: "project_facilities" }),
  themenfelder: links({ list: "themenfelder", linkList: "themenfelder" }),
  kommentare: longText({ max: 10_000 }),
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
    { field: "projekt_titel", isSortable: true, alias: "title", share: 6 },
    { field: "status", isSortable: true, share: 2, minRem: 6.875 },
    { field: "themenfelder", share: 4 },
    { field: "projektbeginn", isSortable: true, shown: false },
    { field: "projektende", isSortable: true, shown: false },
  ],
  rowSubtitle: [{ from: "projektbeginn", to: "projektende" }, { names: "institutionen" }],
  defaultSort: "projekt_titel",
  searched: ["projekt_titel", "foerderer", "status", "kommentare"],
  linkFields: ["projekt_id", "projekt_titel", "projektbeginn", "projektende"],
  labelFields: () => ["projekt_titel"],
  detail: { parts: () => ["projektbeginn", "projektende"], separator: " – " },
  highlights: () => [
    { field: "status" },
    { from: "projektbeginn", to: "projektende" },
    { names: "institutionen" },
    { names: "hochschulmitglieder", leading: true },
  ],
  overview: [
    { relation: "memberProjects", shows: [{ field: "institut" }, { field: "telefon" }, { field: "email" }] },
    { relation: "projectInstitutions", shows: [{ field: "organisationsform" }, { field: "adresse" }] },
    { relation: "projectPersons", shows: [{ field: "position" }, { field: "telefon" }, { field: "email" }] },
    { relation: "projectThematicFields" },
  ],
  past: { field: "status", flag: "beendet", end: "projektende" },
  derived: {
    table: "project_deadlines",
    refresh: "deadlines",
    from: ["kuendigungsfrist", "vertragsgrundlage", "projektbeginn", "projektende", "status"],
    facts: [
      { name: "letzter_kuendigungstag" },
      { name: "fristenstand", entries: DEADLINE_STATES },
      { name: "aktiv_bis" },
      { name: "vertrag", entries: HOLDS, fileFlag: "unterzeichnet" },
    ],
    activeDays: "active_days",
    alert: { fact: "fristenstand", entry: stateNumber("over") },
  },
  derivedLists: [{ name: "zustaendige", list: "hochschulmitglieder", roleFlag: "zustaendig" }],
  confirmation: { responsible: "hochschulmitglieder", contacts: "personen" },
  duplicateFields: { nameKind: "texts", names: [["projekt_titel"]], website: "projektwebsite" },
  countName: "cooperation_projects_count",
  countsAfterUpdate: true,
  afterCreate: "record",
});
