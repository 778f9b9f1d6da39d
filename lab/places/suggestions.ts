/**
 * `npm run places:measure -- --institutions FILE`: quality and speed of suggested countries and places
 * (contract §16), on real institutions whose own country is withheld. Fails below the goals.
 *
 *   npm run places:measure -- --institutions FILE [--errors]
 *
 * FILE is a CSV file with the columns country_code, city, street, postcode and website.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import { getAt } from "@/lib/model/pure/get-at";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { PLACE_REASONS } from "@/lib/features/places/place-reasons";
import { countryCodeOfId, countryReader } from "@/lib/model/places/country-names";
import { countryOfWebsite } from "@/lib/model/places/country-domains";
import { readCsv } from "../duplicates/csv";

const MIN_PRECISION = 0.99;
/** Of the institutions with a country-code domain or a town. */
const MIN_RECALL = 0.85;
const INSTITUTIONS = 20_000;
const PAGES = 60;
const MAX_PAGE_P95_MS = 500;
const MAX_ACCEPT_SECONDS = 30;

const { values: options } = parseArgs({
  options: { institutions: { type: "string" }, errors: { type: "boolean", default: false } },
});
if (options.institutions === undefined) throw new Error("Name a file: --institutions FILE");
const COLUMNS = ["name", "country_code", "city", "street", "postcode", "website"] as const;
const rows = readCsv(options.institutions, COLUMNS).map((row) => ({
  code: row.country_code,
  town: row.city,
  name: row.name.slice(0, 100),
  adresse: [row.street, `${row.postcode} ${row.city}`]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", "),
  webseite: row.website,
}));

/** Fills the database with institutions, the rows repeated. */
async function insertInstitutions(url: string): Promise<void> {
  const inserted = Array.from({ length: INSTITUTIONS }, (_, at) => getAt(rows, at % rows.length));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO institutions (name, branchen, adresse, webseite)
    SELECT name, '-', left(adresse, 100), webseite FROM unnest($1::text[], $2::text[], $3::text[]) AS given (name, adresse, webseite)`,
    (["name", "adresse", "webseite"] as const).map((column) => inserted.map((row) => row[column])),
  );
  await client.query("ANALYZE");
  await client.end();
}

const server = await startTestServer();
const { name: database, url } = await createDatabase(server.url, "template0");
try {
  await prepareDatabase(url);
  await insertInstitutions(url);
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = "a-secret-for-figures-that-is-long-enough";
  const { closeDatabase } = await import("@/lib/store/database/client");
  const { commandContext } = await import("@/lib/store/database/transaction");
  const { referenceListsByName } = await import("@/lib/store/sql/reference-list-rows");
  const rules = await import("@/lib/features/places/server/suggest-location");
  const { placesByName } = await import("@/lib/features/places/server/place-proposals-sql");
  const { acceptPlaceProposals, listPlaceProposals } = await import("@/lib/features/places/server/place-proposals");

  const context = commandContext();
  const { laender } = await referenceListsByName(context.connection, ["laender"]);
  const codeOf = countryReader(laender);
  const named = rows.map(({ adresse }) => rules.readLocation(adresse, codeOf));
  const places = await placesByName(context.connection, [...new Set(named.map(({ place }) => place))]);
  const suggested = rows.map((row, at) => {
    const location = getAt(named, at);
    const found = places.get(location.place) ?? [];
    const { land, ort } = rules.suggestLocation({ ...row, land: NOT_APPLICABLE, ort: "" }, location, found);
    const hasEvidence = row.town !== "" || countryOfWebsite(row.webseite) !== null;
    return {
      ...row,
      hasEvidence,
      reason: land?.reason,
      suggestedCode: land && countryCodeOfId(land.id),
      ort: ort?.ort,
    };
  });
  const isRight = (one: (typeof suggested)[number]) => one.suggestedCode === one.code;
  const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;
  const made = suggested.filter(({ reason }) => reason);
  const withEvidence = suggested.filter(({ hasEvidence }) => hasEvidence);
  const precision = share(made.filter(isRight), made);
  const recall = share(withEvidence.filter(isRight), withEvidence);
  console.log(`${made.length} countries suggested for ${rows.length} institutions: precision ${precision.toFixed(4)}`);
  for (const reason of PLACE_REASONS) {
    const some = made.filter((one) => one.reason === reason);
    console.log(`  by ${reason}: ${some.length}, precision ${share(some.filter(isRight), some).toFixed(4)}`);
  }
  console.log(`recall: ${share(suggested.filter(isRight), suggested).toFixed(4)} of all ${suggested.length},`);
  console.log(`  ${recall.toFixed(4)} of the ${withEvidence.length} with a country-code domain or a town`);
  console.log(
    `places suggested: ${suggested.filter(({ ort }) => ort).length} of ${rows.filter(({ town }) => town).length} towns`,
  );
  if (precision < MIN_PRECISION || recall < MIN_RECALL) process.exitCode = 1;
  for (const { adresse, webseite, code, suggestedCode, reason } of options.errors ? made : []) {
    if (suggestedCode !== code)
      console.log(`${code} taken for ${suggestedCode} by ${reason}: ${adresse} | ${webseite}`);
  }

  const times: number[] = [];
  let total = 0;
  for (let pageNo = 0; pageNo < PAGES; pageNo += 1) {
    const start = performance.now();
    ({ total } = await listPlaceProposals(context, { pageNo, pageSize: 20 }));
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const [median, p95] = [0.5, 0.95].map((part) => getAt(times, Math.floor(part * (times.length - 1))));
  console.log(
    `a page of ${total} suggestions for ${INSTITUTIONS} institutions: median ${median?.toFixed(0)} ms, p95 ${p95?.toFixed(0)} ms`,
  );
  if (!(p95 !== undefined && p95 <= MAX_PAGE_P95_MS)) process.exitCode = 1;
  const start = performance.now();
  const { changed, remaining } = await acceptPlaceProposals(context, {});
  const acceptSeconds = (performance.now() - start) / 1000;
  console.log(`accepting ${changed} of ${changed + remaining}: ${acceptSeconds.toFixed(1)} s`);
  if (acceptSeconds > MAX_ACCEPT_SECONDS) process.exitCode = 1;
  await closeDatabase();
} finally {
  await dropDatabase(server.url, database);
  await server.stop();
}
process.exit();
