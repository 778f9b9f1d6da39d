import { randomUUID } from "node:crypto";
import { BULK_MAX_NAMED, BULK_MAX_RECORDS } from "../../limits";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldErrors } from "../../records/lists/list-query";
import { recheckPermission } from "../auth/recheck-permission";
import { inTransaction, type Context } from "../database/transaction";
import { deleteThoseThatCan, planDeletes, type PlannedDeletes } from "../records/delete-records";
import type { Transaction } from "../database/client";
import { invalid, type ErrorCode } from "../errors/errors";
import { authorize } from "../access/permissions";
import { lockRecords, matchingIds } from "../records/sql/many-records";
import type { BulkRequest } from "./bulk-request";
import { isChange, planSaves, writePlans, type Planned, type Wanted } from "../records/save-many";

/** A record that stays as it is, and why. */
type Refused = { id: number; label: string } & ({ message: ErrorCode } | { errors: FieldErrors });

/** What came of a bulk change, or would come of it (contract §10). */
export type BulkResult = {
  matched: number;
  changed: number;
  same: number;
  refused: Refused[];
  /** Under which the history keeps it, to be undone as one; null where nothing was changed. */
  batch: string | null;
};

/** Longest that a bulk change may take, in milliseconds; ten thousand records take a few seconds. */
const TIMEOUT_MS = 60_000;

/** @throws AppError validation_failed where that is more than may be done at once */
async function idsOf({ connection }: Context, definition: AnyDefinition, request: BulkRequest): Promise<number[]> {
  const { which, lists } = request;
  const ids = "ids" in which ? which.ids : await matchingIds(connection, definition, which.query, BULK_MAX_RECORDS + 1);
  const named = lists.reduce((count, { add, remove }) => count + add.length + remove.length, 0);
  const isTooMuch = ids.length > BULK_MAX_RECORDS || ids.length * named > BULK_MAX_NAMED;
  if (isTooMuch) throw invalid({ ["ids" in which ? "ids" : "query"]: ["max"] });
  return ids;
}

/** What is asked of one record: `set` first, then what comes, then what goes. */
function wantedOf({ set, lists }: BulkRequest, id: number, stored: AnyRow): Wanted {
  const body: Record<string, unknown> = { ...set };
  for (const { name, links, add, remove } of lists) {
    if (links) continue;
    const before = (body[name] ?? stored[name] ?? []) as number[];
    body[name] = [...new Set([...before, ...add])].filter((entry) => !remove.includes(entry));
  }
  const links = lists.flatMap(({ links: sides, add, remove }) => (sides ? [{ sides, add, remove }] : []));
  return { id, body, links };
}

const plan = ({ connection }: Context, definition: AnyDefinition, request: BulkRequest, ids: readonly number[]) =>
  planSaves(connection, definition, ids, (id, stored) => wantedOf(request, id, stored));

function resultOf(definition: AnyDefinition, { locale }: Context, { plans, refusals }: Planned): BulkResult {
  const changed = plans.filter(isChange).length;
  const refused = refusals.map(({ id, stored, errors }): Refused => {
    const label = stored ? definition.label(stored.values, locale) : `#${id}`;
    return errors ? { id, label, errors } : { id, label, message: "data_not_found" };
  });
  return {
    matched: plans.length + refused.length,
    changed,
    same: plans.length - changed,
    refused,
    batch: null,
  };
}

function ofDeletes(
  { inUse, label }: AnyDefinition,
  { locale }: Context,
  ids: readonly number[],
  { stored, held, going }: PlannedDeletes,
): BulkResult {
  const refused = ids.flatMap((id): Refused[] => {
    const record = stored.get(id);
    if (!record) return [{ id, label: `#${id}`, message: "data_not_found" }];
    return inUse && held.has(id) ? [{ id, label: label(record.values, locale), message: inUse }] : [];
  });
  return { matched: ids.length, changed: going.length, same: 0, refused, batch: null };
}

/** What would come of a bulk change; writes nothing and holds nobody up. */
async function preview(context: Context, definition: AnyDefinition, request: BulkRequest): Promise<BulkResult> {
  const { connection } = context;
  const ids = await idsOf(context, definition, request);
  if (request.isDelete) return ofDeletes(definition, context, ids, await planDeletes(connection, definition, ids));
  return resultOf(definition, context, await plan(context, definition, request, ids));
}

async function write(unit: Context<Transaction>, definition: AnyDefinition, request: BulkRequest): Promise<BulkResult> {
  const ids = await idsOf(unit, definition, request);
  if (request.isDelete) return ofDeletes(definition, unit, ids, await deleteThoseThatCan(unit, definition, ids));
  await lockRecords(unit.connection, definition, ids);
  const planned = await plan(unit, definition, request, ids);
  await writePlans(unit, definition, planned.plans);
  return resultOf(definition, unit, planned);
}

/**
 * Changes many records alike, each by the rules of its form, or deletes them. One transaction: all that is not refused is
 * written, or nothing, also where the server dies meanwhile (decision 0010).
 * @throws AppError validation_failed where more records match than may be changed at once; forbidden or unauthenticated, also
 * where the account has lost its rights by the time all is written
 */
export async function changeMany(
  context: Context,
  definition: AnyDefinition,
  request: BulkRequest,
): Promise<BulkResult> {
  authorize(context.actor, "write", definition.name);
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
