import type { DuplicatePair } from "../duplicate-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError } from "@/lib/base/errors/errors";
import { readLong } from "@/lib/store/records/find-records";
import { authorize } from "@/lib/base/access/permissions";
import * as store from "./duplicates-sql";
import { namesOf } from "./find-similar";
import { refreshDuplicates } from "./refresh";

/*
 * Pairs of likely duplicates (contract §12). `find-similar.ts` finds duplicates of values that are
 * not stored.
 */

/**
 * A page of likely duplicates; `waiting` is the number of records that are still to be compared,
 * which takes a while after a large import.
 */
export type FoundDuplicates = { rows: DuplicatePair[]; total: number; waiting: number };

/**
 * Lists a page of a kind's pairs of likely duplicates, without dismissed pairs, highest score
 * first.
 */
export async function findDuplicates(
  context: Context,
  definition: AnyDefinition,
  page: { pageNo: number; pageSize: number },
): Promise<FoundDuplicates> {
  const isDone = await refreshDuplicates(context, definition, "compare");
  return readLong(context, async (connection) => {
    const pairs = await store.listPairs(connection, definition, page);
    const total = await store.countPairs(connection, definition);
    const waiting = isDone ? 0 : await store.countWaiting(connection, definition);
    const named = await namesOf(
      context,
      definition,
      pairs.flatMap(({ a, b }) => [a, b]),
      connection,
    );
    const rows = pairs.flatMap(({ a, b, score, ...likeness }) => {
      const [one, other] = [named.get(a), named.get(b)];
      return one && other ? [{ a: one, b: other, score: rounded(score), ...likeness }] : [];
    });
    return { rows, total, waiting };
  });
}

const rounded = (score: number) => Math.round(score * 1_000) / 1_000;

/** Counts a kind's pairs of likely duplicates, and the records that are still to be compared. */
export async function countDuplicates(
  context: Context,
  definition: AnyDefinition,
): Promise<Pick<FoundDuplicates, "total" | "waiting">> {
  const isDone = await refreshDuplicates(context, definition, "compare");
  return readLong(context, async (connection) => ({
    total: await store.countPairs(connection, definition),
    waiting: isDone ? 0 : await store.countWaiting(connection, definition),
  }));
}

/** Two records by their ids, the smaller one first. */
export type PairOfIds = readonly [number, number];

/**
 * Dismisses a pair.
 * @throws AppError data_not_found; already_exists where the pair is dismissed already
 */
export async function dismissPair(context: Context, definition: AnyDefinition, ids: PairOfIds): Promise<void> {
  authorize(context.actor, "write", definition.name);
  await inTransaction(context, async ({ connection, actor }) => {
    const isNew = await store.insertDismissal(connection, definition, ids, actor?.id ?? null);
    if (isNew === null) throw new AppError("data_not_found");
    if (!isNew) throw new AppError("already_exists");
  });
}

/**
 * Withdraws the dismissal of a pair.
 * @throws AppError data_not_found where the pair is not dismissed
 */
export async function recallPair(context: Context, definition: AnyDefinition, ids: PairOfIds): Promise<void> {
  authorize(context.actor, "write", definition.name);
  if (!(await store.deleteDismissal(context.connection, definition, ids))) throw new AppError("data_not_found");
}
