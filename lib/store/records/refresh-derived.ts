import type { AnyDefinition } from "@/lib/model/kinds/define";
import { isStored, type DerivedFacts } from "@/lib/model/kinds/derived-facts";
import { definitionOf } from "@/lib/model/kinds/registry";
import { activityOf } from "@/lib/model/lists/activity";
import { comparedField } from "@/lib/model/lists/filters";
import { filterFieldOf } from "@/lib/model/lists/linked-filters";
import type { ListQuery } from "@/lib/model/lists/list-query";
import type { Connection } from "../database/client";
import { refreshDeadlines } from "./project-deadlines";

type Refresh = (context: { connection: Connection }) => Promise<void>;

/**
 * The functions that recompute derived facts, keyed by `derived.refresh` of a kind's declaration.
 */
const REFRESHES: Readonly<Record<DerivedFacts["refresh"], Refresh>> = { deadlines: refreshDeadlines };

/** Recomputes a kind's derived facts where they are missing or out of date; does nothing for a kind without them. */
export async function refreshDerived(
  context: { connection: Connection },
  { derived }: Pick<AnyDefinition, "derived">,
): Promise<void> {
  if (derived) await REFRESHES[derived.refresh](context);
}

/**
 * Recomputes the stored derived facts that filters of a list compare, of the kind itself or of linked records,
 * and those that say which records are active on a day.
 */
export async function refreshFiltered(
  context: { connection: Connection },
  definition: AnyDefinition,
  { where, activeOn }: Pick<ListQuery, "where" | "activeOn">,
): Promise<void> {
  const kinds = where.flatMap(({ field }) => {
    const filterField = filterFieldOf(definition, field);
    const compared = comparedField(filterField);
    if (compared.by !== "derived" || !isStored(compared.fact)) return [];
    return [filterField.by === "linked" ? definitionOf(filterField.linkList.other.kind) : definition];
  });
  const activity = activeOn ? activityOf(definition) : null;
  if (activity) kinds.push(activity.definition);
  for (const kind of new Set(kinds)) await refreshDerived(context, kind);
}
