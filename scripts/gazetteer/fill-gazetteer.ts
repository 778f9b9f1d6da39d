import pg from "pg";
import { type GazetteerPlace, laterBeginnings, readGazetteer } from "./gazetteer-file";

/** The tables of the gazetteer with their schema; backups leave out their rows. */
export const GAZETTEER_TABLES = ["public.gazetteer", "public.place_names", "public.places"];

/** Key of the advisory lock that serializes concurrent fillings. */
const GAZETTEER_LOCK = 7_405_120;
const PLACES = `INSERT INTO places (place_id, land, region, breite, laenge, einwohner, ort)
  SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::float8[], $5::float8[], $6::int[], $7::text[])`;
const SEPARATOR = "\t";
/**
 * Folds the names. Rows are inserted in the order of the index, which takes half of the time, and
 * lets a search read neighbouring rows.
 */
const NAMES = `INSERT INTO place_names (name, place_id, is_later, land, einwohner)
  WITH folded AS MATERIALIZED (
    SELECT fold_umlauts(fold_text(name)) COLLATE "C" AS name, place_id, is_later
    FROM unnest($1::int[], $2::text[], $3::text[]) AS given (place_id, names, later),
      LATERAL (SELECT name, false FROM string_to_table(names, $4) AS name
        UNION ALL SELECT name, true FROM string_to_table(later, $4) AS name) AS each (name, is_later))
  SELECT DISTINCT ON (name, place_id) name, place_id, is_later, land, einwohner
  FROM folded JOIN places USING (place_id) ORDER BY name, place_id, is_later`;

async function insertPlaces(client: pg.Client, places: readonly GazetteerPlace[]): Promise<void> {
  const columns = (["place_id", "land", "region", "breite", "laenge", "einwohner", "ort"] as const).map((column) =>
    places.map((place) => place[column]),
  );
  const names = places.map(({ ort, names: others }) => [ort, ...others]);
  await client.query(PLACES, columns);
  await client.query(NAMES, [
    places.map(({ place_id }) => place_id),
    names.map((each) => each.join(SEPARATOR)),
    names.map((each) => each.flatMap(laterBeginnings).join(SEPARATOR)),
    SEPARATOR,
  ]);
}

/**
 * Fills the gazetteer of a migrated database from the checked-in file, unless it was filled from the
 * same file before. Concurrent calls run one after the other, and readers see the former places until
 * the transaction ends.
 * @param url URL of the database for its owner
 * @returns whether it was filled
 */
export async function fillGazetteer(url: string): Promise<boolean> {
  const { hash, places } = await readGazetteer();
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'");
    await client.query(`SELECT pg_advisory_xact_lock(${GAZETTEER_LOCK})`);
    const { rowCount } = await client.query("SELECT FROM gazetteer WHERE hash = $1", [hash]);
    if (rowCount) return false;
    await client.query("DELETE FROM gazetteer; DELETE FROM place_names; DELETE FROM places");
    await insertPlaces(client, await places());
    await client.query("INSERT INTO gazetteer (hash) VALUES ($1)", [hash]);
    await client.query("COMMIT");
    await client.query("VACUUM (ANALYZE) places, place_names");
    return true;
  } finally {
    // Rolls back what was not committed.
    await client.end();
  }
}
