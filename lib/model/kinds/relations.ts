import { multiselect } from "../fields/choice";
import { date } from "../fields/date";
import type { AnyRow, Field } from "../fields/field";
import { flag } from "../fields/flag";
import { text } from "../fields/text";
import type { KindName } from "./define";
import type { ReferenceListName, RoleGroup } from "../reference-lists/reference-lists";

/**
 * One end of a relation between two kinds: the kind of the records at this end, and how they show
 * the linked records. Without `list` they do not show them (the screen of a thematic field has a
 * single tab, spec §2).
 */
export type RelationEnd = {
  kind: KindName;
  /** The column of the relation's table that holds this end's key. */
  column: string;
  /**
   * The name of the link list in which records at this end contain the linked records (contract
   * §3).
   */
  list?: string;
  /** The link call that changes this link list (spec §7). */
  call?: string;
  /**
   * The key columns in the order of the ids in the path of `call`. Set only if this differs from the
   * order of `ends`.
   */
  path?: readonly [string, string];
  /**
   * Set if records at this end cannot be deleted while they have a link of this relation (spec §4).
   * Otherwise the links are deleted together with the record.
   */
  preventsDeletion?: true;
  /**
   * Set if records at this end are the topics of the linked records, whose lists the parameter
   * `topics` filters by them (contract §2).
   */
  isTopic?: true;
};

/** The fields of a relation's links, each stored in a column of the relation's table. */
export type RelationFields = Readonly<Record<string, Field>>;

/**
 * A many-to-many relation between two kinds, stored in a table with the keys of both. Two kinds may
 * have more than one relation.
 */
export type Relation = {
  name: string;
  table: string;
  ends: readonly [RelationEnd, RelationEnd];
  fields?: RelationFields;
  /**
   * The fields with the first and the last day of a link, both included. Without a day the period has
   * no bound at this side.
   */
  period?: { from: string; to: string };
  /**
   * The field with the roles of a link, and the column of the end within which the holders of a
   * unique role must not overlap in time (contract §13).
   */
  roles?: { field: string; scope: string };
};

/** Returns the fields of links in a cooperation, with the roles of a group (contract §13). */
const cooperationFields = (group: RoleGroup) => ({
  // The longest of the shipped roles fits.
  rollen: { ...multiselect({ list: "verknuepfungsrollen", group, required: false }), minRem: 11.75 },
  seit: date(),
  bis: date(),
  hauptkontakt: flag(),
  bemerkung: text({ max: 500 }),
});
const period = { from: "seit", to: "bis" };

/**
 * The relations of the shipped kinds (contract §4). The order of a relation's ends is the order of
 * the ids in the paths of its link calls, as in spec §7. The order of the relations is the order of
 * the tabs (spec §2).
 */
const shipped = [
  {
    name: "memberProjects",
    table: "member_projects",
    ends: [
      { kind: "member", column: "ph_id", list: "kooperationsprojekte", call: "members/project" },
      { kind: "project", column: "projekt_id", list: "hochschulmitglieder", call: "projects/member" },
    ],
    fields: cooperationFields("project_member"),
    period,
    roles: { field: "rollen", scope: "projekt_id" },
  },
  {
    name: "projectInstitutions",
    table: "project_institutions",
    ends: [
      {
        kind: "institution",
        column: "partner_institution_id",
        list: "kooperationsprojekte",
        call: "institutions/project",
        preventsDeletion: true,
      },
      { kind: "project", column: "projekt_id", list: "institutionen", call: "projects/institution" },
    ],
    fields: cooperationFields("project_institution"),
    period,
    roles: { field: "rollen", scope: "projekt_id" },
  },
  {
    name: "projectPersons",
    table: "project_persons",
    ends: [
      { kind: "person", column: "person_id", list: "kooperationsprojekte", call: "persons/project" },
      { kind: "project", column: "projekt_id", list: "personen", call: "projects/persons" },
    ],
    fields: cooperationFields("project_person"),
    period,
    roles: { field: "rollen", scope: "projekt_id" },
  },
  {
    name: "institutionPersons",
    table: "institution_persons",
    ends: [
      {
        kind: "person",
        column: "person_id",
        list: "institutionen",
        call: "persons/institution",
        path: ["partner_institution_id", "person_id"],
      },
      {
        kind: "institution",
        column: "partner_institution_id",
        list: "personen",
        call: "institutions/persons",
        preventsDeletion: true,
      },
    ],
    fields: cooperationFields("institution_person"),
    period,
    roles: { field: "rollen", scope: "partner_institution_id" },
  },
  {
    name: "memberThematicFields",
    table: "member_thematic_fields",
    ends: [
      { kind: "member", column: "ph_id", list: "themenfelder", call: "members/thematicfield" },
      { kind: "thematicField", column: "themenfeld_id", preventsDeletion: true, isTopic: true },
    ],
  },
  {
    name: "projectThematicFields",
    table: "project_thematic_fields",
    ends: [
      { kind: "project", column: "projekt_id", list: "themenfelder", call: "projects/thematicfield" },
      { kind: "thematicField", column: "themenfeld_id", preventsDeletion: true, isTopic: true },
    ],
  },
  {
    name: "institutionThematicFields",
    table: "institution_thematic_fields",
    ends: [
      {
        kind: "institution",
        column: "partner_institution_id",
        list: "themenfelder",
        call: "institutions/thematicfield",
      },
      { kind: "thematicField", column: "themenfeld_id", preventsDeletion: true, isTopic: true },
    ],
  },
  {
    name: "personThematicFields",
    table: "person_thematic_fields",
    ends: [
      { kind: "person", column: "person_id", list: "themenfelder", call: "persons/thematicfield" },
      { kind: "thematicField", column: "themenfeld_id", preventsDeletion: true, isTopic: true },
    ],
  },
] as const satisfies readonly Relation[];

/** All relations. */
export const relations: readonly Relation[] = shipped;

/** The name of a link call, e.g. `members/project` (spec §7). */
export type LinkCallName = Extract<(typeof shipped)[number]["ends"][number], { call: string }>["call"];

/** Returns the column of the other end of a relation. */
export function otherColumn({ ends: [first, second] }: Pick<Relation, "ends">, column: string): string {
  return first.column === column ? second.column : first.column;
}

/** Returns the values of a link's fields by default: without a role, a period or a remark. */
export const defaultLinkValues = ({ fields = {} }: Pick<Relation, "fields">): AnyRow =>
  Object.fromEntries(Object.entries(fields).map(([name, { empty }]) => [name, empty]));

/** Returns the fields of the links between records of two kinds, of all their relations. */
export const linkFieldsBetween = (kind: string, other: string): RelationFields =>
  Object.assign(
    {},
    ...relationSidesOf(kind).flatMap((sides) => (sides.other.kind === other ? [sides.relation.fields] : [])),
  ) as RelationFields;

/** Returns the reference lists whose entries are values of a relation's links. */
export const listsOfLinks = ({ fields = {} }: Pick<Relation, "fields">): ReferenceListName[] =>
  Object.values(fields).flatMap(({ reference }) => reference ?? []);

/**
 * Returns the group of the roles that a relation's links can have.
 * @throws Error for a relation whose links have no roles
 */
export function roleGroupOf({ name, fields = {}, roles }: Relation): string {
  const group = roles && fields[roles.field]?.group;
  if (group === undefined) throw new Error(`The links of ${name} have no roles`);
  return group;
}

/** A relation as seen from one of its ends (`own`). */
export type RelationSides = { relation: Relation; own: RelationEnd; other: RelationEnd };

/**
 * A relation whose linked records are shown at the end `own`, with the name of the link list and
 * the call that changes it.
 */
export type LinkList = RelationSides & {
  list: string;
  call: string;
  /** The columns of the two ids in the call's path, in the order of the path. */
  path: readonly [string, string];
};

function linkListsFrom(relation: Relation, own: RelationEnd, other: RelationEnd): LinkList[] {
  const { list, call, path } = own;
  if (list === undefined || call === undefined) return [];
  const [first, second] = relation.ends;
  return [{ relation, list, own, other, call, path: path ?? [first.column, second.column] }];
}

/** Returns the path of a link call, for a record and the one that it is linked with. */
export const linkPath = ({ own, call, path }: LinkList, id: number, otherId: number): string =>
  `/api/${call}/${path.map((column) => (column === own.column ? id : otherId)).join("/")}`;

const allLinkLists = () =>
  relations.flatMap((relation) => {
    const [first, second] = relation.ends;
    return [...linkListsFrom(relation, first, second), ...linkListsFrom(relation, second, first)];
  });

/** Returns the link lists of a kind's records, in the order of their tabs. */
export const linkListsOf = (kind: string): LinkList[] => allLinkLists().filter(({ own }) => own.kind === kind);

/**
 * Returns the link list under which a relation's links are named where one end is enough: that of the
 * records within which roles are unique, or the first one. Undefined if no end has a link list.
 */
export function leadingLinkList(relation: Relation): LinkList | undefined {
  const lists = allLinkLists().filter((list) => list.relation === relation);
  return lists.find(({ own }) => own.column === relation.roles?.scope) ?? lists[0];
}

/**
 * Returns a link list of a kind by name.
 * @throws Error for an unknown name
 */
export function linkListOf(kind: string, list: string): LinkList {
  const found = linkListsOf(kind).find((candidate) => candidate.list === list);
  if (!found) throw new Error(`${kind} has no link list ${list}, see lib/model/kinds/relations.ts`);
  return found;
}

/**
 * Returns the link list that a link call changes.
 * @throws Error for an unknown call
 */
export function linkListOfCall(call: string): LinkList {
  const found = allLinkLists().find((candidate) => candidate.call === call);
  if (!found) throw new Error(`No relation has the link call ${call}`);
  return found;
}

/** Returns the names of all link calls. */
export const linkCallNames = (): string[] => allLinkLists().map(({ call }) => call);

/** Returns all relations of a kind, including those for which its records have no link list. */
export const relationSidesOf = (kind: string): RelationSides[] =>
  relations.flatMap((relation) => {
    const [first, second] = relation.ends;
    return [
      ...(first.kind === kind ? [{ relation, own: first, other: second }] : []),
      ...(second.kind === kind ? [{ relation, own: second, other: first }] : []),
    ];
  });
