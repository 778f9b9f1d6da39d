import { randomUUID } from "node:crypto";
import type { HandedProject } from "../hand-over-answers";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { linkStateOn } from "@/lib/model/kinds/link-states";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { RelationSides } from "@/lib/model/kinds/relations";
import { handableProjects } from "@/lib/model/values/succession";
import { linkBefore } from "@/lib/model/values/link-values";
import { invalid } from "@/lib/base/errors/errors";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { isChange, type Edit, type Planned } from "@/lib/store/records/edit";
import { notFoundOrMerged } from "@/lib/store/records/find-records";
import { planEdits, planLocked } from "@/lib/store/records/plan-edits";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import { linksOf } from "@/lib/store/sql/links";
import { recordLabels } from "@/lib/store/sql/list-records";
import { lockInOrder } from "@/lib/store/sql/write-records";
import { isHeldFrom, successorLink } from "./handed-link";

/** A request to hand over the projects of a person to a successor of the same kind (contract §13). */
export type HandOver = {
  from: number;
  to: number;
  /** The successor's first day, `YYYY-MM-DD`. */
  begins: string;
  /** The projects to hand over; by default all with a current link. */
  ids?: readonly number[];
  isPreview: boolean;
};

type HandOverResult = { projects: HandedProject[]; batch: string | null };

/** Maximum duration of a hand-over in milliseconds. */
const TIMEOUT_MS = 60_000;

const fromProject = ({ relation, own, other }: RelationSides): RelationSides => ({ relation, own: other, other: own });

/** A project in a hand-over, with its edit; without one, it has no link to hand over. */
type Step = { id: number; roles: number[]; edit?: Edit };

/** @throws AppError validation_failed, data_not_found */
async function checkRecords({ connection, locale }: Context, definition: AnyDefinition, { from, to }: HandOver) {
  if (from === to) throw invalid({ to: ["same"] });
  const found = await recordLabels(connection, definition, [from, to], locale);
  const exists = (id: number) => found.some((record) => record.id === id);
  if (!exists(from)) throw await notFoundOrMerged(connection, definition, from);
  if (!exists(to)) throw invalid({ to: ["exists"] });
}

/**
 * Returns the projects of a hand-over with the edits of their links.
 * @param lock locks projects before their links are read
 */
async function stepsOf(
  { connection }: Context,
  definition: AnyDefinition,
  { from, to, begins, ids }: HandOver,
  lock: (ids: readonly number[]) => Promise<unknown>,
): Promise<Step[]> {
  const sides = handableProjects(definition);
  if (!sides) throw new Error(`The projects of a ${definition.name} cannot be handed over`);
  const { relation } = sides;
  const today = dayOf(new Date());
  const read = () => linksOf(connection, sides, [from, to]);
  const before = (await read()).get(from) ?? new Map<number, AnyRow>();
  const current = [...before].filter(([, values]) => linkStateOn(relation, values, today) === "current");
  const projects = [...new Set(ids ?? current.map(([id]) => id))];
  await lock(projects);
  const links = await read();
  return projects.map((id): Step => {
    const handed = links.get(from)?.get(id);
    if (!handed || !isHeldFrom(relation, handed, begins)) return { id, roles: [] };
    const own = links.get(to)?.get(id);
    const after = successorLink(relation, { handed, own }, { begins, today });
    const rest = linkBefore(relation.period, handed, begins);
    // Functions, because the values come from stored links, which may have inactive roles.
    const set = new Map<number, () => AnyRow>([[to, () => after.values]]);
    if (rest) set.set(from, () => rest);
    const link = { sides: fromProject(sides), add: own ? [] : [to], remove: rest ? [] : [from], set };
    return { id, roles: after.roles, edit: { id, links: [link] } };
  });
}

const editsOf = (steps: readonly Step[]): Edit[] => steps.flatMap(({ edit }) => edit ?? []);

async function projectsOf(
  { connection, locale }: Context,
  steps: readonly Step[],
  { refusals }: Planned,
): Promise<HandedProject[]> {
  const project = definitionOf("project");
  const ids = steps.map(({ id }) => id);
  const found = ids.length > 0 ? await recordLabels(connection, project, ids, locale) : [];
  const labels = new Map(found.map(({ id, label }) => [id, label]));
  const refused = new Map(refusals.map(({ edit, error }) => [edit.id, error]));
  return steps.map(({ id, roles, edit }) => {
    const named = { id, label: labels.get(id) ?? "", rollen: roles };
    const error = refused.get(id);
    if (!edit || error?.code === "data_not_found") return { ...named, rollen: [], refused: "data_not_found" };
    if (!error) return named;
    if (error.code === "role_taken") return { ...named, rollen: [], refused: "role_taken" };
    throw error;
  });
}

async function preview(context: Context, definition: AnyDefinition, request: HandOver): Promise<HandOverResult> {
  await checkRecords(context, definition, request);
  const steps = await stepsOf(context, definition, request, () => Promise.resolve());
  const planned = await planEdits(context, definitionOf("project"), editsOf(steps));
  return { projects: await projectsOf(context, steps, planned), batch: null };
}

async function write(unit: Context<Transaction>, definition: AnyDefinition, request: HandOver) {
  const project = definitionOf("project");
  await checkRecords(unit, definition, request);
  const steps = await stepsOf(unit, definition, request, (ids) =>
    Promise.all(lockInOrder(unit.connection, [{ definition: project, ids, against: "change" }])),
  );
  const planned = await planLocked(unit, project, editsOf(steps));
  await applyPlans(unit, project, planned.plans);
  return { projects: await projectsOf(unit, steps, planned), isChanged: planned.plans.some(isChange) };
}

/**
 * Hands over the projects of a member or person to another one, in one batch (contract §13). A project
 * where a unique role would be held twice stays as it is.
 * @throws AppError data_not_found, validation_failed (`to`: `same`, `exists`), forbidden
 */
export function handOver(context: Context, definition: AnyDefinition, request: HandOver): Promise<HandOverResult> {
  if (request.isPreview) return preview(context, definition, request);
  const batch = randomUUID();
  return inRetriedTransaction(
    { ...context, batch },
    async (unit) => {
      const { projects, isChanged } = await write(unit, definition, request);
      await recheckPermission(unit, "write", definition.name);
      return { projects, batch: isChanged ? batch : null };
    },
    TIMEOUT_MS,
  );
}
