import type { AnyDefinition } from "@/lib/model/kinds/define";
import { comparedKinds, DUPLICATES_PAGE_SIZE, type DuplicatesQuery, type DuplicatesView } from "../duplicates-query";
import { dayOf } from "@/lib/model/fields/moments";
import { relationSidesOf } from "@/lib/model/kinds/relations";
import type { Context } from "@/lib/store/database/transaction";
import { countOfLinks } from "@/lib/store/sql/links";
import * as store from "./duplicates-sql";
import { findDuplicates } from "./find-duplicates";

/** Counts the links of each record, over all relations. */
async function linkTotals({ connection }: Context, { name }: AnyDefinition, ids: readonly number[]) {
  const totals: Record<number, number> = {};
  for (const sides of relationSidesOf(name)) {
    for (const [id, count] of await countOfLinks(connection, sides, ids)) {
      const { [id]: sum = 0 } = totals;
      totals[id] = sum + count;
    }
  }
  return totals;
}

/** Reads the data of the duplicates page. */
export async function findDuplicatesView(context: Context, query: DuplicatesQuery): Promise<DuplicatesView> {
  const { definition, pageNo } = query;
  const { connection, actor } = context;
  const { rows, total, waiting } = await findDuplicates(context, definition, {
    pageNo,
    pageSize: DUPLICATES_PAGE_SIZE,
  });
  const ids = [...new Set(rows.flatMap(({ a, b }) => [a.id, b.id]))];
  const [links, settled, counts] = await Promise.all([
    linkTotals(context, definition, ids),
    store.countSettled(connection, actor?.id ?? null, dayOf(new Date())),
    Promise.all(
      comparedKinds().map(async (kind) => ({
        kind: kind.name,
        total: kind === definition ? total : await store.countPairs(connection, kind),
      })),
    ),
  ]);
  return { counts, pairs: rows, links, total, waiting, settled };
}
