import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { residentBytes } from "../bench/memory";
import { PLAIN_SESSION_COOKIE } from "@/lib/server/web/session-cookie-names";
import { createClient } from "@/lib/server/database/client";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { createMember } from "@/tests/support/factories";
import { makeSessions } from "./accounts";
import { send, startTrialApp, type TrialApp } from "./app";
import { contradictions } from "./consistency";
import { importAndTakeBack } from "./import-calls";
import { startWriters } from "./writers";
import { cleaned, finding, ownDatabase, type Trial } from "./trial";
import { getAt } from "@/lib/get-at";
import { maxOf } from "@/lib/long-lists";

const WRITERS = 4;
const READERS = 4;
/**
 * Number of concurrent viewers of pages. The memory of pages is released in another way than that
 * of API responses.
 */
const VIEWERS = 6;
const MEMBERS = 300;
const SAMPLE_MS = 5_000;
/**
 * Maximum ratio of the memory at the end to that of the early samples, which are taken after all
 * code has been loaded once.
 */
const RSS_GROWTH = 1.25;
const FILES_GROWTH = 30;
const POOL = 10;
/** Share of requests that may be refused, because other programs slow down the shared machine. */
const REFUSED = 0.02;
const MB = 1024 * 1024;

const READ = ["/api/members", "/api/members/7", "/api/search?q=muster", "/api/global", "/api/projects", "/api/history"];
const LOOKED_AT = ["/members", "/members/7", "/dashboard", "/projects", "/pages/timeline"];

type Sample = { rss: number; files: number; connections: number };

const inMb = ({ rss }: Sample) => `${Math.round(rss / MB)} MB`;

const middle = (numbers: number[]) => numbers.toSorted((one, other) => one - other).at(numbers.length / 2) ?? 0;
const middleOf = (samples: Sample[]): Sample => ({
  rss: middle(samples.map(({ rss }) => rss)),
  files: middle(samples.map(({ files }) => files)),
  connections: maxOf(
    samples.map(({ connections }) => connections),
    0,
  ),
});

/**
 * Describes how the memory developed, by its medians in `parts` intervals: with a leak it grows
 * until the end, with a cache it levels off.
 */
function course(samples: Sample[], parts = 10): string {
  const part = Math.max(1, Math.ceil(samples.length / parts));
  const middles = Array.from({ length: Math.ceil(samples.length / part) }, (_, at) =>
    Math.round(middleOf(samples.slice(at * part, (at + 1) * part)).rss / MB),
  );
  return middles.join(", ");
}

async function sample(app: TrialApp, databaseUrl: string): Promise<Sample> {
  const { rows } = await runSql(
    databaseUrl,
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );
  return { rss: residentBytes(app.pid), files: readdirSync(`/proc/${app.pid}/fd`).length, connections: rows[0].n };
}

/** Repeats `ask` sequentially until `isOver`. @returns the number of calls, and of failed ones */
async function repeat(isOver: () => boolean, ask: (time: number) => Promise<boolean>) {
  const done = { count: 0, failed: 0 };
  for (let time = 0; !isOver(); time += 1) {
    done.count += 1;
    if (!(await ask(time).catch(() => false))) done.failed += 1;
  }
  return done;
}

const countOf = (all: { count: number }[]) => all.reduce((sum, { count }) => sum + count, 0);

/** Runs all everyday operations for a given time; slow leaks become visible after an hour. */
export const soakTrials: readonly Trial[] = [
  {
    name: "soak: writers, readers, viewers, exports and imports",
    run: (bench) =>
      cleaned(async (cleanup) => {
        const databaseUrl = await ownDatabase(bench, cleanup);
        const client = createClient(databaseUrl, 1);
        for (let index = 0; index < MEMBERS; index += 1) await createMember(client);
        await client.$disconnect();
        const tokens = await makeSessions(databaseUrl, { count: READERS + VIEWERS + 3 });
        const app = await startTrialApp(databaseUrl, tokens[0] ?? "");
        cleanup.add(app.stop);
        return [
          await finding(`${bench.minutes} minutes`, async () => {
            const end = performance.now() + bench.minutes * 60_000;
            const isOver = () => performance.now() >= end;
            const writers = startWriters(app, WRITERS);
            const get = async (path: string, token = "") =>
              (await send(app.url + path, "GET", { token })).status === 200;
            const look = async (path: string, token = "") =>
              (await send(app.url + path, "GET", { headers: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } }))
                .status === 200;
            const readers = Array.from({ length: READERS }, (_, index) =>
              repeat(isOver, (time) => get(getAt(READ, (time + index) % READ.length), tokens[index + 1])),
            );
            const viewers = Array.from({ length: VIEWERS }, (_, index) =>
              repeat(isOver, (time) =>
                look(getAt(LOOKED_AT, (time + index) % LOOKED_AT.length), tokens[READERS + 1 + index]),
              ),
            );
            const exports = repeat(isOver, (time) =>
              get(`/api/members/export?format=${time % 2 ? "csv" : "xlsx"}`, tokens.at(-1)),
            );
            // Each import is undone, because growing responses of a growing database would hide a
            // leak.
            const imports = repeat(isOver, (time) =>
              importAndTakeBack(app.url, tokens.at(-2) ?? "", `Dauer ${time}`, 50),
            );
            const samples: Sample[] = [];
            while (!isOver()) {
              samples.push(await sample(app, databaseUrl));
              await delay(SAMPLE_MS);
            }
            const [read, looked] = [await Promise.all(readers), await Promise.all(viewers)];
            const [exported, imported] = [await exports, await imports];
            await writers.stop();
            const quarter = Math.max(1, Math.floor(samples.length / 4));
            const early = middleOf(samples.slice(quarter, 2 * quarter));
            const late = middleOf(samples.slice(-quarter));
            const wrong = [...(await contradictions(databaseUrl)), ...(await writers.missing(databaseUrl))];
            if (late.rss > early.rss * RSS_GROWTH)
              wrong.push(`RSS ${inMb(early)} → ${inMb(late)} (${course(samples)})`);
            if (late.files > early.files + FILES_GROWTH) wrong.push(`open files ${early.files} → ${late.files}`);
            if (late.connections > POOL) wrong.push(`${late.connections} connections`);
            const failed = [...read, ...looked, exported, imported].reduce(
              (sum, one) => sum + one.failed,
              writers.refused(),
            );
            const reads = countOf(read);
            const pages = countOf(looked);
            const asked = reads + pages + exported.count + imported.count + writers.acknowledged();
            if (failed > asked * REFUSED) wrong.push(`${failed} of ${asked} calls refused`);
            // Imports are checked separately, because they are too few to affect the share of all
            // requests.
            if (imported.failed > imported.count * REFUSED)
              wrong.push(`${imported.failed} of ${imported.count} imports failed or were not reverted`);
            return {
              acknowledged: `${writers.acknowledged()} saves, ${reads} reads, ${pages} pages, ${exported.count} exports, ${imported.count} imports`,
              found: `all of it, ${failed} calls refused; RSS ${inMb(early)} → ${inMb(late)} (${course(samples)}), open files ${early.files} → ${late.files}, connections ${early.connections} → ${late.connections} at most`,
              wrong,
            };
          }),
        ];
      }),
  },
];
