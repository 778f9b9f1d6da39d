import { randomUUID } from "node:crypto";
import { BULK_MAX_NAMED, BULK_MAX_RECORDS } from "../../limits";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldErrors } from "../../records/lists/list-query";
import { recheckPermission } from "../auth/recheck-permission";
import { inTransaction, type Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { invalid, type ErrorCode } from "../errors/errors";
import { applyPlans } from "../records/apply-plans";
import { isChange, type Edit, type Planned } from "../records/edit";
import { planEdits, planLocked } from "../records/plan-edits";
import { matchingIds } from "../records/sql/list-records";
import type { BulkRequest } from "./bulk-request";

/** A record that a bulk change leaves as it is, with the reason. */
type Refused = { id: number; label: string } & ({ message: ErrorCode } | { errors: FieldErrors });

/** The result or the preview of a bulk change (contract §10). */
export type BulkResult = {
  matched: number;
  changed: number;
  same: number;
  refused: Refused[];
  /** The batch in the history, by which all changes can be reverted; null if nothing changed. */
  batch: string | null;
};

/** Timeout of a bulk change in milliseconds; ten thousand records take a few seconds. */
const TIMEOUT_MS = 60_000;

/** @throws AppError validation_failed where more records match than may be changed at once */
async function idsOf({ connection }: Context, definition: AnyDefinition, request: BulkRequest): Promise<number[]> {
  const { which, lists } = request;
  const ids = "ids" in which ? which.ids : await matchingIds(connection, definition, which.query, BULK_MAX_RECORDS + 1);
  const named = lists.reduce((count, { add, remove }) => count + add.length + remove.length, 0);
  const isTooMuch = ids.length > BULK_MAX_RECORDS || ids.length * named > BULK_MAX_NAMED;
  if (isTooMuch) throw invalid({ ["ids" in which ? "ids" : "query"]: ["max"] });
  return ids;
}

/** Returns the edit of one record: sets `set` first, then adds to lists, then removes from them. */
function editOf({ set, lists, isDelete }: BulkRequest, id: number): Edit {
  if (isDelete) return { id, remove: true };
  const entryLists = lists.filter(({ links }) => !links);
  const links = lists.flatMap(({ links: sides, add, remove }) => (sides ? [{ sides, add, remove }] : []));
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
  const refused = refusals.map(({ edit, stored, error }): Refused => {
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
  const edits = ids.map((id) => editOf(request, id));
  return resultOf(definition, context, await planEdits(context, definition, edits));
}

async function write(unit: Context<Transaction>, definition: AnyDefinition, request: BulkRequest): Promise<BulkResult> {
  const ids = await idsOf(unit, definition, request);
  const edits = ids.map((id) => editOf(request, id));
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
  return inTransaction(
    { ...context, batch },
    async (unit) => {
      const result = await write(unit, definition, request);
      await recheckPermission(unit, "write", definition.name);
      return { ...result, batch: result.changed > 0 ? batch : null };
    },
    TIMEOUT_MS,
  );
}
