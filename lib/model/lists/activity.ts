import type { AnyDefinition } from "../kinds/define";
import { definitionOf } from "../kinds/registry";
import type { LinkList } from "../kinds/relations";

/**
 * What makes the records of a kind active on a day (contract §17): their own days, or a link that counts
 * on that day to a record that is active then.
 */
export type Activity =
  { by: "own"; definition: AnyDefinition } | { by: "links"; linkList: LinkList; definition: AnyDefinition };

/** Returns what makes the records of a kind active on a day, or null if nothing does. */
export function activityOf({ name, tabs }: Pick<AnyDefinition, "name" | "tabs">): Activity | null {
  const own = definitionOf(name);
  if (own.derived?.activeDays) return { by: "own", definition: own };
  const linkList = tabs.find(({ relation, other }) => relation.period && definitionOf(other.kind).derived?.activeDays);
  return linkList ? { by: "links", linkList, definition: definitionOf(linkList.other.kind) } : null;
}
