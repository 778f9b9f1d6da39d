import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { inBoundedTime, type Context } from "../database/transaction";
import { sql } from "../database/sql";
import { identifier } from "../sql/fragments";
import { pastOf } from "../sql/overview-rows";

/** Returns which of the records are past today, such as finished projects; none of a kind without `past`. */
export async function findPastIds(
  context: Context,
  definition: AnyDefinition,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!definition.past || ids.length === 0) return new Set();
  const key = identifier(definition.key);
  const rows = await inBoundedTime(context, (connection) =>
    connection.$queryRaw<{ id: number }[]>(sql`
      SELECT r.${key} AS id FROM ${identifier(definition.table)} r
      WHERE r.${key} = ANY(${ids}::int[]) AND ${pastOf(definition, dayOf(new Date()))}`),
  );
  return new Set(rows.map(({ id }) => id));
}
