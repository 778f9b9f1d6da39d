import { setImmediate } from "node:timers/promises";
import { DUPLICATE_THRESHOLD, type MatchValues } from "../record-matching/score-records";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { inBoundedTime, inTransaction, jobContext } from "@/lib/store/database/transaction";
import { db, type Connection } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { ignoreDiskFull } from "@/lib/base/errors/errors";
import { mapYielding, withTimeout } from "@/lib/base/web/timeout";
import { onPrimaryThenStick } from "@/lib/store/database/replicas/read-routing";
import * as store from "./duplicates-sql";
import { Candidates, MAX_SHARING } from "./candidates";
import { duplicateFieldsOf, findPlaceNames, readValues, storedKeys } from "./normalize-names";

/*
 * Duplicate pairs are refreshed lazily on read, for new and changed records only. Usually there are
 * no such records.
 */

/** The number of records parsed in one batch. */
const READ_CHUNK = 2_000;
/**
 * Maximum number of records that are compared in one batch; and maximum size of a batch whose
 * blocking keys are looked up one by one in the index.
 */
const [COMPARE_CHUNK, SMALL_CHUNK] = [20_000, 100];
/** The number of records whose pairs are stored by one statement. */
const SAVE_CHUNK = 2_000;
/** Timeout in milliseconds of a statement that scans all records of a kind. */
const WALK_TIMEOUT_MS = 60_000;

/** Parses the names of all queued records. */
async function readAll(connection: Connection, definition: AnyDefinition): Promise<void> {
  const duplicateFields = duplicateFieldsOf(definition);
  for (let after = 0; ;) {
    const found = await store.unreadRecords(connection, definition, duplicateFields, { after, limit: READ_CHUNK });
    if (found.length === 0) return;
    const isPlace = await findPlaceNames(connection, definition, found);
    const records = found.map(({ id, revision, ...values }): store.NormalizedRecord => {
      const known = readValues(definition, values, isPlace);
      return { id, revision, known, keys: storedKeys(definition, known) };
    });
    await store.saveParsedNames(connection, definition, records);
    if (found.length < READ_CHUNK) return;
    after = found.at(-1)?.id ?? after;
    await setImmediate();
  }
}

type ParsedValues = { revision: number; known: MatchValues };

/** A pair, and the record whose comparison found it. */
type FoundPair = store.StoredPair & { comparedId: number };

/** Compares candidate pairs, yielding to the event loop. */
async function pairsAmong(
  candidates: Candidates,
  candidatesById: ReadonlyMap<number, ReadonlySet<number>>,
  parsedById: ReadonlyMap<number, ParsedValues>,
): Promise<FoundPair[]> {
  const pairs: FoundPair[] = [];
  await mapYielding(candidatesById, Infinity, ([id, others]) => {
    const one = parsedById.get(id);
    for (const other of one ? others : []) {
      const another = parsedById.get(other);
      // A pair of two records in this batch is compared only once: from the one with the smaller
      // id.
      if (!one || !another || (other < id && candidatesById.has(other))) continue;
      const likeness = candidates.compare(one.known, another.known);
      if (likeness.score < DUPLICATE_THRESHOLD || likeness.reasons.length === 0) continue;
      pairs.push({ comparedId: id, a: Math.min(id, other), b: Math.max(id, other), ...likeness });
    }
  });
  return pairs;
}

/**
 * Compares records with all others and stores the pairs.
 * @returns how many other records were queued again, because a host turned out to be widely shared
 */
async function compare(connection: Connection, definition: AnyDefinition, ids: readonly number[]): Promise<number> {
  const keys = await store.keysOfRecords(connection, definition, ids);
  const sharing =
    ids.length <= SMALL_CHUNK
      ? await store.keysSharedByFew(connection, [...new Set(keys.flatMap((one) => one.keys))], MAX_SHARING)
      : await inBoundedTime(
          jobContext(),
          (connectionForWalk) => store.keysSharedByMany(connectionForWalk, definition, ids, MAX_SHARING),
          WALK_TIMEOUT_MS,
        );
  const candidates = new Candidates(definition, sharing);
  const candidatesById = new Map(keys.map((one) => [one.id, candidates.of(one.keys, one.id)]));
  const all = [
    ...new Set([...candidatesById.keys(), ...[...candidatesById.values()].flatMap((others) => [...others])]),
  ];
  const stored = await store.parsedRecords(connection, definition, all);
  const parsedById = new Map(stored.map(({ id, revision, known }) => [id, { revision, known: known as MatchValues }]));
  // Skips pairs with a record that is queued for a later batch: that batch compares them.
  const queued = new Set(await store.waitingAmong(connection, definition, all));
  for (const others of candidatesById.values()) {
    for (const other of others) if (queued.has(other) && !candidatesById.has(other)) others.delete(other);
  }
  const pairs = await pairsAmong(candidates, candidatesById, parsedById);
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
  for (let at = 0; at < ids.length; at += SAVE_CHUNK) {
    const compared = ids.slice(at, at + SAVE_CHUNK);
    const comparedIds = new Set(compared);
    const chunkPairs = pairs.filter(({ comparedId }) => comparedIds.has(comparedId));
    await store.savePairs(connection, definition, { pairs: chunkPairs, compared, revisions });
  }
  const hosts = candidates.hostsOfMany(new Set(keys.flatMap((one) => one.keys)));
  return hosts.length > 0 ? store.replacePairs(connection, definition, hosts) : 0;
}

/**
 * Compares all queued records.
 * @returns how many records were queued again
 */
async function compareWaiting(connection: Connection, definition: AnyDefinition): Promise<number> {
  let replacedPairs = 0;
  for (let after = 0; ;) {
    const ids = await store.recordsToCompare(connection, definition, { after, limit: COMPARE_CHUNK });
    if (ids.length > 0) replacedPairs += await compare(connection, definition, ids);
    if (ids.length < COMPARE_CHUNK) return replacedPairs;
    after = ids.at(-1) ?? after;
  }
}

async function compareTwice(definition: AnyDefinition): Promise<true> {
  const replacedPairs = await compareWaiting(db(), definition);
  if (replacedPairs > 0) await compareWaiting(db(), definition);
  return true;
}

/** Timeout in milliseconds of comparing all queued records of a kind. */
const COMPARING_TIMEOUT_MS = 900_000;

/**
 * Compares all queued records. A lock lets only one instance do so at a time: two would miss pairs,
 * as each skips pairs with records that are still queued. Records changed meanwhile stay queued. A
 * pool of one connection works without the lock, which would occupy that connection.
 * @returns false where another instance holds the lock
 */
const compareAll = (definition: AnyDefinition): Promise<boolean> =>
  env().DATABASE_POOL_SIZE < 2
    ? compareTwice(definition)
    : inTransaction(
        jobContext(),
        async ({ connection }) => {
          if (!(await store.acquireRefreshLock(connection, definition))) return false;
          return compareTwice(definition);
        },
        COMPARING_TIMEOUT_MS,
      );

type Step = "read" | "compare";

/** The running refreshes, keyed by kind and step. Concurrent callers share them. */
const running = new Map<string, Promise<boolean>>();

async function recompute(definition: AnyDefinition, step: Step): Promise<boolean> {
  await readAll(db(), definition);
  if (step === "read") return true;
  // Usually nothing is queued, and no lock is needed.
  const isUpToDate = (await store.countWaiting(db(), definition)) === 0;
  return isUpToDate || compareAll(definition);
}

async function refreshKind(definition: AnyDefinition, step: Step): Promise<boolean> {
  const name = `${definition.apiPath} ${step}`;
  // A running refresh may have missed records that changed since it began: waits for it and runs
  // another.
  await running.get(name)?.catch(() => undefined);
  const work =
    running.get(name) ??
    recompute(definition, step).finally(() => {
      running.delete(name);
    });
  running.set(name, work);
  return work;
}

/** Milliseconds that a caller waits for a refresh; a longer one continues in the background. */
const TIMEOUT_MS = { read: 2_000, compare: 8_000 } as const;

/**
 * Refreshes the duplicate index: parses new and changed records, and for the step `compare` also
 * compares them with all others. Every reader of duplicates calls this first.
 * @param timeoutMs maximum wait in milliseconds; the refresh continues after that
 * @returns whether it finished in time; false also while another instance is comparing
 */
export async function refreshDuplicates(
  { connection }: { connection: Connection },
  definition: AnyDefinition,
  step: Step,
  timeoutMs: number = TIMEOUT_MS[step],
): Promise<boolean> {
  let isDone = false;
  await onPrimaryThenStick(connection, async () => {
    const done = refreshKind(definition, step);
    // A failure after the timeout must not become an unhandled rejection.
    done.catch(() => undefined);
    // If the disk is full, callers read the pairs that are stored.
    const finished = withTimeout(done, timeoutMs, false).then((isComplete) => {
      isDone = isComplete;
    });
    await ignoreDiskFull(finished);
  });
  return isDone;
}
