import type { ChangeAction } from "@/lib/model/change";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { RelationSides } from "@/lib/model/kinds/relations";
import { linkDifferences } from "@/lib/model/values/link-values";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { AppError } from "@/lib/base/errors/errors";
import { expectDefined } from "@/lib/base/errors/invariant";
import { getAt } from "@/lib/model/pure/get-at";
import { changeHeader, recordChanges, type NewChange } from "./change-log";
import { isChange, sideName, type LinkChange, type Plan } from "./edit";
import { raisesVersion } from "./field-changes";
import type { KeyPair } from "../sql/change-pairs";
import { HISTORY_LOCALE } from "../sql/linked-records";
import { clearRedirects } from "../sql/merged-records";
import { rejectOpenProposals, returnMovedProposals } from "../sql/open-proposals";
import { isFileLink, restoreFiles } from "../sql/record-files";
import { addLinks, removeHoldingLinks, removeLinks, updateLinks } from "../sql/write-links";
import { insertRecords, removeRecords, updateRecords } from "../sql/write-records";

/** A record after a change: its key and version. */
export type Saved = { id: number; version: number };

/** A plan with the key of its record, which a new record has got meanwhile. */
type KeyedPlan = Plan & { id: number };

const plansWithAction = <Any extends Plan>(plans: readonly Any[], action: Plan["action"]) =>
  plans.filter((plan) => plan.action === action);

/** Removes the redirects of restored records that were merged, and returns their open proposals. */
async function undoRedirects(
  transaction: Transaction,
  definition: AnyDefinition,
  restored: readonly { id: number; label: string }[],
) {
  const ids = restored.map(({ id }) => id);
  await clearRedirects(transaction, definition, ids);
  await returnMovedProposals(transaction, definition, restored);
}

/** Inserts new and restored records. @returns the plans with the keys of their records, in the same order */
async function insertNew(
  transaction: Transaction,
  definition: AnyDefinition,
  plans: readonly Plan[],
): Promise<KeyedPlan[]> {
  const created = plansWithAction(plans, "create");
  const records = created.map(({ edit: { id }, values, version }) => ({
    values,
    ...(id !== null && { restored: { id, version } }),
  }));
  const ids = records.length > 0 ? await insertRecords(transaction, definition, records) : [];
  const keys = new Map(created.map((plan, at) => [plan, getAt(ids, at)]));
  const restored = created.flatMap(({ edit: { id }, values }) =>
    id === null ? [] : [{ id, label: definition.label(values, HISTORY_LOCALE) }],
  );
  if (restored.length > 0) await undoRedirects(transaction, definition, restored);
  const files = created.flatMap(({ linked }) => linked.filter(isFileLink));
  await restoreFiles(
    transaction,
    files.map(({ id }) => id),
  );
  return plans.map((plan) => {
    const id = plan.edit.id ?? keys.get(plan);
    if (id === undefined) throw new Error("A plan without a record");
    return { ...plan, id };
  });
}

/** A link to write: its two keys, the change, and its values before and after. */
type LinkPair = KeyPair & { change: LinkChange; before: AnyRow | null; values: AnyRow };

/** The links that plans remove, change and add in one relation. */
type RelationChanges = { sides: RelationSides } & Record<"removed" | "changed" | "added", LinkPair[]>;

function changesByRelation(plans: readonly KeyedPlan[]): RelationChanges[] {
  const relations = new Map<string, RelationChanges>();
  for (const { id: own, links } of plans) {
    for (const change of links) {
      const { sides } = change;
      const all = relations.get(sideName(sides)) ?? { sides, removed: [], changed: [], added: [] };
      for (const other of change.removed) all.removed.push({ own, other, change, before: null, values: {} });
      for (const { id: other, ...link } of change.changed) all.changed.push({ own, other, change, ...link });
      for (const { id: other, values } of change.added) all.added.push({ own, other, change, before: null, values });
      relations.set(sideName(sides), all);
    }
  }
  return [...relations.values()];
}

const pairName = ({ own, other }: KeyPair) => `${own} ${other}`;

type LinkLog = Pick<NewChange, "action" | "related" | "reverts" | "fields">;

/**
 * Removes, changes and adds links, with at most three statements for each relation. Removes and
 * changes come first, because added links may have roles that other links give up.
 * @returns the changes to record for each record's key
 * @throws AppError already_exists, data_not_found for a link that had to change but did not
 */
async function writeLinks(transaction: Transaction, plans: readonly KeyedPlan[]): Promise<Map<number, LinkLog[]>> {
  const logs = new Map<number, LinkLog[]>();
  for (const { sides, removed, changed, added } of changesByRelation(plans)) {
    const { relation, other: end } = sides;
    const log = (
      action: ChangeAction,
      pairs: readonly LinkPair[],
      written: readonly (KeyPair & { label: string; values?: AnyRow })[],
    ) => {
      const pairsByName = new Map(pairs.map((pair) => [pairName(pair), pair]));
      const isWritten = new Set(written.map(pairName));
      const failed = pairs.find((pair) => pair.change.mustChange && !isWritten.has(pairName(pair)));
      if (failed) throw new AppError(action === "link" ? "already_exists" : "data_not_found");
      for (const link of written) {
        const pair = expectDefined(pairsByName.get(pairName(link)), "the change of a written link");
        const before = action === "unlink" ? (link.values ?? {}) : pair.before;
        const after = action === "unlink" ? null : pair.values;
        const related = {
          relation: relation.name,
          kind: definitionOf(end.kind).apiPath,
          id: link.other,
          label: link.label,
        };
        const recordLog = logs.get(link.own) ?? [];
        const fields = linkDifferences(relation, { before, after });
        recordLog.push({ action, related, fields, reverts: pair.change.reverts });
        logs.set(link.own, recordLog);
      }
    };
    log("unlink", removed, await removeLinks(transaction, sides, removed));
    log("update", changed, await updateLinks(transaction, sides, changed));
    log("link", added, await addLinks(transaction, sides, added));
  }
  return logs;
}

async function remove(unit: Context<Transaction>, definition: AnyDefinition, plans: readonly KeyedPlan[]) {
  const { connection, actor } = unit;
  const removed = plansWithAction(plans, "delete");
  const withLinks = removed.filter(({ edit }) => edit.remove === "and links");
  await removeHoldingLinks(
    connection,
    definition.name,
    withLinks.map(({ id }) => id),
  );
  const ids = removed.map(({ id }) => id);
  await removeRecords(connection, definition, ids);
  await rejectOpenProposals(connection, definition, ids, actor);
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
    const includesLinks = action === "delete" || edit.restore !== undefined;
    const links = includesLinks ? [] : (linkChanges.get(id) ?? []).map((link) => ({ ...header, ...link }));
    const isOwn = action !== "update" || fields.length > 0;
    const related = edit.related && { ...edit.related, relation: null };
    const own = { ...header, action, fields, links: linked, reverts: edit.reverts, related };
    return isOwn ? [own, ...links] : links;
  });
  const updated = plansWithAction(changing, "update")
    .filter(({ fields }) => fields.length > 0)
    .map(({ id, fields }) => ({ id, fields, raises: raisesVersion(definition, fields) }));
  await Promise.all([updateRecords(unit.connection, definition, updated), recordChanges(unit, changes)]);
  return keyed.map(({ id, version }) => ({ id, version }));
}
