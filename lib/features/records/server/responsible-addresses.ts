import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { RESPONSIBLE_ADDRESSES_MAX } from "@/lib/model/limits";
import { forceCustomPlan, sql } from "@/lib/store/database/sql";
import type { Context } from "@/lib/store/database/transaction";
import { readLong } from "@/lib/store/records/find-records";
import { identifier, isInDerivedList } from "@/lib/store/sql/fragments";
import { recordsInList } from "@/lib/store/sql/list-records";

type Found = { addresses: string[]; total: number; without: number };

/**
 * Finds the distinct e-mail addresses of those who are now responsible for the records of a list, and
 * counts the records without one.
 */
export async function findResponsibleAddresses(
  context: Context,
  definition: AnyDefinition,
  query: ListQuery,
): Promise<Found> {
  const [derived] = definition.derivedLists ?? [];
  if (!derived) throw new Error(`No list of ${definition.name} names the responsible`);
  const { relation, own, other } = linkListOf(definition.name, derived.list);
  const { table, key } = definitionOf(other.kind);
  const [found] = await readLong(context, (connection) =>
    connection.$queryRaw<[Found]>(
      forceCustomPlan(sql`
      WITH listed AS MATERIALIZED (SELECT r.${identifier(definition.key)} AS id FROM (${recordsInList(definition, query)}) AS r),
      responsible AS MATERIALIZED (
        SELECT l.${identifier(own.column)} AS id, btrim(m.email) AS email FROM listed
        JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = listed.id
        JOIN ${identifier(table)} m ON m.${identifier(key)} = l.${identifier(other.column)}
        WHERE ${isInDerivedList({ relation }, derived)} AND btrim(m.email) <> '')
      SELECT ARRAY(SELECT min(email) FROM responsible GROUP BY lower(email) ORDER BY lower(email) LIMIT ${RESPONSIBLE_ADDRESSES_MAX}) AS addresses,
        (SELECT count(DISTINCT lower(email))::int FROM responsible) AS total,
        (SELECT count(*)::int FROM listed WHERE NOT EXISTS (SELECT FROM responsible WHERE responsible.id = listed.id)) AS without`),
    ),
  );
  return found;
}
