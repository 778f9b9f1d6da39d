import { managedValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import type { RelationSides } from "@/lib/model/kinds/relations";
import { pickEditable } from "@/lib/model/values/validation";
import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { AppError, isAppError } from "@/lib/base/errors/errors";
import { getAt } from "@/lib/model/pure/get-at";
import { groupBy } from "@/lib/model/pure/group-by";
import { etagOf, isCurrent } from "@/lib/base/web/etag";
import { checkValues, missingRecord, referenceCheck } from "./check-values";
import {
  editedIds,
  sideName,
  type Edit,
  type LinkChange,
  type LinkEdit,
  type Plan,
  type Planned,
  type EditRefusal,
  type RequestedEdit,
} from "./edit";
import { differences, raisesVersion, snapshotFields } from "./field-changes";
import { findRecord } from "./find-records";
import { linkEditsOf, linkPlanner } from "./plan-links";
import { planRestorations } from "./plan-restorations";
import { enforceUniqueRoles } from "./plan-roles";
import { undeletableRecords, linkedRecords } from "../sql/linked-records";
import { fileLinksOf } from "../sql/record-files";
import { lockOpenProposals } from "../sql/open-proposals";
import { storedRecords, type Stored } from "../sql/stored-records";
import { lockLinks, lockLinksOf, scopesOf, type LinkKeys } from "../sql/write-links";
import { lockInOrder } from "../sql/write-records";
import { pushAll } from "@/lib/model/pure/long-lists";

function requestOf(definition: AnyDefinition, edit: Edit, records: ReadonlyMap<number, Stored>): RequestedEdit {
  const stored = edit.id === null ? null : (records.get(edit.id) ?? null);
  const valuesOf = (values: Edit["set"]) =>
    typeof values === "function" ? (stored ? values(stored.values) : {}) : (values ?? {});
  const set = edit.restore?.values ?? valuesOf(edit.set);
  const managed = edit.restore?.values ?? { ...stored?.values, ...valuesOf(edit.managed) };
  return { edit, stored, set: pickEditable(definition, set), managed: managedValues(definition, managed) };
}

/** Enforces optimistic locking: returns edit_conflict, with the current record, for an outdated `If-Match`. */
async function editConflict(context: Context, definition: AnyDefinition, { edit, stored }: RequestedEdit) {
  const { id, ifMatch } = edit;
  if (id === null || !stored || ifMatch === undefined || isCurrent(ifMatch, stored.version)) return null;
  const now = await findRecord(context, definition, id);
  return new AppError("edit_conflict", { body: { data: now?.data }, headers: { etag: etagOf(stored.version) } });
}

/** Runs work and returns the error with which it refuses an edit, or null; other errors are thrown. */
function errorIn(work: () => unknown): AppError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error;
  }
}

/** Plans creations and updates. */
async function planSaves(
  context: Context,
  definition: AnyDefinition,
  requests: readonly RequestedEdit[],
): Promise<Planned> {
  const { connection } = context;
  const unknownReferences = await referenceCheck(connection, definition, requests);
  const refusals: EditRefusal[] = [];
  const valid: (RequestedEdit & { values: AnyRow; links: LinkEdit[] })[] = [];
  const missing: (EditRefusal & { links: readonly LinkEdit[] })[] = [];
  for (const request of requests) {
    const { edit, stored, set } = request;
    const isMissing = edit.id !== null && !stored;
    // An edit of links alone does not require the rest of the record to be valid.
    const checked = isMissing
      ? { values: null, error: missingRecord(definition, request, unknownReferences) }
      : stored && Object.keys(set).length === 0
        ? { values: stored.values, error: null }
        : checkValues(definition, request, unknownReferences);
    const error = checked.error ?? (await editConflict(context, definition, request));
    const values = checked.values && { ...checked.values, ...request.managed };
    if (error?.code === "data_not_found") missing.push({ edit, stored, error, links: edit.links ?? [] });
    else if (error) refusals.push({ edit, stored, error });
    else if (values) valid.push({ ...request, values, links: linkEditsOf(definition, request, values) });
  }
  const linkChanges = await linkPlanner(
    connection,
    [...valid, ...missing].map(({ edit, links }) => ({ id: edit.id, links })),
  );
  for (const { links, ...refusal } of missing) {
    // Invalid values of links go before the missing record (contract §1).
    const linkError = errorIn(() => linkChanges(refusal.edit.id, links));
    refusals.push(linkError?.code === "validation_failed" ? { ...refusal, error: linkError } : refusal);
  }
  const plans = valid.flatMap(({ edit, stored, values, links }): Plan[] => {
    const fields = stored
      ? differences(definition, stored.values, values)
      : snapshotFields(definition, { old: null, new: values });
    const version = stored ? stored.version + (raisesVersion(definition, fields) ? 1 : 0) : 1;
    const action = stored ? "update" : "create";
    const changes: LinkChange[] = [];
    const error = errorIn(() => pushAll(changes, linkChanges(edit.id, links)));
    if (!error) return [{ edit, action, version, values, fields, links: changes, linked: [], lost: [] }];
    refusals.push({ edit, stored, error });
    return [];
  });
  return { plans, refusals };
}

/** Plans deletions. */
async function planRemovals(context: Context, definition: AnyDefinition, requests: readonly RequestedEdit[]) {
  const { connection } = context;
  const edits = requests.map(({ edit }) => edit);
  const withoutLinks = edits.filter(({ remove }) => remove === true);
  const undeletable = definition.inUse
    ? await undeletableRecords(connection, definition.name, editedIds(withoutLinks))
    : new Set<number>();
  const refusals: EditRefusal[] = [];
  const deletable: RequestedEdit[] = [];
  for (const request of requests) {
    const { edit, stored } = request;
    const isUndeletable = edit.id !== null && undeletable.has(edit.id);
    const error = !stored
      ? new AppError("data_not_found")
      : ((await editConflict(context, definition, request)) ??
        (definition.inUse && isUndeletable ? new AppError(definition.inUse) : null));
    if (error) refusals.push({ edit, stored, error });
    else deletable.push(request);
  }
  const ids = editedIds(deletable.map(({ edit }) => edit));
  const linked = await linkedRecords(connection, definition.name, ids);
  // A merge has moved the files of the record to the other one.
  const files = await fileLinksOf(connection, definition, editedIds(withoutLinks));
  const plans = deletable.flatMap(({ edit, stored }): Plan[] => {
    if (edit.id === null || !stored) return [];
    const { version, values } = stored;
    const fields = snapshotFields(definition, { old: values, new: null });
    const links = [...(linked.get(edit.id) ?? []), ...(files.get(edit.id) ?? [])];
    return [{ edit, action: "delete", version, values, fields, links: [], linked: links, lost: [] }];
  });
  return { plans, refusals };
}

async function plan(
  context: Context,
  definition: AnyDefinition,
  edits: readonly Edit[],
  lock?: () => Promise<unknown>[],
): Promise<Planned> {
  authorize(context.actor, "write", definition.name);
  const ids = editedIds(edits);
  if (new Set(ids).size < ids.length) throw new Error("Two edits of the same record");
  // Pipelined: the connection executes the locks before the read, which then sees the latest values.
  const locking = lock?.() ?? [];
  const [records] = await Promise.all([storedRecords(context.connection, definition, ids), ...locking]);
  const requests = edits.map((edit) => requestOf(definition, edit, records));
  const planned: Planned = { plans: [], refusals: [] };
  for (const [planGroup, isOfGroup] of PLANNERS) {
    const group = requests.filter(({ edit }) => isOfGroup(edit));
    if (group.length === 0) continue;
    const { plans, refusals } = await planGroup(context, definition, group);
    pushAll(planned.plans, plans);
    pushAll(planned.refusals, refusals);
  }
  await enforceUniqueRoles(context, definition, planned);
  const positions = new Map(edits.map((edit, at) => [edit, at]));
  const byPosition = (one: { edit: Edit }, other: { edit: Edit }) =>
    (positions.get(one.edit) ?? 0) - (positions.get(other.edit) ?? 0);
  return { plans: planned.plans.sort(byPosition), refusals: planned.refusals.sort(byPosition) };
}

/**
 * Decides what edits would change or why they are refused, without writing anything. Forms, API,
 * bulk changes, imports, merges, undo and the seed all change records by these rules. Uses a fixed
 * number of statements, however many edits there are.
 * @param edits at most one for each record
 * @returns a plan or a refusal for each edit, both in the order of the edits
 * @throws AppError forbidden
 */
export const planEdits = (context: Context, definition: AnyDefinition, edits: readonly Edit[]): Promise<Planned> =>
  plan(context, definition, edits);

/** The links of one relation that edits name, seen from the end of the edited records. */
type NamedLinks = { sides: RelationSides; pairs: LinkKeys[] };

/** Groups links that edits name by relation. */
function linksByRelation(edits: readonly Edit[], idsOf: (link: LinkEdit) => readonly number[]): NamedLinks[] {
  const links = edits.flatMap(({ id, links = [] }) =>
    links.flatMap((link) => idsOf(link).map((other) => ({ sides: link.sides, pair: { own: id ?? 0, other } }))),
  );
  return [...groupBy(links, ({ sides }) => sideName(sides)).values()].map((ofRelation) => ({
    sides: getAt(ofRelation, 0).sides,
    pairs: ofRelation.map(({ pair }) => pair),
  }));
}

/** Returns the links of an edit whose fields change. */
const changedLinks = ({ set, add = [], successorOf }: LinkEdit) => [
  ...(set?.keys() ?? []),
  ...(successorOf === undefined ? [] : [successorOf, ...add]),
];

/**
 * Plans edits that are going to be applied. Locks, in this order, the open proposals of records that
 * are deleted, the records whose own fields change and those within which the roles of changed links
 * are unique, kind by kind, and links that change or are removed. A record that only gets or loses links is
 * not locked.
 * @throws AppError like `planEdits`
 */
export const planLocked = (
  unit: Context<Transaction>,
  definition: AnyDefinition,
  edits: readonly Edit[],
): Promise<Planned> =>
  plan(unit, definition, edits, () => {
    const { connection } = unit;
    const removed = editedIds(edits.filter(({ remove }) => remove));
    const changed = editedIds(edits.filter(({ set, managed, remove }) => !remove && (set ?? managed)));
    const scopes = linksByRelation(edits, changedLinks).flatMap(({ sides, pairs }) => scopesOf(sides, pairs));
    return [
      lockOpenProposals(connection, definition, removed),
      ...lockInOrder(connection, [
        { definition, ids: removed, against: "link" },
        { definition, ids: changed, against: "change" },
        ...scopes,
      ]),
      lockLinksOf(connection, definition.name, removed),
      ...linksByRelation(edits, (link) => [...changedLinks(link), ...(link.remove ?? [])]).map(({ sides, pairs }) =>
        lockLinks(connection, sides, pairs),
      ),
    ];
  });

const PLANNERS = [
  [planSaves, ({ remove, restore }: Edit) => !remove && !restore],
  [planRestorations, ({ restore }: Edit) => restore !== undefined],
  [planRemovals, ({ remove }: Edit) => remove !== undefined],
] as const;
