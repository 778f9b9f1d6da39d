import { randomUUID } from "node:crypto";
import type { BulkRefused, BulkResult } from "../bulk-answers";
import { BULK_MAX_NAMED, BULK_MAX_RECORDS } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { dayOf } from "@/lib/model/fields/moments";
import { linkStateOn } from "@/lib/model/kinds/link-states";
import type { LinkList } from "@/lib/model/kinds/relations";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { invalid } from "@/lib/base/errors/errors";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { isChange, type Edit, type LinkEdit, type Planned } from "@/lib/store/records/edit";
import { planEdits, planLocked } from "@/lib/store/records/plan-edits";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import { linksFields } from "@/lib/store/sql/fragments";
import { linksOf } from "@/lib/store/sql/links";
import { matchingIds } from "@/lib/store/sql/list-records";
import type { BulkRequest, ListChange } from "./bulk-request";

/** Timeout of a bulk change in milliseconds; ten thousand records take a few seconds. */
const TIMEOUT_MS = 60_000;

/** @throws AppError validation_failed where more records match than may be changed at once */
async function idsOf({ connection }: Context, definition: AnyDefinition, request: BulkRequest): Promise<number[]> {
  const { selection, lists } = request;
  const ids =
    "ids" in selection
      ? selection.ids
      : await matchingIds(connection, definition, selection.query, BULK_MAX_RECORDS + 1);
  const named = lists.reduce((count, { add, remove, sets }) => {
    return count + add.length + remove.length + sets.reduce((sum, { ids: links }) => sum + (links?.length ?? 0), 0);
  }, 0);
  const exceedsLimit = ids.length > BULK_MAX_RECORDS || ids.length * named > BULK_MAX_NAMED;
  if (exceedsLimit) throw invalid({ ["ids" in selection ? "ids" : "query"]: ["max"] });
  return ids;
}

/** The links of records in the lists of a bulk change that writes to all current links: by list and record. */
type LinksByRecord = ReadonlyMap<ListChange, Awaited<ReturnType<typeof linksOf>>>;

/**
 * Reads the links of records where a bulk change writes to all current links of a list.
 * @throws AppError validation_failed where there are more of them than may be changed at once
 */
async function currentLinks({ connection }: Context, request: BulkRequest, ids: readonly number[]) {
  const current = new Map<ListChange, Awaited<ReturnType<typeof linksOf>>>();
  let count = 0;
  for (const list of request.lists) {
    if (!list.links || list.sets.every((change) => change.ids)) continue;
    const found = await linksOf(connection, list.links, ids);
    for (const links of found.values()) count += links.size;
    current.set(list, found);
  }
  if (count > BULK_MAX_NAMED) throw invalid({ ["ids" in request.selection ? "ids" : "query"]: ["max"] });
  return current;
}

/** Returns the ids of the links that a record will have after a change, if their periods include today. */
function currentAfter(
  { add, remove }: ListChange,
  sides: LinkList,
  only: readonly number[] | undefined,
  links: ReadonlyMap<number, AnyRow>,
) {
  const today = dayOf(new Date());
  const currentIds = [...links].filter(([id, values]) => {
    return (only?.includes(id) ?? true) && linkStateOn(sides.relation, values, today) === "current";
  });
  const added = [...(only ?? []), ...add].filter((id) => !links.has(id));
  return [...currentIds.map(([id]) => id), ...added].filter((id) => !remove.includes(id));
}

/** Returns the values that a change writes to the links of one record in a list. */
function setsOf(
  definition: AnyDefinition,
  request: BulkRequest,
  list: ListChange,
  links: ReadonlyMap<number, AnyRow> = new Map(),
): Pick<LinkEdit, "set" | "errorPrefix"> {
  const { links: sides, sets } = list;
  const [first] = sets;
  if (!sides || !first) return {};
  const [field] = linksFields(definition).find(([, { storage }]) => storage.list === sides.list) ?? [""];
  const only = request.set[field] as readonly number[] | undefined;
  const set = new Map<number, AnyRow>();
  for (const { ids, values } of sets) {
    for (const other of ids ?? currentAfter(list, sides, only, links)) set.set(other, { ...set.get(other), ...values });
  }
  return { set, errorPrefix: first.errorPrefix };
}

/**
 * Returns the edit of one record: sets `set` first, then adds to lists, then removes from them, then
 * writes the values of links.
 */
function editOf(definition: AnyDefinition, request: BulkRequest, id: number, current: LinksByRecord): Edit {
  const { set, lists, isDelete } = request;
  if (isDelete) return { id, remove: true };
  const entryLists = lists.filter(({ links }) => !links);
  const links = lists.flatMap((list): LinkEdit[] => {
    const { links: sides, add, remove } = list;
    return sides ? [{ sides, add, remove, ...setsOf(definition, request, list, current.get(list)?.get(id)) }] : [];
  });
  if (entryLists.length === 0) return { id, set, links };
  const valuesOf = (stored: AnyRow) => {
    const values: Record<string, unknown> = { ...set };
    for (const { name, add, remove } of entryLists) {
      const before = (values[name] ?? stored[name] ?? []) as number[];
      values[name] = [...new Set([...before, ...add])].filter((entry) => !remove.includes(entry));
    }
    return values;
  };
  return { id, set: valuesOf, links };
}

function resultOf(definition: AnyDefinition, { locale }: Context, { plans, refusals }: Planned): BulkResult {
  const changed = plans.filter(isChange).length;
  const refused = refusals.map(({ edit, stored, error }): BulkRefused => {
    const id = Number(edit.id);
    const label = stored ? definition.label(stored.values, locale) : `#${id}`;
    const { errors } = error.details;
    return stored && errors ? { id, label, errors } : { id, label, message: stored ? error.code : "data_not_found" };
  });
  return { matched: plans.length + refused.length, changed, same: plans.length - changed, refused, batch: null };
}

/** Previews a bulk change: writes nothing and takes no locks. */
async function preview(context: Context, definition: AnyDefinition, request: BulkRequest): Promise<BulkResult> {
  const ids = await idsOf(context, definition, request);
  const current = await currentLinks(context, request, ids);
  const edits = ids.map((id) => editOf(definition, request, id, current));
  return resultOf(definition, context, await planEdits(context, definition, edits));
}

async function write(unit: Context<Transaction>, definition: AnyDefinition, request: BulkRequest): Promise<BulkResult> {
  const ids = await idsOf(unit, definition, request);
  const current = await currentLinks(unit, request, ids);
  const edits = ids.map((id) => editOf(definition, request, id, current));
  const planned = await planLocked(unit, definition, edits);
  await applyPlans(unit, definition, planned.plans);
  return resultOf(definition, unit, planned);
}

/**
 * Changes many records in the same way, each by the rules of its form, or deletes them. Writes all
 * changes that are not refused in one transaction (decision 0010).
 * @throws AppError validation_failed where more records match than may be changed at once;
 * forbidden or unauthenticated, also where the account has lost its rights before the commit
 */
export async function changeMany(
  context: Context,
  definition: AnyDefinition,
  request: BulkRequest,
): Promise<BulkResult> {
  if (request.isPreview) return preview(context, definition, request);
  const batch = randomUUID();
  return inRetriedTransaction(
    { ...context, batch },
    async (unit) => {
      const result = await write(unit, definition, request);
      await recheckPermission(unit, "write", definition.name);
      return { ...result, batch: result.changed > 0 ? batch : null };
    },
    TIMEOUT_MS,
  );
}
