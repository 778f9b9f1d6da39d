import { MAX_ID } from "@/lib/model/limits";
import { LINK_OPERATORS } from "@/lib/model/fields/field";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { OwnFilterField } from "@/lib/model/lists/filters";

/** A column of an import whose cells name linked records; a header `<list>:<role>` gives these links a role (contract §13). */
export type LinksColumn = Extract<OwnFilterField, { by: "links" }> & { role?: number };

/** A column whose names become links with a role. */
export type RoleColumn = LinksColumn & { role: number };

export const roleColumnName = (list: string, role: number) => `${list}:${role}`;

/**
 * Returns the column of links with a role that has this name; undefined if the links of the list have
 * no roles. Whether there is such a role is checked later, in the database.
 */
export function roleColumn({ tabs }: Pick<AnyDefinition, "tabs">, name: string): RoleColumn | undefined {
  const at = name.lastIndexOf(":");
  const role = at < 0 ? null : wholeNumber(name.slice(at + 1), 1, MAX_ID);
  const linkList = tabs.find(({ list }) => list === name.slice(0, at));
  if (role === null || !linkList?.relation.roles || name !== roleColumnName(linkList.list, role)) return undefined;
  return { name, operators: LINK_OPERATORS, by: "links", linkList, role };
}

/** Returns the name of the column without a role for the same links. */
export const listOfColumn = ({ name, linkList, role }: LinksColumn): string =>
  role === undefined ? name : linkList.list;
