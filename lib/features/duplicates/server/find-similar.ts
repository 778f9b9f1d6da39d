import { DUPLICATE_THRESHOLD, type MatchValues } from "../record-matching/score-records";
import type { SimilarRecord, Similarity } from "../duplicate-answers";
import { MAX_SIMILAR } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import { readLong } from "@/lib/store/records/find-records";
import { mapYielding } from "@/lib/base/web/timeout";
import * as store from "./duplicates-sql";
import { Candidates, MAX_SHARING } from "./candidates";
import { refreshDuplicates } from "./refresh";
import { findPlaceNames, readValues, storedKeys } from "./normalize-names";
import { pushAll } from "@/lib/model/pure/long-lists";

/*
 * Likely duplicates of values that are not stored yet (contract §12): for the form of a new record,
 * the API, and the preview of an import.
 */

/** Orders matches by score, highest first; among equal scores, the older record comes first. */
const byScore = (one: Similarity, other: Similarity) => other.score - one.score || one.id - other.id;

function mostSimilar(
  candidates: Candidates,
  known: MatchValues,
  keys: readonly string[],
  parsedById: ReadonlyMap<number, MatchValues>,
  except?: number,
) {
  const found: Similarity[] = [];
  for (const id of candidates.of(keys, except)) {
    const other = parsedById.get(id);
    if (!other) continue;
    const likeness = candidates.compare(known, other);
    if (likeness.score >= DUPLICATE_THRESHOLD && likeness.reasons.length > 0) found.push({ id, ...likeness });
  }
  return found.sort(byScore).slice(0, MAX_SIMILAR);
}

/** Up to this many keys are looked up one by one in the index; more are matched in one scan. */
const FEW_KEYS = 1_000;
/** The number of rows whose candidates are read in one statement. */
const CHUNK = 500;
/** The cache of candidate records is emptied when it exceeds this number of records. */
const MAX_CACHED_RECORDS = 20_000;
type Options = {
  /** The id of a record to leave out, because the values belong to it. */
  except?: number;
  /** The time at which to stop, in milliseconds like `Date.now()`. */
  until?: number;
};

/**
 * Finds likely duplicates for many sets of values, such as the rows of an import: at most five per
 * set, highest score first. Uses a few statements per 500 sets. Does not refresh the duplicate
 * index: the caller has to call `refreshDuplicates` before.
 * @param rows values by field; fields that are not compared are ignored
 * @returns one result per row, in the order of the rows; fewer results if the time `until` was
 * reached
 */
export async function similaritiesOf(
  connection: Connection,
  definition: AnyDefinition,
  rows: readonly AnyRow[],
  { except, until = Infinity }: Options = {},
): Promise<Similarity[][]> {
  const isPlace = await findPlaceNames(connection, definition, rows);
  const parsedRows = await mapYielding(rows, until, (values) => {
    const known = readValues(definition, values, isPlace);
    return { known, keys: storedKeys(definition, known) };
  });
  const keys = [...new Set(parsedRows.flatMap((row) => row.keys))];
  if (keys.length === 0) return parsedRows.map(() => []);
  const sharing =
    keys.length <= FEW_KEYS
      ? await store.keysSharedByFew(connection, keys, MAX_SHARING)
      : await store.keysSharedAmong(connection, definition, keys, MAX_SHARING);
  const candidates = new Candidates(definition, sharing);
  const found: Similarity[][] = [];
  const parsedById = new Map<number, MatchValues>();
  for (let at = 0; at < parsedRows.length && Date.now() <= until; at += CHUNK) {
    const part = parsedRows.slice(at, at + CHUNK);
    if (parsedById.size > MAX_CACHED_RECORDS) parsedById.clear();
    const ids = [...candidates.of([...new Set(part.flatMap((row) => row.keys))], except)];
    const missing = ids.filter((id) => !parsedById.has(id));
    for (const { id, known } of await store.parsedRecords(connection, definition, missing))
      parsedById.set(id, known as MatchValues);
    const matches = await mapYielding(part, until, (row) =>
      mostSimilar(candidates, row.known, row.keys, parsedById, except),
    );
    pushAll(found, matches);
    if (matches.length < part.length) break;
  }
  return found;
}

/**
 * Finds likely duplicates of one set of values: at most five, highest score first.
 * @param options `except`: the id of the record that these values belong to, which is left out
 */
export async function findSimilar(
  context: Context,
  definition: AnyDefinition,
  values: AnyRow,
  { except }: { except?: number } = {},
): Promise<SimilarRecord[]> {
  await refreshDuplicates(context, definition, "read");
  return readLong(context, async (connection) => {
    const [matches = []] = await similaritiesOf(connection, definition, [values], { except });
    return toSimilarRecords(context, definition, matches, connection);
  });
}

/** Adds labels to the matches; leaves out records that were deleted meanwhile. */
async function toSimilarRecords(
  context: Context,
  definition: AnyDefinition,
  matches: readonly Similarity[],
  connection: Connection,
): Promise<SimilarRecord[]> {
  const names = await namesOf(
    context,
    definition,
    matches.map(({ id }) => id),
    connection,
  );
  return matches.flatMap(({ id, ...likeness }) => {
    const name = names.get(id);
    return name ? [{ ...name, ...likeness }] : [];
  });
}

/** Reads the labels and detail lines of records, by id. */
export async function namesOf(
  { locale }: Context,
  definition: AnyDefinition,
  ids: readonly number[],
  connection: Connection,
) {
  if (ids.length === 0) return new Map<number, store.LabelledRecord>();
  const found = await store.namedRecords(connection, definition, [...new Set(ids)], locale);
  return new Map(found.map((one) => [one.id, one]));
}
