import type { SimilarRecord, Similarity } from "@/lib/features/duplicates/duplicate-answers";
import { SIMILAR_SHOWN } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { inBoundedTime, type Context } from "@/lib/store/database/transaction";
import { similaritiesOf, namesOf } from "@/lib/features/duplicates/server/find-similar";
import { refreshDuplicates } from "@/lib/features/duplicates/server/refresh";
import { toAppError } from "@/lib/base/errors/errors";
import type { StoredImport, StoredRow, Verdict } from "./imports-sql";
import { planUpdates } from "./plan";
import { getAt } from "@/lib/model/pure/get-at";

/**
 * Timeout in milliseconds of comparing rows with existing records; the rest of a preview takes
 * about half as long.
 */
const TIMEOUT_MS = 15_000;
/**
 * The share of the timeout that is available for parsing changed records. It is needed after a
 * large import.
 */
const READ_SHARE = 2 / 3;

/**
 * Returns no similar records if the database is too busy, so that the preview leaves the rows
 * uncompared instead of failing.
 */
function emptyIfOverloaded(error: unknown): [] {
  if (toAppError(error).status !== 503) throw error;
  return [];
}

/**
 * Finds the existing records that new rows probably duplicate, by row number: at most three per
 * row, highest score first. Rows that were not compared in time are left out.
 */
export async function findSimilarRows(
  context: Context,
  definition: AnyDefinition,
  verdicts: readonly Verdict[],
  timeoutMs = TIMEOUT_MS,
): Promise<Map<number, Similarity[]>> {
  const rows = verdicts.filter(({ action }) => action === "create");
  if (!definition.duplicateFields) return new Map(rows.map(({ row }) => [row, []]));
  const until = Date.now() + timeoutMs;
  const isRead = await refreshDuplicates(context, definition, "read", timeoutMs * READ_SHARE);
  const values = rows.map(({ body }) => body);
  const found = await inBoundedTime(
    context,
    (connection) => similaritiesOf(connection, definition, values, { until }),
    TIMEOUT_MS,
  ).catch(emptyIfOverloaded);
  const known = found.map((matches, at): [number, Similarity[]] => [
    getAt(rows, at).row,
    matches.slice(0, SIMILAR_SHOWN),
  ]);
  // Leaves out rows without matches while some records are still to be parsed, because one of these
  // may match.
  return new Map(known.filter(([, matches]) => isRead || matches.length > 0));
}

/**
 * Returns, for each row of a preview, the records that it probably duplicates: with their labels,
 * and with what the row would change in each record.
 */
export async function similarAnswers(
  context: Context,
  definition: AnyDefinition,
  storedImport: StoredImport,
  rows: readonly StoredRow[],
) {
  const pairs = rows
    .filter(({ action, written }) => action === "create" && !written)
    .flatMap((row) => (row.similar ?? []).map((likeness) => ({ row, likeness, id: likeness.id })));
  const answers = new Map<number, (SimilarRecord & Pick<Verdict, "changes" | "errors">)[]>();
  if (pairs.length === 0) return answers;
  const { connection } = context;
  const ids = pairs.map(({ id }) => id);
  const [names, updates] = await Promise.all([
    namesOf(context, definition, ids, connection),
    planUpdates(context, definition, storedImport, pairs),
  ]);
  for (const [at, { row, likeness, id }] of pairs.entries()) {
    const [name, update] = [names.get(id), updates[at]];
    // A record that was deleted meanwhile is no longer a choice.
    if (!name || !update) continue;
    const { changes, errors } = update;
    answers.set(row.row, [...(answers.get(row.row) ?? []), { ...name, differences: [], ...likeness, changes, errors }]);
  }
  return answers;
}
