import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { FieldChange } from "@/lib/model/answers/shapes";
import { isRecordKind } from "../history-query";
import { isSameLinkValue } from "@/lib/model/values/link-values";
import type { Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { planLocked } from "@/lib/store/records/plan-edits";
import type { Edit, LinkEdit, Plan } from "@/lib/store/records/edit";
import type { LinkedRecord } from "@/lib/store/sql/linked-records";
import { isRecordChange, sidesOf } from "./revertible";
import type { StoredChange } from "./stored-changes";

/** Limit of the changes that are reverted together, because their records are held in memory. */
const MAX_RUN = 2_000;

/** Names what a change changes: a record's fields, or one of its links. */
const targetOf = ({ kind, id, relation, related_kind, related_id }: StoredChange) =>
  relation !== null ? `${kind} ${id} ${relation} ${related_kind} ${related_id}` : `${kind} ${id}`;

/** Whether the record of a change exists before and after it. */
const isEdit = ({ action }: StoredChange) => action !== "create" && action !== "delete";

/**
 * Divides changes into runs that can be reverted together, in their order: creations, deletions, or
 * other changes of records of one kind, each of another target. A change of a reference entry is a
 * run of its own.
 */
export function runsOf(changes: readonly StoredChange[]): StoredChange[][] {
  const runs: StoredChange[][] = [];
  let targets = new Set<string>();
  for (const change of changes) {
    const run = runs.at(-1);
    const [last, target] = [run?.at(-1), targetOf(change)];
    const isSameAction = last && (last.action === change.action || (isEdit(last) && isEdit(change)));
    const isOfOneKind = last?.kind === change.kind && isRecordKind(change.kind);
    if (run && run.length < MAX_RUN && isSameAction && isOfOneKind && !targets.has(target)) run.push(change);
    else {
      runs.push([change]);
      targets = new Set();
    }
    targets.add(target);
  }
  return runs;
}

/** Returns the names of the fields whose values have changed again since a change. */
const changedSince = (fields: readonly FieldChange[], stored: AnyRow): string[] =>
  fields.filter((field) => !isSameLinkValue(stored[field.name], field.new)).map(({ name }) => name);

/**
 * Whether a save dropped an old value that it was to restore, because other values now hide its
 * field.
 */
const isHiddenNow = (fields: readonly FieldChange[], after: AnyRow | undefined): boolean =>
  fields.some(({ name, old }) => old !== null && after?.[name] === null);

const oldValues = ({ fields }: Pick<StoredChange, "fields">): AnyRow =>
  Object.fromEntries(fields.map(({ name, old }) => [name, old]));

/**
 * Returns a function that restores the old values of changed fields.
 * @throws AppError changed_since where values have changed again, unless the revert is forced
 */
const restoring =
  ({ fields }: StoredChange, force: boolean) =>
  (stored: AnyRow): AnyRow => {
    const changed = changedSince(fields, stored);
    if (changed.length > 0 && !force) throw new AppError("changed_since", { body: { fields: changed } });
    return oldValues({ fields });
  };

/**
 * Returns a function that restores the old values of managed fields, unless the app has written them
 * again since the change: later values stay, because users cannot have meant them.
 */
const restoringManaged =
  ({ fields }: StoredChange, { fields: declared }: AnyDefinition) =>
  (stored: AnyRow): AnyRow => {
    const managed = fields.filter(({ name }) => declared[name]?.managed);
    return changedSince(managed, stored).length > 0 ? {} : oldValues({ fields: managed });
  };

/** Returns the link edit that reverts the addition, removal or change of a link. */
function linkEditOf(change: StoredChange, force: boolean): LinkEdit {
  const { action, related_id, change_id: reverts } = change;
  const sides = sidesOf(change);
  if (!sides || related_id === null) throw new AppError("not_revertible");
  const edit = { sides, mustChange: true, reverts, acceptsInactive: true } as const;
  if (action === "link") return { ...edit, remove: [related_id] };
  if (action === "update") return { ...edit, set: new Map([[related_id, restoring(change, force)]]) };
  const values = oldValues(change);
  const hasValues = Object.keys(values).length > 0;
  return { ...edit, add: [related_id], ...(hasValues && { set: new Map([[related_id, values]]) }) };
}

/** Returns the edit that reverts the changes of one record in a run. */
function editOf(definition: AnyDefinition, id: number, changes: readonly StoredChange[], force: boolean): Edit {
  const own = changes.find(isRecordChange);
  const links = changes.filter((change) => change !== own).map((change) => linkEditOf(change, force));
  if (!own) return { id, links };
  const { action, version, change_id: reverts } = own;
  if (action === "create") return { id, remove: true, reverts };
  if (action === "delete") {
    return { id, restore: { version: version ?? 1, values: oldValues(own), links: own.links ?? [] }, reverts };
  }
  // Restores old values even if their entries are inactive by now.
  const { fields: declared } = definition;
  const written = { ...own, fields: own.fields.filter(({ name }) => !declared[name]?.managed) };
  const managed = restoringManaged(own, definition);
  return { id, set: restoring(written, force), managed, links, reverts, acceptsInactive: true };
}

/**
 * Reverts the changes of a run (`runsOf`) by their opposites, which are recorded as changes of their
 * own.
 * @param force restores the old values of updates even where the fields have changed since
 * @returns the links that could not be restored, because their records no longer exist
 * @throws AppError changed_since with the fields, not_revertible, or why an edit is refused
 */
export async function revertRun(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  run: readonly StoredChange[],
  force: boolean,
): Promise<LinkedRecord[]> {
  const byRecord = new Map<number, StoredChange[]>();
  for (const change of run) {
    const changes = byRecord.get(change.id) ?? [];
    changes.push(change);
    byRecord.set(change.id, changes);
  }
  const edits = [...byRecord].map(([id, changes]) => editOf(definition, id, changes, force));
  const { plans, refusals } = await planLocked(unit, definition, edits);
  if (refusals[0]) throw refusals[0].error;
  const fieldsOf = ({ edit: { id } }: Plan) =>
    byRecord.get(Number(id))?.find((change) => change.action === "update" && isRecordChange(change))?.fields ?? [];
  const writable = (fields: readonly FieldChange[]) => fields.filter(({ name }) => !definition.fields[name]?.managed);
  if (plans.some((plan) => isHiddenNow(writable(fieldsOf(plan)), plan.values))) throw new AppError("not_revertible");
  await applyPlans(unit, definition, plans);
  return plans.flatMap(({ lost }) => lost);
}
