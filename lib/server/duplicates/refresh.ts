import { setImmediate } from "node:timers/promises";
import { ALIKE_FROM, type Known } from "../../alike/alike";
import type { AnyDefinition } from "../../records/kinds/define";
import { inBoundedTime, inTransaction, jobContext } from "../database/transaction";
import { db, type Connection } from "../database/client";
import { env } from "../config/env";
import { unlessFull } from "../errors/errors";
import { forEachInTime, inTime } from "../web/timeout";
import { thenReadPrimary } from "../database/read-routing";
import * as store from "./duplicates-sql";
import { Candidates, MOST_SHARING } from "./candidates";
import { alikeOf, readValues, storedKeys } from "./read-names";

/* Which records are alike is worked out when somebody asks, of those that are new or have changed: usually of none. */

/** So many records are read at once. */
const PART = 2_000;
/** So many are compared at once, and so few that each key is looked up by itself. */
const [MANY, FEW] = [20_000, 100];
/** What was found of so many records is kept by one statement. */
const KEPT_AT_ONCE = 2_000;
/** Longest that one statement may take which walks through all records of a kind. */
const WALK_PATIENCE = 60_000;

/** Reads the names of what waits for it. */
async function readAll(connection: Connection, definition: AnyDefinition): Promise<void> {
  const alike = alikeOf(definition);
  for (let after = 0; ;) {
    const found = await store.unreadRecords(connection, definition, alike, { after, most: PART });
    if (found.length === 0) return;
    const records = found.map(({ id, revision, ...values }): store.ReadRecord => {
      const known = readValues(definition, values);
      return { id, revision, known, keys: storedKeys(definition, known) };
    });
    await store.keepRead(connection, definition, records);
    if (found.length < PART) return;
    after = found.at(-1)?.id ?? after;
    await setImmediate();
  }
}

type Kept = { revision: number; known: Known };

/** A pair, and of which record it was found. */
type FoundPair = store.Pair & { found: number };

/** Compares two of many at a time, and lets others have their turn. */
async function pairsAmong(
  candidates: Candidates,
  wanted: ReadonlyMap<number, ReadonlySet<number>>,
  kept: ReadonlyMap<number, Kept>,
): Promise<FoundPair[]> {
  const pairs: FoundPair[] = [];
  await forEachInTime(wanted, Infinity, ([id, others]) => {
    const one = kept.get(id);
    for (const other of one ? others : []) {
      const another = kept.get(other);
      // Of two that are compared now, the first one looks.
      if (!one || !another || (other < id && wanted.has(other))) continue;
      const { score, reasons } = candidates.compare(one.known, another.known);
      if (score < ALIKE_FROM || reasons.length === 0) continue;
      pairs.push({ found: id, a: Math.min(id, other), b: Math.max(id, other), score, reasons });
    }
  });
  return pairs;
}

/**
 * Compares some records with all others, and keeps who is alike whom.
 * @returns how many others have to be compared anew because of that
 */
async function compare(connection: Connection, definition: AnyDefinition, ids: readonly number[]): Promise<number> {
  const keys = await store.keysOfRecords(connection, definition, ids);
  const sharing =
    ids.length <= FEW
      ? await store.sharingFew(connection, [...new Set(keys.flatMap((one) => one.keys))], MOST_SHARING)
      : await inBoundedTime(
          jobContext(),
          (walking) => store.sharingMany(walking, definition, ids, MOST_SHARING),
          WALK_PATIENCE,
        );
  const candidates = new Candidates(definition, sharing);
  const wanted = new Map(keys.map((one) => [one.id, candidates.of(one.keys, one.id)]));
  const all = [...new Set([...wanted.keys(), ...[...wanted.values()].flatMap((others) => [...others])])];
  const stored = await store.keptRecords(connection, definition, all);
  const kept = new Map(stored.map(({ id, revision, known }) => [id, { revision, known: known as Known }]));
  // Of two that wait the one looks whose turn comes last.
  const later = new Set(await store.waitingAmong(connection, definition, all));
  for (const others of wanted.values()) {
    for (const other of others) if (later.has(other) && !wanted.has(other)) others.delete(other);
  }
  const pairs = await pairsAmong(candidates, wanted, kept);
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
  for (let at = 0; at < ids.length; at += KEPT_AT_ONCE) {
    const compared = ids.slice(at, at + KEPT_AT_ONCE);
    const these = new Set(compared);
    const theirs = pairs.filter(({ found }) => these.has(found));
    await store.keepPairs(connection, definition, { pairs: theirs, compared, revisions });
  }
  const hosts = candidates.hostsOfMany(new Set(keys.flatMap((one) => one.keys)));
  return hosts.length > 0 ? store.compareAnew(connection, definition, hosts) : 0;
}

/** Compares what waits for it. @returns how many others wait again because of that */
async function compareWaiting(connection: Connection, definition: AnyDefinition): Promise<number> {
  let again = 0;
  for (let after = 0; ;) {
    const ids = await store.recordsToCompare(connection, definition, { after, most: MANY });
    if (ids.length > 0) again += await compare(connection, definition, ids);
    if (ids.length < MANY) return again;
    after = ids.at(-1) ?? after;
  }
}

async function compareTwice(definition: AnyDefinition): Promise<true> {
  const again = await compareWaiting(db(), definition);
  if (again > 0) await compareWaiting(db(), definition);
  return true;
}

/** Longest that a kind's records may be compared in one go. */
const COMPARING_PATIENCE = 900_000;

/**
 * Compares all that waits for it. One instance at a time: each leaves a pair to the turn of the other record where that still
 * waits, and what stands in the way of writing is a change of a record, which is compared after it.
 * @returns whether it was this instance's turn, for which the connection that takes it must not be the only one
 */
const compareAll = (definition: AnyDefinition): Promise<boolean> =>
  env().DATABASE_POOL_SIZE < 2
    ? compareTwice(definition)
    : inTransaction(
        jobContext(),
        async ({ connection }) => {
          if (!(await store.takeTurn(connection, definition))) return false;
          return compareTwice(definition);
        },
        COMPARING_PATIENCE,
      );

type Step = "read" | "compare";

/** Whoever asks while it is being worked out waits for the same work. */
const running = new Map<string, Promise<boolean>>();

async function workOut(definition: AnyDefinition, step: Step): Promise<boolean> {
  await readAll(db(), definition);
  if (step === "read") return true;
  // Usually there is nothing to compare, and no turn to take.
  const isNone = (await store.countWaiting(db(), definition)) === 0;
  return isNone || compareAll(definition);
}

async function bringUpToDate(definition: AnyDefinition, step: Step): Promise<boolean> {
  const name = `${definition.apiPath} ${step}`;
  // What changed while others' work was under way is found by one more look.
  await running.get(name)?.catch(() => undefined);
  const work =
    running.get(name) ??
    workOut(definition, step).finally(() => {
      running.delete(name);
    });
  running.set(name, work);
  return work;
}

/** So long somebody waits who asks; what takes longer goes on without him. */
export const PATIENCE = { read: 2_000, compare: 8_000 } as const;

/**
 * Reads the names of what is new or has changed, or compares it with all others, too. Whoever reads what is alike calls this before.
 * @param patience most milliseconds that it may take; the work goes on after that
 * @returns whether it is done
 */
export async function keepAlike(
  { connection }: { connection: Connection },
  definition: AnyDefinition,
  step: Step,
  patience: number = PATIENCE[step],
): Promise<boolean> {
  let isDone = false;
  await thenReadPrimary(connection, async () => {
    const done = bringUpToDate(definition, step);
    // Who does not wait for its end is not told of its failure either.
    done.catch(() => undefined);
    // Where there is no room to keep it, what was kept is shown.
    const waited = inTime(done, patience, false).then((isWhole) => {
      isDone = isWhole;
    });
    await unlessFull(waited);
  });
  return isDone;
}
