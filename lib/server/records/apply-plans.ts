import type { AnyDefinition } from "../../records/kinds/define";
import { definitionOf } from "../../records/kinds/registry";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { AppError } from "../errors/errors";
import { getAt } from "../errors/invariant";
import { changeHeader, recordChanges, type NewChange } from "./change-log";
import { editedIds, isChange, sideName, type LinkChange, type Plan } from "./edit";
import type { Pair } from "./sql/change-pairs";
import { clearRedirects } from "./sql/merged-records";
import { changeLinks, removeHoldingLinks } from "./sql/write-links";
import { insertRecords, removeRecords, updateRecords } from "./sql/write-records";

/** A record after a change: its key and version. */
export type Saved = { id: number; version: number };

/** A plan with the key of its record, which a new record has got meanwhile. */
type KeyedPlan = Plan & { id: number };

const ofAction = <Any extends Plan>(plans: readonly Any[], action: Plan["action"]) =>
  plans.filter((plan) => plan.action === action);

/** Inserts new and restored records. @returns the plans with the keys of their records, in the same order */
async function insertNew(
  transaction: Transaction,
  definition: AnyDefinition,
  plans: readonly Plan[],
): Promise<KeyedPlan[]> {
  const created = ofAction(plans, "create");
  const records = created.map(({ edit: { id }, values, version }) => ({
    values,
    ...(id !== null && { restored: { id, version } }),
  }));
  const ids = records.length > 0 ? await insertRecords(transaction, definition, records) : [];
  const keys = new Map(created.map((plan, at) => [plan, getAt(ids, at)]));
  const restored = editedIds(created.map(({ edit }) => edit));
  if (restored.length > 0) await clearRedirects(transaction, definition, restored);
  return plans.map((plan) => {
    const id = plan.edit.id ?? keys.get(plan);
    if (id === undefined) throw new Error("A plan without a record");
    return { ...plan, id };
  });
}

/** A link to remove or to add, with the change that it is part of. */
type LinkPair = Pair & { isAdded: boolean; change: LinkChange };

const pairsOf = ({ id, links }: KeyedPlan): LinkPair[] =>
  links.flatMap((change) => [
    ...change.gone.map((other) => ({ own: id, other, isAdded: false, change })),
    ...change.added.map((other) => ({ own: id, other, isAdded: true, change })),
  ]);

const pairName = ({ own, other, isAdded }: Omit<LinkPair, "change">) => `${own} ${other} ${isAdded}`;

/**
 * Adds and removes links, one statement for each relation.
 * @returns the changes to record for each record's key
 * @throws AppError already_exists, data_not_found for a link that had to change but did not
 */
async function writeLinks(transaction: Transaction, plans: readonly KeyedPlan[]) {
  const relations = new Map<string, LinkPair[]>();
  for (const pair of plans.flatMap(pairsOf)) {
    const name = sideName(pair.change.sides);
    const pairs = relations.get(name) ?? [];
    pairs.push(pair);
    relations.set(name, pairs);
  }
  const changes = new Map<number, Pick<NewChange, "action" | "related" | "reverts">[]>();
  for (const pairs of relations.values()) {
    const { sides } = getAt(pairs, 0).change;
    const written = await changeLinks(transaction, sides, {
      gone: pairs.filter(({ isAdded }) => !isAdded),
      added: pairs.filter(({ isAdded }) => isAdded),
    });
    const isWritten = new Set(written.map(pairName));
    const failed = pairs.find((pair) => pair.change.mustChange && !isWritten.has(pairName(pair)));
    if (failed) throw new AppError(failed.isAdded ? "already_exists" : "data_not_found");
    const reverted = new Map(pairs.map((pair) => [pairName(pair), pair.change.reverts]));
    for (const { label, ...pair } of written) {
      const related = {
        relation: sides.relation.name,
        kind: definitionOf(sides.other.kind).apiPath,
        id: pair.other,
        label,
      };
      const ofRecord = changes.get(pair.own) ?? [];
      ofRecord.push({ action: pair.isAdded ? "link" : "unlink", related, reverts: reverted.get(pairName(pair)) });
      changes.set(pair.own, ofRecord);
    }
  }
  return changes;
}

async function remove({ connection }: Context<Transaction>, definition: AnyDefinition, plans: readonly KeyedPlan[]) {
  const removed = ofAction(plans, "delete");
  const withLinks = removed.filter(({ edit }) => edit.remove === "and links");
  await removeHoldingLinks(
    connection,
    definition.name,
    withLinks.map(({ id }) => id),
  );
  await removeRecords(
    connection,
    definition,
    removed.map(({ id }) => id),
  );
}

/**
 * Writes what was planned, and the change log. Plans without changes write nothing, not even a
 * version (contract §8).
 * @param plans made in the same transaction, under locks on their records
 * @returns the key and version of each plan's record, in the order of the plans
 * @throws AppError already_exists, data_not_found for links that must change but did not
 */
export async function applyPlans(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  plans: readonly Plan[],
): Promise<Saved[]> {
  const keyed = await insertNew(unit.connection, definition, plans);
  const changing = keyed.filter(isChange);
  const linkChanges = await writeLinks(unit.connection, changing);
  await remove(unit, definition, changing);
  const changes = changing.flatMap((plan): NewChange[] => {
    const { action, id, fields, values, linked, edit } = plan;
    const header = changeHeader(definition, { id, version: plan.version }, values);
    // The links of a deleted or restored record are part of its own change.
    const isWithLinks = action === "delete" || edit.restore !== undefined;
    const links = isWithLinks ? [] : (linkChanges.get(id) ?? []).map((link) => ({ ...header, ...link }));
    const isOwn = action !== "update" || fields.length > 0;
    const own = { ...header, action, fields, links: linked, reverts: edit.reverts };
    return isOwn ? [own, ...links] : links;
  });
  const updated = ofAction(changing, "update").filter(({ fields }) => fields.length > 0);
  await Promise.all([updateRecords(unit.connection, definition, updated), recordChanges(unit, changes)]);
  return keyed.map(({ id, version }) => ({ id, version }));
}
