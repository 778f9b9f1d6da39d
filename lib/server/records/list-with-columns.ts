import { ALIASES } from "../../records/kinds/aliases";
import type { AnyDefinition } from "../../records/kinds/define";
import { NAMES_SHOWN } from "../../records/lists/columns";
import { isDerived } from "../../records/lists/filters";
import type { ListQuery } from "../../records/lists/list-query";
import { inBoundedTime, type Context } from "../database/transaction";
import { refreshDerived, refreshFiltered } from "./refresh-derived";
import { listRecords } from "./find-records";
import { columnValues } from "./sql/list-columns";

/**
 * Returns one page of a list, its rows extended by the values of the given columns.
 * @param mostNames maximum number of linked records that a column names
 */
export async function listWithColumns(
  context: Context,
  definition: AnyDefinition,
  query: ListQuery,
  columns: readonly string[],
  mostNames = NAMES_SHOWN,
) {
  const { alert } = definition.derived ?? {};
  const asked = [...columns, ...(alert ? [alert.fact] : []), ...(query.filter ? [ALIASES] : [])];
  if (asked.some((name) => isDerived(definition, name))) await refreshDerived(context, definition);
  await refreshFiltered(context, definition, query.where);
  const { rows, total } = await listRecords(context, definition, query);
  const ids = rows.map((row) => Number(row[definition.key]));
  const more = await inBoundedTime(context, (connection) =>
    columnValues(connection, definition, ids, [...new Set(asked)], mostNames),
  );
  return { rows: rows.map((row) => ({ ...row, ...more.get(Number(row[definition.key])) })), total };
}
