import { ALIKE_FROM, type Known } from "../../alike/alike";
import type { Similarity, SimilarRecord } from "../../records/kinds/alike";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { readLong } from "../records/find-records";
import { forEachInTime } from "../web/timeout";
import * as store from "./duplicates-sql";
import { Candidates, MOST_SHARING } from "./candidates";
import { keepAlike } from "./refresh";
import { readValues, storedKeys } from "./read-names";

/* Which records some values may be (contract §12), for all that asks: a new record's form, API, the preview of an import. */

/** So many records are told that are alike one. */
const MOST_SIMILAR = 5;

/** The surest first; of equals the older one. */
const bySureness = (one: Similarity, other: Similarity) => other.score - one.score || one.id - other.id;

function likest(
  candidates: Candidates,
  known: Known,
  keys: readonly string[],
  kept: ReadonlyMap<number, Known>,
  except?: number,
) {
  const found: Similarity[] = [];
  for (const id of candidates.of(keys, except)) {
    const other = kept.get(id);
    if (!other) continue;
    const likeness = candidates.compare(known, other);
    if (likeness.score >= ALIKE_FROM && likeness.reasons.length > 0) found.push({ id, ...likeness });
  }
  return found.sort(bySureness).slice(0, MOST_SIMILAR);
}

/** So few keys are looked up each by itself. */
const FEW_KEYS = 1_000;
/** What is kept of the records that so many rows may be is asked for at once. */
const AT_A_TIME = 500;
/** What is kept of so many records is in memory at once, or little more. */
const MOST_KEPT = 20_000;
type Options = {
  /** A record that is not meant, because the values are its own. */
  except?: number;
  /** When it has to be done, as `Date.now` counts. */
  until?: number;
};

/**
 * For each of many sets of values, such as the rows of a table, the records that they may be: at most five, the surest first. A few
 * statements for some hundred of them. What has changed is not read before: `keepAlike` does that.
 * @param rows values by field; what a record is not compared by says nothing
 * @returns as many answers as there was time for, from the first row on
 */
export async function likenessesOf(
  connection: Connection,
  definition: AnyDefinition,
  rows: readonly AnyRow[],
  { except, until = Infinity }: Options = {},
): Promise<Similarity[][]> {
  const wanted = await forEachInTime(rows, until, (values) => {
    const known = readValues(definition, values);
    return { known, keys: storedKeys(definition, known) };
  });
  const keys = [...new Set(wanted.flatMap((row) => row.keys))];
  if (keys.length === 0) return wanted.map(() => []);
  const sharing =
    keys.length <= FEW_KEYS
      ? await store.sharingFew(connection, keys, MOST_SHARING)
      : await store.sharingAmong(connection, definition, keys, MOST_SHARING);
  const candidates = new Candidates(definition, sharing);
  const found: Similarity[][] = [];
  const kept = new Map<number, Known>();
  for (let at = 0; at < wanted.length && Date.now() <= until; at += AT_A_TIME) {
    const part = wanted.slice(at, at + AT_A_TIME);
    if (kept.size > MOST_KEPT) kept.clear();
    const ids = [...candidates.of([...new Set(part.flatMap((row) => row.keys))], except)];
    const missing = ids.filter((id) => !kept.has(id));
    for (const { id, known } of await store.keptRecords(connection, definition, missing)) kept.set(id, known as Known);
    const likes = await forEachInTime(part, until, (row) => likest(candidates, row.known, row.keys, kept, except));
    found.push(...likes);
    if (likes.length < part.length) break;
  }
  return found;
}

/**
 * The records that some values may be: at most five, the surest first.
 * @param options `except`: the record that has these values itself
 */
export async function findSimilar(
  context: Context,
  definition: AnyDefinition,
  values: AnyRow,
  { except }: { except?: number } = {},
): Promise<SimilarRecord[]> {
  await keepAlike(context, definition, "read");
  return readLong(context, async (connection) => {
    const [likes = []] = await likenessesOf(connection, definition, [values], { except });
    return named(context, definition, likes, connection);
  });
}

/** Records that are alike by their names; one that is gone since is left out. */
async function named(
  context: Context,
  definition: AnyDefinition,
  likes: readonly Similarity[],
  connection: Connection,
): Promise<SimilarRecord[]> {
  const names = await namesOf(
    context,
    definition,
    likes.map(({ id }) => id),
    connection,
  );
  return likes.flatMap(({ id, ...likeness }) => {
    const name = names.get(id);
    return name ? [{ ...name, ...likeness }] : [];
  });
}

/** What records are called, by their ids. */
export async function namesOf(
  { locale }: Context,
  definition: AnyDefinition,
  ids: readonly number[],
  connection: Connection,
) {
  if (ids.length === 0) return new Map<number, store.Named>();
  const found = await store.namedRecords(connection, definition, [...new Set(ids)], locale);
  return new Map(found.map((one) => [one.id, one]));
}
