import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { relationSidesOf, roleGroupOf, type Relation, type RelationSides } from "@/lib/model/kinds/relations";
import { linkDifferences } from "@/lib/model/values/link-values";
import { groupBy } from "@/lib/model/pure/group-by";
import type { Context } from "../database/transaction";
import { AppError, isAppError } from "@/lib/base/errors/errors";
import { expectDefined } from "@/lib/base/errors/invariant";
import { sideName, type LinkChange, type LinkRow, type Plan, type Planned, type EditRefusal } from "./edit";
import { beginLink, endLink } from "./plan-links";
import { recordLabels } from "../sql/list-records";
import { roleHolders, uniqueRoles, type RoleHolder } from "../sql/links";
import { storedRecords } from "../sql/stored-records";
import { pushAll } from "@/lib/model/pure/long-lists";

/** A new or changed link that has unique roles. */
type Claim = { plan: Plan; change: LinkChange; link: LinkRow };

/** A record, or the plan of a new record, which has no key yet. */
type RecordOrPlan = number | Plan;

/** A link that has a role of another one at the same time. */
type Conflict = { holder: RecordOrPlan; values: AnyRow; roles: number[] };

const recordOf = (plan: Plan): RecordOrPlan => plan.edit.id ?? plan;

/** Whether the roles of a relation's links are unique within each record at this end. */
const isScope = ({ relation, own }: RelationSides) => own.column === relation.roles?.scope;

const rolesIn = ({ roles }: Relation, values: AnyRow) => (roles ? (values[roles.field] as number[]) : []);

const withoutRoles = (relation: Relation, values: AnyRow, removedRoles: readonly number[]): AnyRow =>
  relation.roles
    ? { ...values, [relation.roles.field]: rolesIn(relation, values).filter((role) => !removedRoles.includes(role)) }
    : values;

const changesIn = ({ links }: Plan, sides: RelationSides) =>
  links.filter((change) => sideName(change.sides) === sideName(sides));

function overlaps({ period }: Relation, one: AnyRow, other: AnyRow): boolean {
  const isBefore = (first: AnyRow, second: AnyRow) => {
    const [end, start] = period ? [first[period.to], second[period.from]] : [];
    return typeof end === "string" && typeof start === "string" && end < start;
  };
  return !isBefore(one, other) && !isBefore(other, one);
}

/**
 * Tracks which links have unique roles while plans are checked one after the other.
 * @param stored the links that have unique roles before
 */
function roleOccupancy(sides: RelationSides, unique: ReadonlySet<number>, stored: readonly RoleHolder[]) {
  const { relation } = sides;
  const links = new Map<RecordOrPlan, Map<RecordOrPlan, AnyRow>>();
  const scopeOf = (plan: Plan, other: number) => (isScope(sides) ? recordOf(plan) : other);
  const holderOf = (plan: Plan, other: number) => (isScope(sides) ? other : recordOf(plan));
  const occupy = (scope: RecordOrPlan, holder: RecordOrPlan, values: AnyRow) =>
    links.set(scope, (links.get(scope) ?? new Map<RecordOrPlan, AnyRow>()).set(holder, values));
  for (const { scope, holder, values } of stored) occupy(scope, holder, values);
  return {
    claim: ({ plan, link }: Claim) => occupy(scopeOf(plan, link.id), holderOf(plan, link.id), link.values),
    /** Removes what claims have added. */
    withdraw(claims: readonly Claim[]): void {
      for (const { plan, link } of claims) links.get(scopeOf(plan, link.id))?.delete(holderOf(plan, link.id));
    },
    /** Removes the links that a plan removes or changes. */
    release(plan: Plan): void {
      const changed = changesIn(plan, sides).flatMap((change) => [
        ...change.removed,
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
        return isOther && roles.length > 0 && overlaps(relation, link.values, values)
          ? [{ holder, values, roles }]
          : [];
      });
    },
  };
}

/** A plan that is refused: because of a link that has a role, or with an error. */
type Refused = { plan: Plan; reason: Conflict | AppError };

/** Creates the errors for roles that other links have, with the names of their holders (contract §13). */
async function refusalsOf({ connection, locale }: Context, sides: RelationSides, refused: readonly Refused[]) {
  const kind = definitionOf(isScope(sides) ? sides.other.kind : sides.own.kind);
  const holders = refused.flatMap(({ reason }) => (isAppError(reason) ? [] : reason.holder));
  const ids = [...new Set(holders.filter((holder) => typeof holder === "number"))];
  const found = ids.length > 0 ? await recordLabels(connection, kind, ids, locale) : [];
  const labels = new Map(found.map(({ id, label }) => [id, label]));
  const roleTaken = ({ holder }: Conflict) => {
    const id = typeof holder === "number" ? holder : null;
    const label = typeof holder === "number" ? (labels.get(holder) ?? "") : kind.label(holder.values, locale);
    return new AppError("role_taken", { body: { holder: { kind: kind.apiPath, id, label } } });
  };
  return refused.map(({ plan, reason }): EditRefusal => {
    const stored = plan.edit.id === null ? null : { version: plan.version, values: plan.values };
    return { edit: plan.edit, stored, error: isAppError(reason) ? reason : roleTaken(reason) };
  });
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
  return { ...plan, action: "update" };
}

/**
 * Takes a unique role from the links that have it at the same time: a link with further roles loses
 * this one, another link ends on the day before (contract §13).
 * @returns the changes of links of other records, by these records
 */
function replaceHolders(sides: RelationSides, claim: Claim, conflicts: readonly Conflict[]): Map<number, LinkChange> {
  const { relation } = sides;
  const { plan, link } = claim;
  const holderChanges = new Map<number, LinkChange>();
  for (const { holder, values, roles } of conflicts) {
    if (typeof holder !== "number") continue;
    const holderChange: LinkChange = { sides, removed: [], added: [], changed: [] };
    const row = { id: isScope(sides) ? holder : link.id, values };
    const rest = withoutRoles(relation, values, roles);
    const begins = relation.period && link.values[relation.period.from];
    if (rolesIn(relation, rest).length > 0 || typeof begins !== "string") {
      holderChange.changed.push({ ...row, before: values, values: rest });
    } else endLink(relation, holderChange, row, begins);
    if (isScope(sides)) plan.links.push(holderChange);
    else holderChanges.set(holder, holderChange);
  }
  return holderChanges;
}

/** Returns the links that plans write. Existing links come first, because merges drop roles from links that move. */
const writtenLinks = (plans: readonly Plan[], sides: RelationSides): Claim[] =>
  plans.flatMap((plan) =>
    changesIn(plan, sides).flatMap((change) =>
      [...change.changed, ...change.added].map((link): Claim => ({ plan, change, link })),
    ),
  );

async function enforceIn(
  context: Context,
  definition: AnyDefinition,
  sides: RelationSides,
  planned: Planned,
): Promise<void> {
  const { relation } = sides;
  const { connection } = context;
  const written = writtenLinks(planned.plans, sides);
  if (written.every(({ link }) => rolesIn(relation, link.values).length === 0)) return;
  const unique = await uniqueRoles(connection, roleGroupOf(relation));
  const claims = written.filter(({ link }) => rolesIn(relation, link.values).some((role) => unique.has(role)));
  if (claims.length === 0) return;
  const scopes = claims.flatMap(({ plan, link }) => (isScope(sides) ? (plan.edit.id ?? []) : link.id));
  const stored = await roleHolders(connection, relation, [...new Set(scopes)], [...unique]);

  /** Returns why a claim is refused, or null. */
  async function settleClaim(
    claim: Claim,
    occupancy: ReturnType<typeof roleOccupancy>,
  ): Promise<Refused["reason"] | null> {
    const { plan, change, link } = claim;
    const { onTakenRole } = plan.edit.links?.find((edit) => sideName(edit.sides) === sideName(sides)) ?? {};
    const [conflict] = occupancy.conflicts(claim);
    if (conflict && onTakenRole === "replace") {
      beginLink(relation, link);
      for (const [id, holderChange] of replaceHolders(sides, claim, occupancy.conflicts(claim))) {
        planned.plans.push(await planOfHolder(context, definition, id, holderChange));
      }
    } else if (conflict && onTakenRole === "drop") {
      const takenRoles = occupancy.conflicts(claim).flatMap(({ roles }) => roles);
      link.values = withoutRoles(relation, link.values, takenRoles);
      // Without the role, the link may be as it was.
      const isSame = (one: { before: AnyRow; values: AnyRow }) =>
        linkDifferences(relation, { before: one.before, after: one.values }).length === 0;
      change.changed = change.changed.filter((one) => one !== link || !isSame(one));
    } else if (conflict) return conflict;
    occupancy.claim(claim);
    return null;
  }

  for (let open = claims; open.length > 0;) {
    const occupancy = roleOccupancy(sides, unique, stored);
    // First releases what all plans give up, so that two links can exchange their roles.
    for (const plan of planned.plans) occupancy.release(plan);
    const refused: Refused[] = [];
    for (const [plan, planClaims] of groupBy(open, (claim) => claim.plan)) {
      for (const claim of planClaims) {
        const reason = await settleClaim(claim, occupancy).catch((error: unknown) => {
          if (!isAppError(error)) throw error;
          return error;
        });
        if (!reason) continue;
        refused.push({ plan, reason });
        occupancy.withdraw(planClaims);
        break;
      }
    }
    const isRefused = new Set(refused.map(({ plan }) => plan));
    planned.plans = planned.plans.filter((plan) => !isRefused.has(plan));
    pushAll(planned.refusals, await refusalsOf(context, sides, refused));
    // The links of refused plans stay as they are, and may have a role that another plan claims.
    const leavesLinks = refused.some(({ plan }) =>
      changesIn(plan, sides).some(({ changed, removed }) => changed.length + removed.length > 0),
    );
    open = leavesLinks ? open.filter(({ plan }) => !isRefused.has(plan)) : [];
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
