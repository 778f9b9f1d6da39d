import { expectDefined } from "@/lib/base/errors/invariant";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FieldFilter } from "@/lib/model/lists/filters";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { Connection } from "@/lib/store/database/client";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { fieldConditions } from "@/lib/store/sql/filter-conditions";
import { identifier } from "@/lib/store/sql/fragments";

/** A list that a record may be in, by its filters. */
type FilteredList = { name: string; where: readonly FieldFilter[] };

/** Builds a condition: record `r` is finished. */
function isFinished({ fields, past }: AnyDefinition): SqlQuery {
  if (!past) return sql`false`;
  const list = referenceLists[expectDefined(fields[past.field]?.reference, `a reference list of ${past.field}`)];
  return sql`EXISTS (SELECT FROM ${identifier(list.table)} e
    WHERE e.${identifier(list.key)} = r.${identifier(past.field)} AND e.${identifier(past.flag)})`;
}

/** Returns the names of the lists that contain a record; none if the record is finished. */
export async function namesOfMatching(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
  lists: readonly FilteredList[],
): Promise<Set<string>> {
  const { key, table } = definition;
  const names = lists.map(
    ({ name, where }) => sql`CASE WHEN ${join(fieldConditions(definition, where), " AND ")} THEN ${name}::text END`,
  );
  const [row] = await connection.$queryRaw<{ names: string[] }[]>`
    SELECT array_remove(ARRAY[${join(names)}], NULL) AS names
    FROM ${identifier(table)} r WHERE r.${identifier(key)} = ${id} AND NOT ${isFinished(definition)}`;
  return new Set(row?.names);
}
