import { existsSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import path from "node:path";
import { createClient } from "@/lib/server/database/client";
import { freePort, runSql, startCluster } from "@/scripts/postgres/postgres-cluster";
import { createMember, createUser, TEST_PASSWORD } from "@/tests/support/factories";
import { reachableTemporaryFolder } from "@/scripts/postgres/throwaway-server";
import { createTemplate } from "@/tests/support/databases/template";
import { makeSessions } from "./accounts";
import { startTrialApp, type TrialApp } from "./app";
import { contradictions } from "./consistency";
import { cleaned, finding, ownDatabase, type Finding, type Trial } from "./trial";

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 2;
const FAKETIME = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"].map(
  (folder) => `${folder}/faketime/libfaketime.so.1`,
);

/**
 * Script that the app's process runs first: sets its clock two days ahead, until SIGUSR2 corrects
 * it.
 */
const CLOCK = `
  const Real = Date;
  let ahead = ${AHEAD_DAYS * DAY_MS};
  process.on("SIGUSR2", () => { ahead = 0; });
  globalThis.Date = class Date extends Real {
    constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
  // Next inspects a constructor's own properties.
  for (const name of ["UTC", "parse"]) Object.defineProperty(Date, name, Object.getOwnPropertyDescriptor(Real, name));`;
/**
 * Settings that load the script, and make sessions last longer than the two days that the clock is
 * ahead.
 */
const WITH_CLOCK = {
  SESSION_IDLE_HOURS: "240",
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK)}`,
};

type Login = { email: string; password: string };

async function fill(databaseUrl: string): Promise<{ token: string; wrong: Login; right: Login }> {
  const client = createClient(databaseUrl, 1);
  await createMember(client);
  const { email } = await createUser(client);
  await client.$disconnect();
  const [token = ""] = await makeSessions(databaseUrl);
  return { token, wrong: { email, password: "ganz falsch" }, right: { email, password: TEST_PASSWORD } };
}

/** Saves and reads the history. @returns errors, the record's version, and its number of changes */
async function saveAndLook(app: TrialApp, telefon: string) {
  const saved = await app.call("PUT", "/api/members/1", { body: { telefon } });
  const read = await app.call("GET", "/api/members/1");
  const history = await app.call("GET", "/api/history?kind=members&id=1");
  const wrong = [
    ...(saved.status === 200 ? [] : [`a save returned ${saved.status}`]),
    ...(history.status === 200 ? [] : [`the history returned ${history.status}`]),
  ];
  return {
    wrong,
    version: Number(/\d+/.exec(read.headers.get("etag") ?? "")?.[0]),
    changes: Number(history.json.total),
  };
}

const appsClock: Trial = {
  name: "clock: the app's clock was two days ahead and is corrected",
  run: (bench) =>
    cleaned(async (cleanup) => {
      const databaseUrl = await ownDatabase(bench, cleanup);
      const { token, wrong: badLogin, right } = await fill(databaseUrl);
      const app = await startTrialApp(databaseUrl, token, WITH_CLOCK);
      cleanup.add(app.stop);
      const login = (body: Login) => app.call("POST", "/api/auth/login", { token: "", body });
      const before = await saveAndLook(app, "voraus");
      for (let time = 0; time < 10; time += 1) await login(badLogin);
      const blocked = await login(right);
      process.kill(app.pid, "SIGUSR2");
      return [
        await finding("sessions, saves and their history", async () => {
          const after = await saveAndLook(app, "richtig");
          const wrong = [...before.wrong, ...after.wrong, ...(await contradictions(databaseUrl))];
          if (after.version !== before.version + 1) wrong.push(`version ${before.version} → ${after.version}`);
          if (after.changes !== before.changes + 1) wrong.push(`changes ${before.changes} → ${after.changes}`);
          return { acknowledged: "yes", found: "the session lives on, versions and history go on", wrong };
        }),
        await finding("a throttle that was reached in the future", async () => {
          const { status, headers } = await login(right);
          const wrong: string[] = [];
          if (blocked.status !== 429) wrong.push(`the login after ten failed ones returned ${blocked.status}`);
          const wait = Number(headers.get("retry-after") ?? 0);
          if (status !== 200 && wait > 15 * 60) wrong.push(`locked out for ${wait} s`);
          return {
            acknowledged: "–",
            found: status === 200 ? "discarded, because it was in the future" : `429 for ${wait} s`,
            wrong,
          };
        }),
      ];
    }),
};

const wholeMachine: Trial = {
  name: "clock: the whole machine's, PostgreSQL's included",
  run: () =>
    cleaned(async (cleanup): Promise<Finding[]> => {
      const library = FAKETIME.find((file) => existsSync(file));
      if (!library)
        return [
          {
            fault: "the machine's clock",
            acknowledged: "–",
            found: "skipped: needs Debian's package faketime",
            seconds: 0,
            isGood: true,
          },
        ];
      const folder = mkdtempSync(path.join(reachableTemporaryFolder(), "cooperation-clock-"));
      chmodSync(folder, 0o711);
      cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
      const clockFile = path.join(folder, "clock");
      writeFileSync(clockFile, `+${AHEAD_DAYS}d`, { mode: 0o644 });
      const faked = {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };
      Object.assign(process.env, faked);
      const forget = () => Object.keys(faked).forEach((name) => delete process.env[name]);
      cleanup.add(forget);
      const cluster = await startCluster({ folder, password: "trial", port: await freePort() }).finally(forget);
      cleanup.add(cluster.stop);
      const template = await createTemplate(cluster.url("postgres"));
      await runSql(cluster.url("postgres"), `CREATE DATABASE trial TEMPLATE ${template}`);
      const databaseUrl = cluster.url("trial");
      const { token } = await fill(databaseUrl);
      const app = await startTrialApp(databaseUrl, token, { ...WITH_CLOCK, JOBS: "on" });
      cleanup.add(app.stop);
      const before = await saveAndLook(app, "voraus");
      return [
        await finding("set back by two days while it runs", async () => {
          const ahead = (await runSql(databaseUrl, "SELECT now() AS now")).rows[0].now as Date;
          writeFileSync(clockFile, "+0d");
          process.kill(app.pid, "SIGUSR2");
          const now = (await runSql(databaseUrl, "SELECT now() AS now")).rows[0].now as Date;
          const after = await saveAndLook(app, "richtig");
          const undone = await app.call("GET", "/api/history");
          const wrong = [...before.wrong, ...after.wrong, ...(await contradictions(databaseUrl))];
          if (ahead.getTime() - now.getTime() < DAY_MS) wrong.push("the database's clock was not set back");
          if (after.version !== before.version + 1) wrong.push(`version ${before.version} → ${after.version}`);
          if (after.changes !== before.changes + 1) wrong.push(`changes ${before.changes} → ${after.changes}`);
          if (undone.status !== 200) wrong.push(`the timeline returned ${undone.status}`);
          if (/Uncaught|Unhandled/.test(app.log())) wrong.push("an uncaught error");
          return { acknowledged: "yes", found: "the session lives on, versions, history and counts go on", wrong };
        }),
      ];
    }),
};

export const clockTrials: readonly Trial[] = [appsClock, wholeMachine];
