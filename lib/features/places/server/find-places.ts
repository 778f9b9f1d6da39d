import type { FoundPlace } from "../place-answers";
import { cleanUpTo } from "@/lib/model/pure/clean-text";
import { FILTER_MAX_LENGTH, MAX_ID, SEARCH_MIN_LENGTH, TYPEAHEAD_HITS } from "@/lib/model/limits";
import { empty, raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import type { Context } from "@/lib/store/database/transaction";
import { readLong } from "@/lib/store/records/find-records";

/**
 * Selects the places of which a name or a later word of one begins with a text: equal names first,
 * then beginnings of names, then those of later words, larger places first. The folded text is read
 * from a CTE, so that it is computed once and one plan serves all texts.
 */
const placesStatement = (text: string, inLand: SqlQuery) => sql`
  WITH terms AS MATERIALIZED (SELECT fold_umlauts(fold_text(${text})) AS folded),
  best AS (
    SELECT place_id, einwohner,
      min(CASE WHEN is_later THEN 2 WHEN name = (SELECT folded FROM terms) THEN 0 ELSE 1 END) AS rank
    FROM place_names
    WHERE name >= (SELECT folded FROM terms) AND name < (SELECT folded || chr(1114111) FROM terms)
      AND (SELECT folded <> '' FROM terms) ${inLand}
    GROUP BY place_id, einwohner ORDER BY rank, einwohner DESC, place_id LIMIT ${raw(String(TYPEAHEAD_HITS))}
  )
  SELECT ort, land, region, breite, laenge, best.einwohner FROM best JOIN places USING (place_id)
  ORDER BY rank, best.einwohner DESC, place_id`;

/**
 * Finds the best places of the gazetteer for a text (contract §16). Finds none for fewer than two
 * characters, or for a text that is too long for a filter.
 * @param land id of the country in which to search
 */
export async function findPlaces(context: Context, typed: string, land?: number): Promise<FoundPlace[]> {
  const text = cleanUpTo(typed, FILTER_MAX_LENGTH);
  if (text.length < SEARCH_MIN_LENGTH || text.length > FILTER_MAX_LENGTH || text.includes("\0")) return [];
  // No country has a larger id, which PostgreSQL would refuse.
  if (land !== undefined && Math.abs(land) > MAX_ID) return [];
  const inLand = land === undefined ? empty : sql`AND land = ${land}`;
  const statement = placesStatement(text.replace(/\s+/g, " "), inLand);
  return readLong(context, (connection) => connection.$queryRaw<FoundPlace[]>(statement));
}
