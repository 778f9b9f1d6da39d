import type { AnyDefinition } from "../../records/kinds/define";
import type { DerivedFacts } from "../../records/kinds/derived-facts";
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
