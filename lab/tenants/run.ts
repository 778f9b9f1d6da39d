/**
 * `npm run scale:tenants`: ten universities on one PostgreSQL, each with its own database, role and
 * instance of the app, through one PgBouncer in transaction mode. Light load on all, then also
 * heavy load on the first, without and with a limit on its connections: measures the effect on its
 * neighbours, checks their isolation, and reports the cost of each. Needs Linux, root and Debian's
 * `pgbouncer`.
 *
 *   npm run scale:tenants -- [--tenants 10] [--members 2000] [--noisy 20000] [--people 24] [--seconds 20] [--limit 2]
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, isBuilt } from "@/scripts/build/app-build";
import { answers, runSql } from "@/scripts/postgres/postgres-cluster";
import { prepareNamedDatabase } from "@/scripts/postgres/prepare-database";
import { databaseUrl } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { logIn, startApp } from "../bench/app-under-load";
import { residentBytes } from "../bench/memory";
import { createTenant, fillTenant, startPooling, type Pooling, type Tenant } from "./tenants";
import { findLeaks, visit, type Site, type Times } from "./visitors";

const { values } = parseArgs({
  options: {
    tenants: { type: "string", default: "10" },
    members: { type: "string", default: "2000" },
    noisy: { type: "string", default: "20000" },
    people: { type: "string", default: "24" },
    seconds: { type: "string", default: "20" },
    limit: { type: "string", default: "2" },
  },
});
/**
 * Maximum number of connections from one instance to PgBouncer. PgBouncer's connections to the
 * server are limited by `pool_size`.
 */
process.env.DATABASE_POOL_SIZE = "10";
// Each instance registers a listener that ends it with this process.
process.setMaxListeners(100);
/** Pause between a visitor's requests. */
const PAUSE_MS = 500;

const timed = async <Result>(work: () => Promise<Result>): Promise<[Result, string]> => {
  const startedAt = performance.now();
  const result = await work();
  return [result, ((performance.now() - startedAt) / 1000).toFixed(1)];
};
const printRow = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** Runs light load on all sites, and heavy load on the first if `isNoisy`. */
async function runPhase(name: string, sites: readonly Site[], pooling: Pooling, isNoisy: boolean): Promise<void> {
  const until = performance.now() + Number(values.seconds) * 1000;
  const [noisy] = sites;
  const heavy = isNoisy && noisy && visit(noisy, { people: Number(values.people), pauseMs: 0, until, isHeavy: true });
  let maxServerConnections = 0;
  const watch = setInterval(
    () =>
      void pooling.pools().then((pools) => {
        maxServerConnections = Math.max(
          maxServerConnections,
          pools.reduce((sum, { servers }) => sum + servers, 0),
        );
      }),
    500,
  );
  const light = await Promise.all(sites.map((site) => visit(site, { people: 1, pauseMs: PAUSE_MS, until })));
  clearInterval(watch);
  const heavyTimes = await heavy;
  const row = (university: string, { answered, refused, p50, p95 }: Times) =>
    printRow(name, university, answered, refused, Math.round(p50), Math.round(p95));
  sites.forEach(({ tenant }, index) => row(tenant.name, light[index]!));
  if (noisy && heavyTimes) row(`${noisy.tenant.name}, heavy`, heavyTimes);
  const others = light.slice(1).map(({ p50, p95 }) => ({ p50, p95 }));
  const medianOf = (part: "p50" | "p95") =>
    Math.round(others.map((each) => each[part]).sort((a, b) => a - b)[others.length >> 1] ?? NaN);
  console.log(
    `${name}: the neighbours' median p50 ${medianOf("p50")} ms, p95 ${medianOf("p95")} ms; ${maxServerConnections} server connections\n`,
  );
}

/** Prints the bytes per row, without and with indexes, of the largest tables. */
async function printStorage({ name, ownerUrl }: Tenant): Promise<void> {
  await runSql(ownerUrl, "VACUUM ANALYZE");
  const { rows } = await runSql(
    ownerUrl,
    `SELECT relname AS table, reltuples::int AS rows, pg_relation_size(oid)::float8 AS heap, pg_total_relation_size(oid)::float8 AS total
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 1000 ORDER BY total DESC LIMIT 8`,
  );
  console.log(`\n${name}`);
  printRow("table", "rows", "bytes/row", "with indexes");
  for (const { table, rows: count, heap, total } of rows)
    printRow(table, count, Math.round(heap / count), Math.round(total / count));
}

/**
 * Connects with each university's role directly to the other universities' databases. @returns the
 * successful attempts, of which there must be none
 */
async function findForeignLogins(tenants: readonly Tenant[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, url } of tenants)
    for (const other of tenants)
      if (other.name !== name && (await answers(databaseUrl(url, other.name))))
        found.push(`${name} enters ${other.name}`);
  return found;
}

async function tryTenants(folder: string, serverUrl: string): Promise<boolean> {
  const numbers = Array.from({ length: Number(values.tenants) }, (_, index) => index + 1);
  const tenants: Tenant[] = [];
  const [, creationSeconds] = await timed(async () => {
    for (const number of numbers)
      tenants.push(await createTenant(serverUrl, `uni${number}`, Number(number === 1 ? values.noisy : values.members)));
  });
  const [, recheckSeconds] = await timed(async () => {
    for (const { url, ownerUrl } of tenants) await prepareNamedDatabase({ databaseUrl: url, migrationUrl: ownerUrl });
  });
  console.log(
    `${tenants.length} databases created and migrated in ${creationSeconds} s; checked again, with nothing to do, in ${recheckSeconds} s`,
  );
  const [, fillSeconds] = await timed(async () => {
    for (const tenant of tenants) await fillTenant(tenant);
  });
  console.log(`filled in ${fillSeconds} s`);
  const pooling = await startPooling(folder, serverUrl, tenants);
  const apps: Awaited<ReturnType<typeof startApp>>[] = [];
  try {
    const sites: Site[] = [];
    for (const tenant of tenants) {
      const headers = (await logIn(tenant.ownerUrl)).program;
      const app = await startApp(pooling.urlOf(tenant));
      apps.push(app);
      sites.push({ tenant, url: app.url, pid: app.pid, headers });
    }
    const atRest = sites.map(({ pid }) => megabytes(residentBytes(pid)));
    const violations = [...(await findLeaks(sites)), ...(await findForeignLogins(tenants))];
    console.log(violations.length === 0 ? "No university sees another's rows." : violations.join("\n"));
    printRow("phase", "university", "answered", "refused", "p50", "p95");
    await runPhase("warm-up", sites, pooling, false);
    await runPhase("calm", sites, pooling, false);
    await runPhase("noisy, pool_size 20", sites, pooling, true);
    await pooling.limit(Number(values.limit));
    await runPhase(`noisy, pool_size ${values.limit}`, sites, pooling, true);
    await runPhase("calm again", sites, pooling, false);
    const afterLoad = sites.map(({ pid }) => megabytes(residentBytes(pid)));
    const pools = await pooling.pools();
    printRow("university", "members", "database", "RSS at first", "RSS at the end", "app's connections", "server's");
    for (const [index, { name, ownerUrl, members }] of tenants.entries()) {
      const { rows } = await runSql(ownerUrl, "SELECT pg_database_size(current_database())::float8 AS bytes");
      const ownPools = pools.filter(({ database }) => database === name);
      const sum = (part: "clients" | "servers") => ownPools.reduce((all, pool) => all + pool[part], 0);
      printRow(
        name,
        members,
        `${megabytes(rows[0].bytes)} MB`,
        atRest[index]!,
        afterLoad[index]!,
        sum("clients"),
        sum("servers"),
      );
    }
    await printStorage(tenants[0]!);
    return violations.length === 0;
  } finally {
    await Promise.all(apps.map(({ stop }) => stop()));
    pooling.stop();
  }
}

if (!isBuilt()) await build("collect");
const server = await startTestServer();
const folder = mkdtempSync(path.join(tmpdir(), "cooperation-tenants-"));
chmodSync(folder, 0o755);
const isIsolated = await tryTenants(folder, server.url).finally(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
// Exits despite open handles.
process.exit(isIsolated ? 0 : 1);
