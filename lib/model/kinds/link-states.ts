import type { AnyRow } from "../fields/field";
import type { Relation } from "./relations";

/** The states of a link (contract §13): its period is over, has not begun, or includes today. */
export const LINK_STATES = ["current", "former", "future"] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** Returns the state of a link on a day `YYYY-MM-DD`. */
export function linkStateOn({ period }: Pick<Relation, "period">, values: AnyRow, today: string): LinkState {
  if (!period) return "current";
  const [from, to] = [values[period.from], values[period.to]];
  if (typeof to === "string" && to < today) return "former";
  return typeof from === "string" && from > today ? "future" : "current";
}
