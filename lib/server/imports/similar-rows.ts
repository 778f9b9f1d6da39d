import { MOST_SHOWN, type Similarity, type SimilarRecord } from "../../records/kinds/alike";
import type { AnyDefinition } from "../../records/kinds/define";
import { inBoundedTime, type Context } from "../database/transaction";
import { likenessesOf, namesOf } from "../duplicates/find-similar";
import { keepAlike } from "../duplicates/refresh";
import { toAppError } from "../errors/errors";
import type { StoredImport, StoredRow, Verdict } from "./imports-sql";
import { planUpdates } from "./plan";
import { getAt } from "../errors/invariant";

/** Longest that rows are compared with what is there; the rest of a preview takes about half as long. */
const PATIENCE = 15_000;
/** The part of it that may go by until all records are read, of which after an import of very many some are not. */
const FOR_READING = 2 / 3;

/** Where the database has no time for it, nobody knows; a preview does not fail for that. */
function nothingKnown(error: unknown): [] {
  if (toAppError(error).status !== 503) throw error;
  return [];
}

/**
 * The records that each new row may be, by its number: at most three, the surest first. A row for which there was no time is not
 * among them.
 */
export async function findSimilarRows(
  context: Context,
  definition: AnyDefinition,
  verdicts: readonly Verdict[],
  patience = PATIENCE,
): Promise<Map<number, Similarity[]>> {
  const rows = verdicts.filter(({ action }) => action === "create");
  if (!definition.alike) return new Map(rows.map(({ row }) => [row, []]));
  const until = Date.now() + patience;
  const isRead = await keepAlike(context, definition, "read", patience * FOR_READING);
  const values = rows.map(({ body }) => body);
  const found = await inBoundedTime(
    context,
    (connection) => likenessesOf(connection, definition, values, { until }),
    PATIENCE,
  ).catch(nothingKnown);
  const known = found.map((likes, at): [number, Similarity[]] => [getAt(rows, at).row, likes.slice(0, MOST_SHOWN)]);
  // While some records are still to be read, who has found none may have missed one.
  return new Map(known.filter(([, likes]) => isRead || likes.length > 0));
}

/** For each row of a preview the records that it may be, by their names, and what would become of each. */
export async function similarAnswers(
  context: Context,
  definition: AnyDefinition,
  asked: StoredImport,
  rows: readonly StoredRow[],
) {
  const pairs = rows
    .filter(({ action, written }) => action === "create" && !written)
    .flatMap((row) => (row.similar ?? []).map((likeness) => ({ row, likeness, id: likeness.id })));
  const told = new Map<number, (SimilarRecord & Pick<Verdict, "changes" | "errors">)[]>();
  if (pairs.length === 0) return told;
  const { connection } = context;
  const ids = pairs.map(({ id }) => id);
  const [names, updates] = await Promise.all([
    namesOf(context, definition, ids, connection),
    planUpdates(context, definition, asked, pairs),
  ]);
  for (const [at, { row, likeness, id }] of pairs.entries()) {
    const [name, update] = [names.get(id), updates[at]];
    // One that is gone since is no choice any more.
    if (!name || !update) continue;
    const { changes, errors } = update;
    told.set(row.row, [...(told.get(row.row) ?? []), { ...name, ...likeness, changes, errors }]);
  }
  return told;
}
