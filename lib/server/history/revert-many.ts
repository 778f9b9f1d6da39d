import type { AnyDefinition } from "../../records/kinds/define";
import { isRecordKind } from "../../records/history/history-query";
import { definitionOfPath } from "../../records/kinds/registry";
import { linkKey, planSaves, writePlans, type Plan, type Wanted, type WantedLinks } from "../records/save-many";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { deleteRecords } from "../records/delete-records";
import { AppError } from "../errors/errors";
import { lockLinksOf, lockRecords } from "../records/sql/many-records";
import { changedSince, isHiddenNow } from "./revert-checks";
import { sidesOf } from "./revertible";
import type { StoredChange } from "./stored-changes";
import { getAt } from "../errors/invariant";

/* What bulk changes and imports did to thousands of records is undone in a few statements, as it was done. */

/** Whether a change leaves its record in being, so that its undoing is a save. */
const isOfRecordInBeing = ({ action }: StoredChange) => action !== "create" && action !== "delete";

/** What a change touches, which two changes of a run must not share: the fields of a record, or one link of it. */
const placeOf = ({ action, kind, id, relation, related_kind, related_id }: StoredChange) =>
  action === "update" ? `${kind} ${id}` : `${kind} ${id} ${relation} ${related_kind} ${related_id}`;

/** So many new records are deleted at once. */
const MOST_DELETED = 500;

/**
 * Cuts changes into runs whose parts can be undone together, in their order: of one kind, of records that stay in being,
 * and none of them about what another of the run is about; or new records of one kind. Everything else is a run of its own.
 */
export function runsOf(changes: readonly StoredChange[]): StoredChange[][] {
  const runs: StoredChange[][] = [];
  let places = new Set<string>();
  for (const change of changes) {
    const run = runs.at(-1);
    const [last, place] = [run?.at(-1), placeOf(change)];
    const isOfOneKind = last?.kind === change.kind && isRecordKind(change.kind);
    const areNew = last?.action === "create" && change.action === "create" && places.size < MOST_DELETED;
    const joins =
      isOfOneKind && (areNew || (isOfRecordInBeing(last) && isOfRecordInBeing(change) && !places.has(place)));
    if (run && joins) run.push(change);
    else {
      runs.push([change]);
      places = new Set();
    }
    places.add(place);
  }
  return runs;
}

/** What takes the changes of one record back. */
function wantedBy(id: number, changes: readonly StoredChange[]): Wanted {
  const update = changes.find(({ action }) => action === "update");
  const links = new Map<string, number>();
  const wanted = changes.flatMap((change): WantedLinks[] => {
    const { action, related_id, change_id } = change;
    if (action === "update") return [];
    const sides = sidesOf(change);
    if (!sides || related_id === null) throw new AppError("not_revertible");
    links.set(linkKey(sides, related_id), change_id);
    const isLink = action === "link";
    return [{ sides, add: isLink ? [] : [related_id], remove: isLink ? [related_id] : [] }];
  });
  const body = Object.fromEntries((update?.fields ?? []).map(({ name, old }) => [name, old]));
  return { id, body, links: wanted, reverts: { update: update?.change_id, links } };
}

/** Every link that is to come or go must be the other way round now. */
const isWhole = (plan: Plan) => plan.links.every(({ gone, added }) => gone.length + added.length === 1);

/**
 * Undoes the changes of a run.
 * @throws AppError changed_since with the fields, not_revertible
 */
export async function revertRun(
  unit: Context<Transaction>,
  run: readonly StoredChange[],
  force: boolean,
): Promise<void> {
  const definition: AnyDefinition | undefined = definitionOfPath(getAt(run, 0).kind);
  if (!definition) throw new AppError("not_revertible");
  if (getAt(run, 0).action === "create") {
    await deleteRecords(unit, definition, new Map(run.map(({ id, change_id }) => [id, change_id])));
    return;
  }
  const byRecord = new Map<number, StoredChange[]>();
  for (const change of run) {
    const changes = byRecord.get(change.id) ?? [];
    changes.push(change);
    byRecord.set(change.id, changes);
  }
  const ids = [...byRecord.keys()];
  await lockRecords(unit.connection, definition, ids);
  await lockLinksOf(unit.connection, definition.name, ids);
  const fieldsOf = (id: number) => byRecord.get(id)?.find(({ action }) => action === "update")?.fields ?? [];
  const wantedOf: Parameters<typeof planSaves>[3] = (id, stored) => {
    const changed = changedSince(fieldsOf(id), stored);
    if (changed.length > 0 && !force) throw new AppError("changed_since", { body: { fields: changed } });
    return wantedBy(id, byRecord.get(id) ?? []);
  };
  // What is undone comes back as it was, entries that are no longer offered included.
  const { plans, refusals } = await planSaves(unit.connection, definition, ids, wantedOf, true);
  const isLost = plans.some((plan) => !isWhole(plan) || isHiddenNow(fieldsOf(plan.id), plan.values));
  if (refusals.length > 0 || isLost) throw new AppError("not_revertible");
  await writePlans(unit, definition, plans);
}
