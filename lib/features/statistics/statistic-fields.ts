import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf, type LinkList } from "@/lib/model/kinds/relations";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";

/** The names of the fields by which projects are counted, in the order in which screens offer them (contract §17). */
export const STATISTIC_FIELDS = [
  "status",
  "vertragsgrundlage",
  "themenfelder",
  "einrichtungen",
  "fakultaet",
  "institut",
  "land",
  "organisationsform",
  "rolle",
  "beginn_jahr",
] as const;
export type StatisticField = (typeof STATISTIC_FIELDS)[number];

/** What is counted: the projects themselves, or what is linked with them. */
export const COUNTED = ["projects", "institutions", "persons", "members"] as const;
export type Counted = (typeof COUNTED)[number];

const PROJECT = definitionOf("project");

/** The link lists of projects by what is counted. */
const LISTS = { institutions: "institutionen", persons: "personen", members: "hochschulmitglieder" } as const;

/** Returns the link list of a project with what is counted; null for the projects themselves. */
export const countedList = (counted: Counted): LinkList | null =>
  counted === "projects" ? null : linkListOf(PROJECT.name, LISTS[counted]);

/** Returns the kind of what is counted. */
export const countedKind = (counted: Counted): AnyDefinition => {
  const list = countedList(counted);
  return list ? definitionOf(list.other.kind) : PROJECT;
};

/**
 * Where the values of a statistic's field are: in a column of the project or, with `year`, in the year of
 * that column; in a table of its links or entries; in a column of linked records; or in the roles of links.
 */
export type ValueSource =
  | { in: "project"; column: string; year?: true }
  | { in: "table"; table: string; key: string }
  | { in: "linked"; list: LinkList; column: string }
  | { in: "roles"; list: LinkList; column: string };

const linked = (counted: Exclude<Counted, "projects">, column: string): ValueSource => ({
  in: "linked",
  list: linkListOf(PROJECT.name, LISTS[counted]),
  column,
});

/** The sources of each field's values, and the reference list that names them; none for years. */
const FIELDS: Record<StatisticField, { source: ValueSource; list?: ReferenceListName }> = {
  status: { source: { in: "project", column: "status" }, list: "projekt_status" },
  vertragsgrundlage: { source: { in: "project", column: "vertragsgrundlage" }, list: "vertragsgrundlagen" },
  themenfelder: {
    source: { in: "table", table: "project_thematic_fields", key: "themenfeld_id" },
    list: "themenfelder",
  },
  einrichtungen: { source: { in: "table", table: "project_facilities", key: "einrichtung_id" }, list: "einrichtungen" },
  fakultaet: { source: linked("members", "fakultaet"), list: "fakultaeten" },
  institut: { source: linked("members", "institut"), list: "institute" },
  land: { source: linked("institutions", "land"), list: "laender" },
  organisationsform: { source: linked("institutions", "organisationsform"), list: "organisationsformen" },
  rolle: {
    source: { in: "roles", list: linkListOf(PROJECT.name, LISTS.institutions), column: "rollen" },
    list: "verknuepfungsrollen",
  },
  beginn_jahr: { source: { in: "project", column: "projektbeginn", year: true } },
};

/** Returns where the values of a field are. */
export const sourceOf = (field: StatisticField): ValueSource => FIELDS[field].source;

/** Returns the reference list with the names of a field's values; undefined for years. */
export const namingList = (field: StatisticField): ReferenceListName | undefined => FIELDS[field].list;
