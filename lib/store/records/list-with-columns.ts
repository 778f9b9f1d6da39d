import type { AnyDefinition } from "@/lib/model/kinds/define";
import { columnsNamed, MAX_NAMES_IN_CELL, NAMES_IN_VIEW, omitHiddenColumns } from "@/lib/model/lists/columns";
import { isStoredFact } from "@/lib/model/lists/filters";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { dayOf } from "@/lib/model/fields/moments";
import { matchHints, textsOfRow, type MatchHint } from "@/lib/model/lists/match-hints";
import { inBoundedTime, type Context } from "../database/transaction";
import { recordWords } from "./record-words";
import { refreshDerived, refreshFiltered } from "./refresh-derived";
import { listRecordsForScreen } from "./find-records";
import { columnValues } from "../sql/list-columns";
import { linkedMatchesOf } from "../sql/linked-matches";

/**
 * Returns one page of a list as screens show it: rows with the values of links, extended by the values
 * of the given columns.
 * @param maxNames maximum number of linked records that a column names
 */
export async function listWithColumns(
  context: Context,
  definition: AnyDefinition,
  query: ListQuery,
  columns: readonly string[],
  maxNames = MAX_NAMES_IN_CELL,
) {
  const { alert } = definition.derived ?? {};
  const neededColumns = [...columns, ...(alert ? [alert.fact] : []), ...(query.filter ? definition.searched : [])];
  if (neededColumns.some((name) => isStoredFact(definition, name))) await refreshDerived(context, definition);
  await refreshFiltered(context, definition, query);
  const { rows, total } = await listRecordsForScreen(context, definition, query);
  const ids = rows.map((row) => Number(row[definition.key]));
  const extraValues = await inBoundedTime(context, (connection) =>
    columnValues(connection, definition, ids, [...new Set(neededColumns)], maxNames),
  );
  return { rows: rows.map((row) => ({ ...row, ...extraValues.get(Number(row[definition.key])) })), total };
}

/**
 * Returns one page of a list as the screen shows it: the rows without values that no column shows,
 * and, by the rows' keys, where the words of the text filter occur if the rows do not show them.
 */
export async function listWithHints(
  context: Context,
  definition: AnyDefinition,
  query: ListQuery,
  columns: readonly string[],
) {
  const { locale } = context;
  const { rows, total } = await listWithColumns(context, definition, query, columns);
  const ids = rows.map((row) => Number(row[definition.key]));
  const linked = await inBoundedTime(context, (connection) =>
    linkedMatchesOf(connection, definition, ids, { text: query.filter, locale }),
  );
  const shown = columnsNamed(definition, columns, {}, NAMES_IN_VIEW);
  const language = { locale, words: recordWords(locale), today: dayOf(new Date()) };
  const hints = rows.flatMap((row): [number, MatchHint[]][] => {
    const id = Number(row[definition.key]);
    const visible = textsOfRow(definition, row, language, shown);
    const found = matchHints(definition, row, query.filter, visible, linked.get(id));
    return found.length > 0 ? [[id, found]] : [];
  });
  return { rows: omitHiddenColumns(definition, rows, columns), total, hints: Object.fromEntries(hints) };
}
