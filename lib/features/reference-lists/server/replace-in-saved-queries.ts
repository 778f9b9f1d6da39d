import { definitionOf, definitionOfPath } from "@/lib/model/kinds/registry";
import type { EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { STATISTICS_VIEWS } from "@/lib/features/views/view-kinds";
import type { Transaction } from "@/lib/store/database/client";
import { replaceInQuery } from "./replace-in-query";

/* Queries of lists that are stored with the ids of entries: those of views and of rounds (contract §9). */

type SavedQuery = { id: number; kind: string; query: string };
type Replacement = { id: number; by: number };

/** Returns the queries that name an entry, with the replacement in its place. */
function replacedQueries(saved: readonly SavedQuery[], list: EntryListName, replacement: Replacement) {
  return saved.flatMap(({ id, kind, query: before }) => {
    // Statistics filter projects.
    const definition = kind === STATISTICS_VIEWS ? definitionOf("project") : definitionOfPath(kind);
    const after = definition ? replaceInQuery(definition, before, list, replacement) : null;
    return after === null ? [] : [{ id, before, after }];
  });
}

/** Replaces an entry in the filters of all views. One that was saved with another query meanwhile keeps it. */
export async function replaceInViews(
  transaction: Transaction,
  list: EntryListName,
  replacement: Replacement,
): Promise<void> {
  const views = await transaction.$queryRaw<SavedQuery[]>`
    SELECT id, kind, query FROM views WHERE query LIKE '%where%' ORDER BY id`;
  for (const { id, before, after } of replacedQueries(views, list, replacement)) {
    await transaction.$executeRaw`UPDATE views SET query = ${after} WHERE id = ${id} AND query = ${before}`;
  }
}

/**
 * Replaces an entry likewise in the filters of rounds, also started ones, whose pages link to the list. Call
 * it before proposals are locked, as answers lock rounds first.
 */
export async function replaceInRounds(
  transaction: Transaction,
  list: EntryListName,
  replacement: Replacement,
): Promise<void> {
  const rounds = await transaction.$queryRaw<SavedQuery[]>`
    SELECT runde_id AS id, kind, query FROM rounds WHERE query LIKE '%where%' ORDER BY runde_id`;
  for (const { id, before, after } of replacedQueries(rounds, list, replacement)) {
    await transaction.$executeRaw`UPDATE rounds SET query = ${after} WHERE runde_id = ${id} AND query = ${before}`;
  }
}
