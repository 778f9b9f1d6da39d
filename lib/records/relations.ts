import type { KindName } from "./define";

/** A relation's table; its two columns are the keys of the two kinds. */
export type Relation = { table: string; kinds: readonly [KindName, KindName] };

/** The eight relations that the records have with each other (contract §4). */
export const relations = [
  { table: "member_projects", kinds: ["member", "project"] },
  { table: "member_thematic_fields", kinds: ["member", "thematicField"] },
  { table: "project_institutions", kinds: ["project", "institution"] },
  { table: "project_persons", kinds: ["project", "person"] },
  { table: "project_thematic_fields", kinds: ["project", "thematicField"] },
  { table: "institution_persons", kinds: ["institution", "person"] },
  { table: "institution_thematic_fields", kinds: ["institution", "thematicField"] },
  { table: "person_thematic_fields", kinds: ["person", "thematicField"] },
] as const satisfies readonly Relation[];

/** The relation between two kinds, whichever way round they are named. */
export function relationBetween(one: KindName, other: KindName): Relation {
  const relation = relations.find(({ kinds: [a, b] }) => (a === one && b === other) || (a === other && b === one));
  if (!relation) throw new Error(`No relation between ${one} and ${other}`);
  return relation;
}

/**
 * One of the twelve link calls: `ids` names the two path ids in exactly the order in which spec §7 spells them,
 * `list` is the parent's link list that the answer's `tabledata` carries.
 */
export type LinkCall = { parent: KindName; child: KindName; ids: readonly [string, string]; list: string };

export const linkCalls = {
  "members/project": {
    parent: "member",
    child: "project",
    ids: ["ph_id", "projekt_id"],
    list: "kooperationsprojekte",
  },
  "members/thematicfield": {
    parent: "member",
    child: "thematicField",
    ids: ["ph_id", "themenfeld_id"],
    list: "themenfelder",
  },
  "projects/member": {
    parent: "project",
    child: "member",
    ids: ["ph_id", "projekt_id"],
    list: "hochschulmitglieder",
  },
  "projects/institution": {
    parent: "project",
    child: "institution",
    ids: ["partner_institution_id", "projekt_id"],
    list: "institutionen",
  },
  "projects/persons": {
    parent: "project",
    child: "person",
    ids: ["person_id", "projekt_id"],
    list: "personen",
  },
  "projects/thematicfield": {
    parent: "project",
    child: "thematicField",
    ids: ["projekt_id", "themenfeld_id"],
    list: "themenfelder",
  },
  "institutions/project": {
    parent: "institution",
    child: "project",
    ids: ["partner_institution_id", "projekt_id"],
    list: "kooperationsprojekte",
  },
  "institutions/persons": {
    parent: "institution",
    child: "person",
    ids: ["person_id", "partner_institution_id"],
    list: "personen",
  },
  "institutions/thematicfield": {
    parent: "institution",
    child: "thematicField",
    ids: ["partner_institution_id", "themenfeld_id"],
    list: "themenfelder",
  },
  "persons/project": {
    parent: "person",
    child: "project",
    ids: ["person_id", "projekt_id"],
    list: "kooperationsprojekte",
  },
  "persons/institution": {
    parent: "person",
    child: "institution",
    ids: ["partner_institution_id", "person_id"],
    list: "institutionen",
  },
  "persons/thematicfield": {
    parent: "person",
    child: "thematicField",
    ids: ["person_id", "themenfeld_id"],
    list: "themenfelder",
  },
} as const satisfies Record<string, LinkCall>;

export type LinkCallName = keyof typeof linkCalls;
