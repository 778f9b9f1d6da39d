import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { definitionOf } from "../../records/kinds/registry";
import { relationSidesOf, roleGroupOf, type Relation, type RelationSides } from "../../records/kinds/relations";
import { groupBy } from "../../group-by";
import type { Context } from "../database/transaction";
import { AppError, isAppError } from "../errors/errors";
import { expectDefined } from "../errors/invariant";
import { sideName, type LinkChange, type LinkRow, type Plan, type Planned } from "./edit";
import { beginLink, endLink } from "./plan-links";
import { recordLabels } from "./sql/list-records";
import { roleHolders, uniqueRoles } from "./sql/links";
import { storedRecords } from "./sql/stored-records";

/** A new or changed link that has unique roles. */
type Claim = { plan: Plan; change: LinkChange; link: LinkRow };

/** A record, or the plan of a new record, which has no key yet. */
type Named = number | Plan;

/** A link that has a role of another one at the same time. */
type Conflict = { holder: Named; values: AnyRow; roles: number[] };

const recordOf = (plan: Plan): Named => plan.edit.id ?? plan;

/** Whether the roles of a relation's links are unique within each record at this end. */
const isScope = ({ relation, own }: RelationSides) => own.column === relation.roles?.scope;

const rolesIn = ({ roles }: Relation, values: AnyRow) => (roles ? (values[roles.field] as number[]) : []);

const withoutRoles = (relation: Relation, values: AnyRow, gone: readonly number[]): AnyRow =>
  relation.roles
    ? { ...values, [relation.roles.field]: rolesIn(relation, values).filter((role) => !gone.includes(role)) }
    : values;

const changesIn = ({ links }: Plan, sides: RelationSides) =>
  links.filter((change) => sideName(change.sides) === sideName(sides));

function overlap({ period }: Relation, one: AnyRow, other: AnyRow): boolean {
  const isBefore = (first: AnyRow, second: AnyRow) => {
    const [end, start] = period ? [first[period.to], second[period.from]] : [];
    return typeof end === "string" && typeof start === "string" && end < start;
  };
  return !isBefore(one, other) && !isBefore(other, one);
}

/** Tracks which links have unique roles while plans are checked one after the other. */
function occupation(sides: RelationSides, unique: ReadonlySet<number>) {
  const { relation } = sides;
  const links = new Map<Named, Map<Named, AnyRow>>();
  const scopeOf = (plan: Plan, other: number) => (isScope(sides) ? recordOf(plan) : other);
  const holderOf = (plan: Plan, other: number) => (isScope(sides) ? other : recordOf(plan));
  const occupy = (scope: Named, holder: Named, values: AnyRow) =>
    links.set(scope, (links.get(scope) ?? new Map<Named, AnyRow>()).set(holder, values));
  return {
    occupy,
    claim: ({ plan, link }: Claim) => occupy(scopeOf(plan, link.id), holderOf(plan, link.id), link.values),
    /** Removes the links that a plan removes or changes. */
    release(plan: Plan): void {
      const changed = changesIn(plan, sides).flatMap((change) => [
        ...change.gone,
        ...change.changed.map(({ id }) => id),
      ]);
      const deleted = plan.action === "delete" ? plan.linked.filter((link) => link.relation === relation.name) : [];
      for (const other of [...changed, ...deleted.map(({ id }) => id)]) {
        links.get(scopeOf(plan, other))?.delete(holderOf(plan, other));
      }
    },
    conflicts({ plan, link }: Claim): Conflict[] {
      const claimed = rolesIn(relation, link.values).filter((role) => unique.has(role));
      return [...(links.get(scopeOf(plan, link.id)) ?? [])].flatMap(([holder, values]) => {
        const roles = rolesIn(relation, values).filter((role) => claimed.includes(role));
        const isOther = holder !== holderOf(plan, link.id);
        return isOther && roles.length > 0 && overlap(relation, link.values, values) ? [{ holder, values, roles }] : [];
      });
    },
  };
}

/** Creates the error for a role that another link has (contract §13). */
async function roleTaken({ connection, locale }: Context, sides: RelationSides, { holder }: Conflict) {
  const kind = definitionOf(isScope(sides) ? sides.other.kind : sides.own.kind);
  const id = typeof holder === "number" ? holder : null;
  const [found] = id === null ? [] : await recordLabels(connection, kind, [id], locale);
  const label = typeof holder === "number" ? (found?.label ?? "") : kind.label(holder.values, locale);
  return new AppError("role_taken", { body: { holder: { kind: kind.apiPath, id, label } } });
}

/** Takes roles from the link of another record, as a plan of its own. */
async function planOfHolder(
  { connection }: Context,
  definition: AnyDefinition,
  id: number,
  change: LinkChange,
): Promise<Plan> {
  const records = await storedRecords(connection, definition, [id]);
  const { version, values } = expectDefined(records.get(id), "the holder of a role");
  const edit = { id };
  const plan = { edit, version, values, fields: [], links: [change], linked: [], lost: [] };
  return { ...plan, action: "update", isConsequence: true };
}

/**
 * Takes a unique role from the links that have it at the same time: a link with further roles loses
 * this one, another link ends on the day before (contract §13).
 * @returns the changes of links of other records, by these records
 */
function replaceHolders(sides: RelationSides, claim: Claim, conflicts: readonly Conflict[]): Map<number, LinkChange> {
  const { relation } = sides;
  const { change, link } = claim;
  const consequences = new Map<number, LinkChange>();
  for (const { holder, values, roles } of conflicts) {
    if (typeof holder !== "number") continue;
    const ofHolder = isScope(sides) ? change : { sides, gone: [], added: [], changed: [] };
    const row = { id: isScope(sides) ? holder : link.id, values };
    const rest = withoutRoles(relation, values, roles);
    const begins = relation.period && link.values[relation.period.from];
    if (rolesIn(relation, rest).length > 0 || typeof begins !== "string") {
      ofHolder.changed.push({ ...row, before: values, values: rest });
    } else endLink(relation, ofHolder, row, begins);
    if (!isScope(sides)) consequences.set(holder, ofHolder);
  }
  return consequences;
}

async function enforceIn(
  context: Context,
  definition: AnyDefinition,
  sides: RelationSides,
  planned: Planned,
): Promise<void> {
  const { relation } = sides;
  const { connection } = context;
  const written = planned.plans.flatMap((plan) =>
    changesIn(plan, sides).flatMap((change) =>
      [...change.added, ...change.changed].map((link): Claim => ({ plan, change, link })),
    ),
  );
  if (written.every(({ link }) => rolesIn(relation, link.values).length === 0)) return;
  const unique = await uniqueRoles(connection, roleGroupOf(relation));
  const claims = written.filter(({ link }) => rolesIn(relation, link.values).some((role) => unique.has(role)));
  if (claims.length === 0) return;
  const occupied = occupation(sides, unique);
  const scopes = claims.flatMap(({ plan, link }) => (isScope(sides) ? (plan.edit.id ?? []) : link.id));
  for (const { scope, holder, values } of await roleHolders(connection, relation, [...new Set(scopes)], [...unique])) {
    occupied.occupy(scope, holder, values);
  }
  // First releases what all plans give up, so that two links can exchange their roles.
  for (const plan of planned.plans) occupied.release(plan);

  async function settle(claim: Claim): Promise<void> {
    const { plan, link } = claim;
    const { onTakenRole } = plan.edit.links?.find((edit) => sideName(edit.sides) === sideName(sides)) ?? {};
    const [conflict] = occupied.conflicts(claim);
    if (conflict && onTakenRole === "replace") {
      beginLink(relation, link);
      for (const [id, change] of replaceHolders(sides, claim, occupied.conflicts(claim))) {
        planned.plans.push(await planOfHolder(context, definition, id, change));
      }
    } else if (conflict && onTakenRole === "drop") {
      const taken = occupied.conflicts(claim).flatMap(({ roles }) => roles);
      link.values = withoutRoles(relation, link.values, taken);
    } else if (conflict) throw await roleTaken(context, sides, conflict);
    occupied.claim(claim);
  }

  for (const [plan, ofPlan] of groupBy(claims, (claim) => claim.plan)) {
    try {
      for (const claim of ofPlan) await settle(claim);
    } catch (error) {
      if (!isAppError(error)) throw error;
      planned.plans.splice(planned.plans.indexOf(plan), 1);
      const stored = plan.edit.id === null ? null : { version: plan.version, values: plan.values };
      planned.refusals.push({ edit: plan.edit, stored, error });
      // The links of a refused plan stay as they are and may have a role that another plan gives away.
      return enforceIn(context, definition, sides, planned);
    }
  }
}

/**
 * Enforces that links never have a unique role at the same time (contract §13). Where plans would
 * break this, their edits decide: they are refused with role_taken, take the role from its holder, or
 * go without it. A constraint of PostgreSQL enforces it as well, for concurrent transactions.
 */
export async function enforceUniqueRoles(context: Context, definition: AnyDefinition, planned: Planned): Promise<void> {
  for (const sides of relationSidesOf(definition.name)) {
    if (sides.relation.roles) await enforceIn(context, definition, sides, planned);
  }
}
