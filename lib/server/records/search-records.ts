import { FILTER_MAX_LENGTH, TYPEAHEAD_MIN_LENGTH } from "../../limits";
import type { AnyDefinition } from "../../records/kinds/define";
import type { Context } from "../database/transaction";
import { readLong } from "./find-records";
import { recordWords } from "./record-words";
import { selectHits } from "./sql/typeahead";

/**
 * Returns the second line of a hit, prefixed with the alias by which the record was found, if any
 * (contract §12).
 */
export function detailWithAlias(
  { locale }: Context,
  { detail: { separator } }: AnyDefinition,
  { detail, alias }: { detail: string; alias: string | null },
): string {
  const told = alias === null ? [] : [recordWords(locale)("also_named", { name: alias })];
  return [...told, detail].filter(Boolean).join(separator);
}

/**
 * Returns the best hits of a typeahead, each with `id` and `label` (contract §4), and the total.
 * Returns no hits for a text of fewer than three characters, or one that is too long for a filter.
 * @param wanted the text, and whether hits have a `detail`, which distinguishes namesakes
 */
export async function searchRecords(
  context: Context,
  definition: AnyDefinition,
  wanted: { text: string; detail: boolean },
) {
  const text = wanted.text.trim();
  if (text.length < TYPEAHEAD_MIN_LENGTH || text.length > FILTER_MAX_LENGTH || text.includes("\0")) {
    return { hits: [], total: 0 };
  }
  const found = await readLong(context, (connection) =>
    selectHits(connection, definition, text, { locale: context.locale, counts: wanted.detail }),
  );
  const hits = found.map(({ label, detail, alias, total: _, ...row }) => ({
    id: row[definition.key],
    label,
    ...row,
    ...(wanted.detail && { detail: detailWithAlias(context, definition, { detail, alias }) }),
  }));
  return { hits, total: found[0]?.total ?? 0 };
}
