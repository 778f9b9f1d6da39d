import type { QualityList } from "../quality-checks";
import { expectDefined } from "@/lib/base/errors/invariant";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FieldFilter } from "@/lib/model/lists/filters";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { Connection } from "@/lib/store/database/client";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { fieldConditions } from "@/lib/store/sql/filter-conditions";
import { identifier } from "@/lib/store/sql/fragments";

/** A list that a record may be in, by its filters and the flags of an entry of the record. */
type FilteredList = { name: string; where: readonly FieldFilter[]; flagged: QualityList["flagged"] };

/** Builds a condition: the entry in a field of record `r` has these values of flags. */
function hasFlags({ fields }: AnyDefinition, { field, flags }: NonNullable<QualityList["flagged"]>): SqlQuery {
  const list = referenceLists[expectDefined(fields[field]?.reference, `a reference list of ${field}`)];
  const conditions = Object.entries(flags).map(([flag, value]) => sql`AND e.${identifier(flag)} = ${value}`);
  return sql`EXISTS (SELECT FROM ${identifier(list.table)} e
    WHERE e.${identifier(list.key)} = r.${identifier(field)} ${join(conditions, " ")})`;
}

/** Returns the names of the lists that contain a record; none if the record is finished. */
export async function namesOfMatching(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
  lists: readonly FilteredList[],
): Promise<Set<string>> {
  const { key, table, past } = definition;
  const names = lists.map(({ name, where, flagged }) => {
    const flags = flagged ? [hasFlags(definition, flagged)] : [];
    const conditions = join([...fieldConditions(definition, where), ...flags], " AND ");
    return sql`CASE WHEN ${conditions} THEN ${name}::text END`;
  });
  const isOpen = past ? hasFlags(definition, { field: past.field, flags: { [past.flag]: false } }) : sql`true`;
  const [row] = await connection.$queryRaw<{ names: string[] }[]>`
    SELECT array_remove(ARRAY[${join(names)}], NULL) AS names
    FROM ${identifier(table)} r WHERE r.${identifier(key)} = ${id} AND ${isOpen}`;
  return new Set(row?.names);
}
