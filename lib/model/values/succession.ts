import type { AnyDefinition } from "../kinds/define";
import { linkListsOf, type LinkList, type Relation } from "../kinds/relations";

/** A relation whose links can be handed over: they have roles and a period. */
export type HandableRelation = Relation & Required<Pick<Relation, "period" | "roles">>;

const isHandable = (relation: Relation): relation is HandableRelation =>
  relation.period !== undefined && relation.roles !== undefined;

/**
 * Returns the link list with a person's projects, which can be handed over to a successor of the same
 * kind (contract §13); undefined for kinds whose projects cannot be handed over.
 */
export function handableProjects({
  name,
  person,
}: AnyDefinition): (LinkList & { relation: HandableRelation }) | undefined {
  if (!person) return undefined;
  for (const list of linkListsOf(name)) {
    const { relation, other } = list;
    // The relation itself, not a copy: effects depend on it.
    if (other.kind === "project" && isHandable(relation)) return { ...list, relation };
  }
  return undefined;
}

/**
 * Returns the link list that a succession changes (contract §13): the one of the record within which
 * roles are unique, such as a project. From the other end, a link's own record is the predecessor.
 */
export function successionList(tab: LinkList): LinkList {
  const { relation, own, other } = tab;
  if (!relation.roles || relation.roles.scope === own.column) return tab;
  return linkListsOf(other.kind).find((list) => list.relation === relation) ?? tab;
}
