import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT } from "@/scripts/root";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { memberValues } from "@/tests/support/factories";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";
import { findInconsistencies } from "./consistency";
import { buildRelease, createAdmin, logIn, newestRelease, startRelease, type Release } from "./release";
import { workSideBySide } from "./side-by-side";
import { startWriters, type Writers } from "./writers";
import { withCleanup, recordFinding, type Bench, type Cleanup, type Trial } from "./trial";
import { getAt } from "@/lib/model/pure/get-at";

const ADMIN = "admin@example.org";
const WRITERS = 4;
/**
 * Maximum time without a successful save. A migration that locks tables for longer needs an
 * announced maintenance window (docs/operations.md).
 */
const LONGEST_PAUSE_MS = 5_000;
/** Pause after a failed read. */
const PAUSE_MS = 100;

/**
 * Tests a zero-downtime upgrade (docs/operations.md): the old release serves requests while this
 * one migrates the database, and afterwards both serve side by side. The oldest release that can
 * be upgraded is the first one: databases of earlier states are refused.
 */
export const upgradeTrials = (from: string | undefined): readonly Trial[] => {
  const ref = from ?? newestRelease(readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8"));
  return [
    { name: `upgrade: ${ref} serves on the schema of this release`, run: (bench) => withCleanup(upgrade(ref, bench)) },
  ];
};

const upgrade = (ref: string, bench: Bench) => async (cleanup: Cleanup) => {
  const url = await createEmptyDatabase(bench, cleanup);
  const folder = await buildRelease(ref, cleanup);
  const start = async (buildFolder: string) => {
    const release = await startRelease(buildFolder, url);
    cleanup.add(release.stop);
    return release;
  };
  const older = await start(folder);
  await createAdmin(folder, url, ADMIN);
  const token = await logIn(older, ADMIN);
  for (let index = 0; index <= WRITERS; index += 1)
    await older.call("POST", "/api/members/new", { token, body: memberValues() });

  const writers = startWriters(withToken(older, token), WRITERS);
  let isOver = false;
  const reading = readContinuously(older, token, () => isOver);
  cleanup.add(async () => {
    isOver = true;
    await Promise.all([reading, writers.stop()]);
  });
  let newer: Release | undefined;
  const findings = [
    await recordFinding("the new release migrates while the old one serves reads and writes", async () => {
      const before = await countMigrations(url);
      newer = await start(ROOT);
      const added = (await countMigrations(url)) - before;
      const migrationResult = added === 0 ? "there was nothing to migrate" : `${added} migrations ran`;
      return { acknowledged: "–", found: `${migrationResult}, and the new one serves`, wrong: [] };
    }),
  ];
  if (!newer) return findings;
  const started = newer;
  findings.push(
    await recordFinding("both releases work with each other's records", async () => {
      const { requests, wrong } = await workSideBySide(older, started, token);
      return { acknowledged: `${requests} calls`, found: "both return the same, every step succeeds", wrong };
    }),
    await recordFinding("a login of one release is valid for the other, and a logout ends both", async () => {
      const wrong: string[] = [];
      for (const [issuer, other] of [[older, started] as const, [started, older] as const]) {
        const sessionToken = await logIn(issuer, ADMIN);
        const loginCheck = await other.call("GET", "/api/user", { token: sessionToken });
        if (loginCheck.status !== 200) wrong.push(`a login is not recognized: ${loginCheck.status}`);
        await issuer.call("POST", "/api/auth/logout", { token: sessionToken });
        const logoutCheck = await other.call("GET", "/api/user", { token: sessionToken });
        if (logoutCheck.status !== 401) wrong.push(`a logout is not recognized: ${logoutCheck.status}`);
      }
      return { acknowledged: "yes", found: "in both directions", wrong };
    }),
    await recordFinding("the old release is restarted on the new schema", async () => {
      const restarted = await start(folder);
      const { status, text } = await restarted.call("PUT", `/api/members/${WRITERS + 1}`, {
        token,
        body: { telefon: "0711" },
      });
      await restarted.stop();
      return { acknowledged: "a save", found: "it serves", wrong: status === 200 ? [] : [`${status} ${text}`] };
    }),
    await recordFinding("the old release ends, the new one continues", async () => {
      isOver = true;
      const { count, failed, first } = await reading;
      await writers.stop();
      await older.stop();
      const wrong = [
        ...(await findInconsistencies(url)),
        ...(await writers.findMissing(url)),
        ...describeRefusals(writers),
      ];
      if (failed > 0) wrong.push(`${failed} of ${count} reads were refused, the first: ${first}`);
      if (writers.longestPause() > LONGEST_PAUSE_MS) wrong.push(`${writers.longestPause()} ms without a save`);
      const { status } = await started.call("GET", "/api/members/1", { token });
      if (status !== 200) wrong.push(`the new release returned ${status}`);
      return {
        acknowledged: `${writers.acknowledged()} saves, ${count} reads of the old release`,
        found: `all of them, none refused; at most ${(writers.longestPause() / 1000).toFixed(1)} s without a save; consistent`,
        wrong,
      };
    }),
  );
  return findings;
};

const describeRefusals = (writers: Writers) =>
  writers.refused() === 0 ? [] : [`${writers.refused()} saves were refused`];

async function createEmptyDatabase({ serverUrl }: Bench, cleanup: Cleanup): Promise<string> {
  const name = uniqueName("upgrade");
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  cleanup.add(() => dropDatabase(serverUrl, name));
  return databaseUrl(serverUrl, name);
}

const countMigrations = async (url: string): Promise<number> =>
  (await runSql(url, "SELECT count(*)::int AS n FROM _prisma_migrations WHERE finished_at IS NOT NULL")).rows[0].n;

const withToken = (release: Release, token: string): Pick<Release, "call"> => ({
  call: (method, pathname, options) => release.call(method, pathname, { token, ...options }),
});

/**
 * Reads lists, records and a search, one after the other, until `isOver`. @returns the number of
 * reads and of failed reads, and the first error
 */
async function readContinuously(release: Release, token: string, isOver: () => boolean) {
  const paths = [
    "/api/members",
    "/api/members/1",
    "/api/members?filter=e",
    "/api/members_search?search=mus",
    "/api/history",
  ];
  let [count, failed, first] = [0, 0, ""];
  for (; !isOver(); count += 1) {
    const pathname = getAt(paths, count % paths.length);
    const { status, text } = await release.call("GET", pathname, { token });
    if (status === 200) continue;
    failed += 1;
    first ||= `${pathname}: ${status} ${text.slice(0, 200)}`;
    await delay(PAUSE_MS);
  }
  return { count, failed, first };
}
