import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { linkListOf, type Relation, type RelationSides } from "@/lib/model/kinds/relations";
import { roleColumn } from "@/lib/features/exports/role-columns";
import { expectDefined } from "@/lib/base/errors/invariant";
import { sideName, type Edit, type LinkEdit } from "@/lib/store/records/edit";
import type { Verdict } from "./imports-sql";

/** Returns a function that adds roles to the values of a link. */
function withRoles({ name, roles }: Relation, added: readonly number[]) {
  const { field } = expectDefined(roles, `the roles of ${name}`);
  return (stored: AnyRow): AnyRow => {
    const all = new Set([...(stored[field] as number[]), ...added]);
    return { ...stored, [field]: [...all].sort((one, other) => one - other) };
  };
}

/** Returns the edits of links that a row names, one for each list, with the roles that links get. */
function linkEditsOfRow(definition: AnyDefinition, links: Verdict["links"]): LinkEdit[] {
  const edits = new Map<string, LinkEdit>();
  const roles = new Map<string, Map<number, number[]>>();
  const extend = (sides: RelationSides, more: Partial<LinkEdit>) =>
    edits.set(sideName(sides), { sides, ...edits.get(sideName(sides)), ...more });
  for (const [name, ids] of Object.entries(links)) {
    const column = roleColumn(definition, name);
    if (!column) {
      extend(linkListOf(definition.name, name), { only: ids });
      continue;
    }
    const { linkList, role } = column;
    const ofLinks = roles.get(sideName(linkList)) ?? new Map<number, number[]>();
    for (const id of ids) ofLinks.set(id, [...(ofLinks.get(id) ?? []), role]);
    roles.set(sideName(linkList), ofLinks);
    extend(linkList, { set: new Map([...ofLinks].map(([id, added]) => [id, withRoles(linkList.relation, added)])) });
  }
  return [...edits.values()];
}

/** Returns the edit that writes a row: a record, and the links in columns of linked records. */
export const editOfRow = (
  definition: AnyDefinition,
  { record_id: id, body, links }: Pick<Verdict, "record_id" | "body" | "links">,
): Edit => ({ id, set: body, links: linkEditsOfRow(definition, links) });
