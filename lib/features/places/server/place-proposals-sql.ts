import type { LocatedFields, NamedPlace } from "./suggest-location";
import { MAX_ID } from "@/lib/model/limits";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import type { Connection } from "@/lib/store/database/client";
import { empty, sql } from "@/lib/store/database/sql";

/** An institution that lacks a country or a place. */
export type PlaceCandidate = LocatedFields & { partner_institution_id: number; name: string };

/**
 * Reads the institutions that lack a country or a place and may get a suggestion, by their names.
 * @param ids reads only those of these
 */
export const placeCandidates = (connection: Connection, ids?: readonly number[]) =>
  connection.$queryRaw<PlaceCandidate[]>(sql`
    SELECT partner_institution_id, name, adresse, webseite, land, ort FROM institutions
    WHERE (land = ${NOT_APPLICABLE} OR ort = '') AND (adresse <> '' OR webseite <> '')
      ${ids ? sql`AND partner_institution_id = ANY(${ids.filter((id) => Math.abs(id) <= MAX_ID)}::int[])` : empty}
    ORDER BY name, partner_institution_id`);

/**
 * Finds the places of the gazetteer with some names; of those that are written alike in a country, the
 * largest.
 * @returns the places by name, the largest first
 */
export async function placesByName(
  connection: Connection,
  names: readonly string[],
): Promise<Map<string, NamedPlace[]>> {
  const rows = await connection.$queryRaw<(NamedPlace & { name: string })[]>`
    WITH given AS MATERIALIZED (
      SELECT name, fold_umlauts(fold_text(name)) AS folded FROM unnest(${names}::text[]) AS name)
    SELECT given.name, places.land, ort, max(places.einwohner) AS einwohner
    FROM given JOIN place_names ON place_names.name = folded AND NOT is_later JOIN places USING (place_id)
    WHERE folded <> '' GROUP BY 1, 2, 3 ORDER BY 4 DESC, 2, 3`;
  const byName = new Map<string, NamedPlace[]>();
  for (const { name, ...place } of rows) {
    const places = byName.get(name);
    if (places) places.push(place);
    else byName.set(name, [place]);
  }
  return byName;
}
