import { ALIKE_FROM, type Known } from "../../alike/alike";
import type { DuplicatePair, SimilarRecord } from "../../records/alike";
import type { AnyDefinition, AnyRow } from "../../records/define";
import { inTransaction, type Context } from "../context";
import { AppError } from "../errors";
import { readLong } from "../find-records";
import { demand } from "../permissions";
import * as store from "../store/alike";
import { Candidates, MOST_SHARING } from "./candidates";
import { keepAlike } from "./keep-alike";
import { readValues, storedKeys } from "./read-names";

/* Which records are alike (contract §12), for all that asks: pages, API, the preview of an import. */

/** So many records are told that are alike one. */
const MOST_SIMILAR = 5;

type Likeness = Omit<SimilarRecord, "label" | "detail">;

/** The surest first; of equals the older one. */
const bySureness = (one: Likeness, other: Likeness) => other.score - one.score || one.id - other.id;

function likest(
  candidates: Candidates,
  known: Known,
  keys: readonly string[],
  kept: ReadonlyMap<number, Known>,
  except?: number,
) {
  const found: Likeness[] = [];
  for (const id of candidates.of(keys, except)) {
    const other = kept.get(id);
    if (!other) continue;
    const likeness = candidates.compare(known, other);
    if (likeness.score >= ALIKE_FROM && likeness.reasons.length > 0) found.push({ id, ...likeness });
  }
  return found.sort(bySureness).slice(0, MOST_SIMILAR);
}

/**
 * For each of many sets of values, such as the rows of a table, the records that they may be: at most five, the surest first. A few
 * statements for all of them.
 * @param rows values by field; what a record is not compared by says nothing
 * @param options `except`: a record that is not meant, because the values are its own
 */
export async function findSimilarToMany(
  context: Context,
  definition: AnyDefinition,
  rows: readonly AnyRow[],
  { except }: { except?: number } = {},
): Promise<SimilarRecord[][]> {
  await keepAlike(context, definition, "read");
  const wanted = rows.map((values) => {
    const known = readValues(definition, values);
    return { known, keys: storedKeys(definition, known) };
  });
  return readLong(context, async (connection) => {
    const keys = [...new Set(wanted.flatMap((row) => row.keys))];
    if (keys.length === 0) return rows.map(() => []);
    const candidates = new Candidates(definition, await store.sharingFew(connection, keys, MOST_SHARING));
    const ids = [...candidates.of(keys, except)];
    const kept = new Map(
      (await store.keptRecords(connection, definition, ids)).map(({ id, known }) => [id, known as Known]),
    );
    const found = wanted.map((row) => likest(candidates, row.known, row.keys, kept, except));
    const named = await namesOf(
      context,
      definition,
      found.flat().map(({ id }) => id),
      connection,
    );
    return found.map((likes) =>
      likes.flatMap(({ id, ...likeness }) => {
        const name = named.get(id);
        return name ? [{ ...name, ...likeness }] : [];
      }),
    );
  });
}

/**
 * The records that some values may be: at most five, the surest first.
 * @param options `except`: the record that has these values itself
 */
export async function findSimilar(
  context: Context,
  definition: AnyDefinition,
  values: AnyRow,
  options: { except?: number } = {},
): Promise<SimilarRecord[]> {
  const [found = []] = await findSimilarToMany(context, definition, [values], options);
  return found;
}

async function namesOf(
  { locale }: Context,
  definition: AnyDefinition,
  ids: readonly number[],
  connection: Context["connection"],
) {
  if (ids.length === 0) return new Map<number, store.Named>();
  const named = await store.namedRecords(connection, definition, [...new Set(ids)], locale);
  return new Map(named.map((one) => [one.id, one]));
}

/** Pairs that may be one, and whether all records have been compared: after an import of very many it takes a while. */
export type FoundDuplicates = { rows: DuplicatePair[]; total: number; waiting: number };

/** A page of the pairs of a kind that may be one and that nobody has dismissed, the surest first. */
export async function findDuplicates(
  context: Context,
  definition: AnyDefinition,
  page: { pageNo: number; pageSize: number },
): Promise<FoundDuplicates> {
  const isDone = await keepAlike(context, definition, "compare");
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
    const rows = pairs.flatMap(({ a, b, score, reasons }) => {
      const [one, other] = [named.get(a), named.get(b)];
      return one && other ? [{ a: one, b: other, score: rounded(score), reasons: [...reasons] }] : [];
    });
    return { rows, total, waiting };
  });
}

const rounded = (score: number) => Math.round(score * 1_000) / 1_000;

/** How many pairs of a kind may be one, and how many records are still to be compared. */
export async function countDuplicates(
  context: Context,
  definition: AnyDefinition,
): Promise<Pick<FoundDuplicates, "total" | "waiting">> {
  const isDone = await keepAlike(context, definition, "compare");
  return readLong(context, async (connection) => ({
    total: await store.countPairs(connection, definition),
    waiting: isDone ? 0 : await store.countWaiting(connection, definition),
  }));
}

/** Two records by their ids, the smaller one first. */
export type PairOfIds = readonly [number, number];

/**
 * Says that two records are not one.
 * @throws AppError data_not_found, or already_exists where it has been said
 */
export async function dismissPair(context: Context, definition: AnyDefinition, ids: PairOfIds): Promise<void> {
  demand(context.actor, "write", definition.name);
  await inTransaction(context, async ({ connection, actor }) => {
    const isNews = await store.insertDismissal(connection, definition, ids, actor?.id ?? null);
    if (isNews === null) throw new AppError("data_not_found");
    if (!isNews) throw new AppError("already_exists");
  });
}

/**
 * Takes back that two records are not one.
 * @throws AppError data_not_found where nobody has said it
 */
export async function recallPair(context: Context, definition: AnyDefinition, ids: PairOfIds): Promise<void> {
  demand(context.actor, "write", definition.name);
  if (!(await store.deleteDismissal(context.connection, definition, ids))) throw new AppError("data_not_found");
}
