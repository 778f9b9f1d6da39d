/**
 * `npm run bench:places`: measures how long the gazetteer takes to fill, and the typeahead of places
 * for beginnings of its names. Fails above the limits.
 */
import pg from "pg";
import { getAt } from "@/lib/model/pure/get-at";
import { fillGazetteer } from "@/scripts/gazetteer/fill-gazetteer";
import { prisma } from "@/scripts/postgres/prisma-command";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";

const MAX_FILL_SECONDS = 5;
const MAX_P95_MS = 20;
const CALLS = 1_000;
/** Lengths of the beginnings; infinity stands for the whole name. */
const LENGTHS = [2, 3, 5, Infinity];

const SAMPLE = `SELECT ort, land FROM places ORDER BY hashtext(place_id::text) LIMIT ${CALLS}`;

const server = await startTestServer();
const { name, url } = await createDatabase(server.url, "template0");
try {
  await prisma(["migrate", "deploy"], url);
  const start = performance.now();
  await fillGazetteer(url);
  const fillSeconds = (performance.now() - start) / 1000;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: sizes } = await client.query<{ places: number; megabytes: number }>(
    `SELECT (SELECT count(*)::int FROM places) AS places,
      sum(pg_total_relation_size(name::regclass) / 1048576)::int AS megabytes FROM unnest(ARRAY['places', 'place_names']) AS name`,
  );
  const { rows: places } = await client.query<{ ort: string; land: number }>(SAMPLE);
  await client.end();
  console.log(`${sizes[0]?.places} places in ${sizes[0]?.megabytes} MB, filled in ${fillSeconds.toFixed(1)} s`);
  if (fillSeconds > MAX_FILL_SECONDS) process.exitCode = 1;

  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = "a-secret-for-figures-that-is-long-enough";
  const { closeDatabase } = await import("@/lib/store/database/client");
  const { commandContext } = await import("@/lib/store/database/transaction");
  const { findPlaces } = await import("@/lib/features/places/server/find-places");
  const context = commandContext();
  for (const length of LENGTHS) {
    for (const isInLand of [false, true]) {
      const times: number[] = [];
      for (const { ort, land } of places) {
        const startedAt = performance.now();
        await findPlaces(context, ort.slice(0, length), isInLand ? land : undefined);
        times.push(performance.now() - startedAt);
      }
      times.sort((one, other) => one - other);
      const at = (share: number) => getAt(times, Math.floor(share * (times.length - 1)));
      const figures = `median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, slowest ${at(1).toFixed(1)} ms`;
      const text = Number.isFinite(length) ? `${length} characters` : "whole names";
      console.log(`${text}${isInLand ? " in the country" : ""}: ${figures}`);
      if (at(0.95) > MAX_P95_MS) process.exitCode = 1;
    }
  }
  await closeDatabase();
} finally {
  await dropDatabase(server.url, name);
  await server.stop();
}
process.exit();
