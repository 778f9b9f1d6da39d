import type { AnyRow } from "@/lib/model/fields/field";
import { linkStateOn } from "@/lib/model/kinds/link-states";
import { defaultLinkValues } from "@/lib/model/kinds/relations";
import type { HandableRelation } from "@/lib/model/values/succession";

/** The day from which the successor has the links, and the current day (both `YYYY-MM-DD`). */
type Days = { begins: string; today: string };

/** Returns the earlier of two first days; null is the earliest. */
const earlier = (one: unknown, other: unknown) =>
  typeof one === "string" && typeof other === "string" ? (one < other ? one : other) : null;

/** Returns the later of two last days; null is the latest. */
const later = (one: unknown, other: unknown) =>
  typeof one === "string" && typeof other === "string" ? (one > other ? one : other) : null;

/** Whether a link can be handed over from a day on: it has not ended by then. */
export function isHeldFrom({ period }: HandableRelation, values: AnyRow, begins: string): boolean {
  const end = values[period.to];
  return typeof end !== "string" || end >= begins;
}

/**
 * Returns the successor's link after a hand-over, and the roles that the successor gets (contract §13).
 * @param handed the link that is handed over
 * @param own the successor's link with the same record, if there is one
 */
export function successorLink(
  relation: HandableRelation,
  { handed, own }: { handed: AnyRow; own: AnyRow | undefined },
  { begins, today }: Days,
): { values: AnyRow; roles: number[] } {
  const { period, roles, fields = {} } = relation;
  const flags = Object.keys(fields).filter((name) => typeof fields[name]?.empty === "boolean");
  const rolesOf = (values: AnyRow) => values[roles.field] as number[];
  const base = own ?? defaultLinkValues(relation);
  if (!own || linkStateOn(relation, own, today) === "former") {
    const taken = [roles.field, period.to, ...flags].map((name) => [name, handed[name]] as const);
    return { values: { ...base, ...Object.fromEntries(taken), [period.from]: begins }, roles: rolesOf(handed) };
  }
  const added = rolesOf(handed).filter((role) => !rolesOf(own).includes(role));
  const values = {
    ...own,
    ...Object.fromEntries(flags.map((name) => [name, own[name] === true || handed[name] === true])),
    [roles.field]: [...rolesOf(own), ...added],
    [period.from]: earlier(own[period.from], begins),
    [period.to]: later(own[period.to], handed[period.to]),
  };
  return { values, roles: added };
}
