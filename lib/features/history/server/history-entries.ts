import { groupBy } from "@/lib/model/pure/group-by";
import type { BatchSummary, HistoryEntry } from "../history-answers";
import { ENTRY_MAX_CHANGES, findMainFact, summaryOf, type BatchFact } from "../history-entry";
import type { EntriesQuery } from "../history-query";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { asChange, asksForOther, refuseHidden, historyScope } from "./history";
import { revertibleAmong } from "./revertible";
import { involvesRecord, type HistoryScope, type StoredChange } from "./stored-changes";
import {
  batchesOf,
  batchFacts,
  changesById,
  newestOfBatches,
  sharesInBatches,
  storedHistoryEntries,
} from "./stored-entries";

const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];

/** Groups rows by their batch, leaving out those without one. */
const byBatch = <Row extends { batch: string | null }>(rows: readonly Row[]) =>
  groupBy(
    rows.filter((row): row is Row & { batch: string } => row.batch !== null),
    ({ batch }) => batch,
  );

type ByBatch<Value> = ReadonlyMap<string, Value>;

/** Returns the batches that batches revert, by the change that the newest change of each reverts. */
async function revertedBatches(connection: Connection, newest: ByBatch<readonly StoredChange[]>) {
  const reverting = [...newest].flatMap(([batch, [change]]) =>
    change?.reverts ? [{ batch, change_id: change.reverts }] : [],
  );
  const ids = reverting.map(({ change_id }) => change_id);
  const found = ids.length > 0 ? await batchesOf(connection, ids) : [];
  const batches = new Map(found.map(({ change_id, batch }) => [change_id, batch]));
  return new Map(reverting.map(({ batch, change_id }) => [batch, batches.get(change_id)]));
}

/** Reads what an entry says about each batch, and about the share that a record has in it. */
async function readBatches(
  connection: Connection,
  batches: readonly string[],
  { kind, id }: EntriesQuery,
  scope: HistoryScope,
) {
  const record = kind !== undefined && id !== undefined ? { kind, id } : null;
  const [newest, shares, ofRecord] = await Promise.all([
    newestOfBatches(connection, batches, scope).then(byBatch),
    record ? sharesInBatches(connection, batches, scope, record) : [],
    record ? newestOfBatches(connection, batches, scope, involvesRecord(record.kind, record.id)).then(byBatch) : null,
  ]);
  const reverted = await revertedBatches(connection, newest);
  const batchIds = unique([...batches, ...[...reverted.values()].filter((batch) => batch !== undefined)]);
  const facts = byBatch<BatchFact & { batch: string }>(await batchFacts(connection, batchIds, scope));
  return { newest, shares: new Map(shares.map((share) => [share.batch, share])), ofRecord, reverted, facts };
}

/**
 * Lists a page of the history with one entry for each batch, newest first (contract §8).
 * @returns the entries, and the id of the change after which the next page begins
 * @throws AppError forbidden, like `refuseHidden`
 */
export async function listHistoryEntries(
  context: Context,
  query: EntriesQuery,
): Promise<{ entries: HistoryEntry[]; next: number | null }> {
  refuseHidden(context, query, asksForOther(context, query));
  const { connection } = context;
  const scope = historyScope(context);
  const { kinds } = scope;
  const found = await storedHistoryEntries(connection, query, scope);
  const entryChanges = found.slice(0, query.pageSize);
  const next = found.length > entryChanges.length ? (entryChanges.at(-1)?.change_id ?? null) : null;
  const batches = unique(entryChanges.flatMap(({ batch }) => batch ?? []));
  const batchData = await readBatches(connection, batches, query, scope);

  // The change that says most, unless the query asks for changes of another kind.
  const isFiltered = query.kind !== undefined || query.action !== undefined;
  function mainId({ batch, change_id }: StoredChange): number {
    const share = batch === null ? undefined : batchData.shares.get(batch);
    if (share) return share.main;
    const fact = batch === null || isFiltered ? undefined : findMainFact(batchData.facts.get(batch) ?? []);
    return fact?.last ?? change_id;
  }
  const listed = [
    ...entryChanges,
    ...[batchData.newest, batchData.ofRecord ?? []].flatMap((groups) => [...groups].flatMap(([, all]) => all)),
  ];
  const known = new Map(listed.map((change) => [change.change_id, change]));
  const missing = unique(entryChanges.map(mainId).filter((change_id) => !known.has(change_id)));
  for (const change of missing.length > 0 ? await changesById(connection, missing) : []) {
    known.set(change.change_id, change);
  }
  const revertible = await revertibleAmong(connection, [...known.values()]);
  const toChange = (change: StoredChange) => asChange(change, revertible.has(change.change_id));

  function batchOf(batch: string): HistoryEntry["batch"] {
    const facts = batchData.facts.get(batch) ?? [];
    const count = facts.reduce((sum, { changes }) => sum + changes, 0);
    if (count < 2) return null;
    const own = batchData.shares.get(batch)?.changes ?? count;
    const newest = batchData.newest.get(batch) ?? [];
    const changes = (batchData.ofRecord ?? batchData.newest).get(batch) ?? [];
    const reverts = batchData.facts.get(batchData.reverted.get(batch) ?? "");
    const isRevertible = newest.some(({ change_id }) => revertible.has(change_id));
    return {
      count,
      own,
      changes: own > ENTRY_MAX_CHANGES ? [] : changes.filter(({ kind }) => kinds.includes(kind)).map(toChange),
      revertible: isRevertible && newest.every(({ kind }) => kinds.includes(kind)),
      reverted: !isRevertible && newest.some(({ is_reverted }) => is_reverted),
      summary: summaryOf(facts),
      reverts: reverts ? summaryOf(reverts) : null,
    };
  }
  const entries = entryChanges.map((entryChange): HistoryEntry => {
    const change = toChange(known.get(mainId(entryChange)) ?? entryChange);
    return { change, batch: entryChange.batch === null ? null : batchOf(entryChange.batch) };
  });
  return { entries, next };
}

/** Returns the summary of a batch; null if it has no changes that the account may see. */
export async function findBatchSummary(context: Context, batch: string): Promise<BatchSummary | null> {
  const facts = await batchFacts(context.connection, [batch], historyScope(context));
  return facts.length > 0 ? summaryOf(facts) : null;
}
