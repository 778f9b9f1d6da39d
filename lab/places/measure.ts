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
import { getAt } from "@/lib/model/pure/get-at";
import { fillGazetteer } from "@/scripts/gazetteer/fill-gazetteer";
import { prisma } from "@/scripts/postgres/prisma-command";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
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
  adresse: [row.street, `${row.postcode} ${row.city}`].map((part) => part.trim()).filter(Boolean).join(", "),
  webseite: row.website,
}));

const server = await startTestServer();
const { name: database, url } = await createDatabase(server.url, "template0");
try {
  await prisma(["migrate", "deploy"], url);
  await fillGazetteer(url);
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = "a-secret-for-figures-that-is-long-enough";
  const { closeDatabase, db } = await import("@/lib/store/database/client");
  const { commandContext } = await import("@/lib/store/database/transaction");
  const { referenceListsByName } = await import("@/lib/store/sql/reference-list-rows");
  const rules = await import("@/lib/features/places/server/suggest-location");
  const { placesByName } = await import("@/lib/features/places/server/place-proposals-sql");
  const { acceptPlaceProposals, listPlaceProposals } = await import("@/lib/features/places/server/place-proposals");

  const { laender } = await referenceListsByName(db(), ["laender"]);
  const countries = rules.countriesOf(laender);
  const codes = new Map(laender.map(({ land_id, alpha2 }) => [land_id, alpha2]));
  const named = rows.map(({ adresse }) => rules.readLocation(adresse, countries));
  const places = await placesByName(db(), [...new Set(named.map(({ place }) => place))]);
  const suggested = rows.map(({ code, town, webseite, adresse }, at) => {
    const location = getAt(named, at);
    const found = places.get(location.place) ?? [];
    const { land, ort } = rules.suggestLocation({ adresse, webseite, land: -1, ort: "" }, location, found, countries);
    const hasEvidence = town !== "" || countryOfWebsite(webseite) !== null;
    return { code, town, adresse, webseite, hasEvidence, land: land && codes.get(land.id), reason: land?.reason, ort, found };
  });
  const made = suggested.filter(({ land }) => land);
  const right = made.filter(({ land, code }) => land === code);
  const withEvidence = suggested.filter(({ hasEvidence }) => hasEvidence);
  const precision = right.length / made.length;
  const recall = right.filter(({ hasEvidence }) => hasEvidence).length / withEvidence.length;
  console.log(`${rows.length} institutions, ${withEvidence.length} with evidence; ${made.length} suggested, ${right.length} right`, precision, recall, right.length / rows.length);
  for (const reason of ["address", "domain"]) {
    const of = made.filter((each) => each.reason === reason);
    console.log(reason, of.length, of.filter(({ land, code }) => land === code).length / of.length);
  }
  const { writeFileSync } = await import("node:fs");
  writeFileSync("/tmp/p-suggested.json", JSON.stringify(suggested));
  await closeDatabase();
} finally {
  await dropDatabase(server.url, database);
  await server.stop();
}
process.exit();
