import type { HitsOfKind, SearchHit } from "@/lib/model/answers/search-answers";
import { cleanUpTo } from "@/lib/model/pure/clean-text";
import { FILTER_MAX_LENGTH, SEARCH_MIN_LENGTH, TYPEAHEAD_HITS, TYPEAHEAD_MIN_LENGTH } from "@/lib/model/limits";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { matchHints } from "@/lib/model/lists/match-hints";
import type { Context } from "../database/transaction";
import { readLong } from "../records/find-records";
import { recordWords } from "../records/record-words";
import { searchKinds, type FoundHit } from "./search-everything";
import { selectHits } from "./typeahead";

/**
 * Returns the second line of a hit, prefixed with the alias by which the record was found, if any
 * (contract §12).
 */
function detailWithAlias(
  { locale }: Context,
  { detail: { separator } }: AnyDefinition,
  { detail, alias }: { detail: string; alias: string | null },
): string {
  const aliasTexts = alias === null ? [] : [recordWords(locale)("also_named", { name: alias })];
  return [...aliasTexts, detail].filter(Boolean).join(separator);
}

/** Returns the second line of a hit by other fields or linked records, which tells where the words occur. */
function detailWithMatches({ locale }: Context, definition: AnyDefinition, text: string, hit: FoundHit): string {
  const words = recordWords(locale);
  return matchHints(definition, hit.row, text, [hit.label], hit.linked)
    .map(({ name, pieces }) => `${words(name)}: ${pieces.map((piece) => piece.text).join("")}`)
    .join(" · ");
}

/**
 * Returns the best hits of each kind, and of the files that the actor sees (contract §10). Returns none for
 * a text of fewer than two characters, or one that is too long for a filter.
 * @param only searches one kind, and only the fields of its records, not what is linked with them; or only
 * the files
 */
export async function searchEverything(
  context: Context,
  typed: string,
  { only, limit = TYPEAHEAD_HITS }: { only?: AnyDefinition | typeof FILE_KIND; limit?: number } = {},
): Promise<HitsOfKind[]> {
  const { actor, locale } = context;
  const text = cleanUpTo(typed, FILTER_MAX_LENGTH);
  if (text.length < SEARCH_MIN_LENGTH || text.length > FILTER_MAX_LENGTH || text.includes("\0")) return [];
  const definitions = only === undefined ? allDefinitions : only === FILE_KIND ? [] : [{ ...only, searchedLists: [] }];
  const visibilities = only === undefined || only === FILE_KIND ? visibilitiesOf(actor) : [];
  const { kinds, files } = await readLong(context, (connection) =>
    searchKinds(connection, definitions, text, { locale, limit, visibilities }),
  );
  const hitsOfKinds = kinds.map(({ definition, named, found, total }): HitsOfKind => ({
    kind: definition.apiPath,
    hits: [
      ...named.map(({ id, label, by, ...hit }) => ({
        id,
        label,
        detail: detailWithAlias(context, definition, hit),
        by,
      })),
      ...found.map((hit) => ({
        id: hit.id,
        label: hit.label,
        detail: detailWithMatches(context, definition, text, hit),
        by: hit.by,
      })),
    ],
    total,
  }));
  if (!files) return hitsOfKinds;
  return [...hitsOfKinds, { kind: FILE_KIND, ...files }];
}

/**
 * Returns the best hits of a typeahead, each with `id` and `label` (contract §4), and the total.
 * Returns no hits for a text of fewer than three characters, or one that is too long for a filter.
 * @param search the text, and whether hits have a `detail`, which distinguishes namesakes
 */
export async function searchRecords(
  context: Context,
  definition: AnyDefinition,
  search: { text: string; detail: boolean },
): Promise<{ hits: SearchHit[]; total: number }> {
  const text = cleanUpTo(search.text, FILTER_MAX_LENGTH);
  if (text.length < TYPEAHEAD_MIN_LENGTH || text.length > FILTER_MAX_LENGTH || text.includes("\0")) {
    return { hits: [], total: 0 };
  }
  const found = await readLong(context, (connection) =>
    selectHits(connection, definition, text, { locale: context.locale, counts: search.detail }),
  );
  const hits = found.map(({ label, detail, alias, total: _, ...row }) => ({
    id: Number(row[definition.key]),
    label,
    ...row,
    ...(search.detail && { detail: detailWithAlias(context, definition, { detail, alias }) }),
  }));
  return { hits, total: found[0]?.total ?? 0 };
}
