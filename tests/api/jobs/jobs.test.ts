import { readFileSync } from "node:fs";
import path from "node:path";
import PgBoss from "pg-boss";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { JobOverview } from "@/lib/features/jobs/job-answers";
import { db } from "@/lib/store/database/client";
import { JOBS_SCHEMA } from "@/lib/features/jobs/server/boss";
import { jobs } from "@/lib/features/operations/server/jobs";
import { startRunner } from "@/lib/features/jobs/server/runner";
import { startJobs } from "@/lib/features/operations/server/background-work";
import { withoutTrailing } from "@/lib/model/pure/without-trailing";
import { loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import {
  startDigestRunner,
  startAppMailServer,
  monday,
  clearJobs,
  queueDigests,
  makeRetriesDue,
  createSubscriber,
} from "../../support/records/digests";

/*
 * Background jobs (contract §11) run once, regardless of the number of app instances.
 */

beforeEach(clearJobs);

const listed = async (admin: Client, name: string) => {
  const { json } = await admin.get<{ jobs: JobOverview[] }>("/api/jobs");
  const job = json.jobs.find((candidate) => candidate.name === name);
  if (!job) throw new Error(`${name} is not listed`);
  return job;
};

describe("queues", () => {
  it("the migrations create one queue per job, like pg-boss would", async () => {
    const file = path.join(import.meta.dirname, "../../../prisma/migrations/20261127135000_initial/migration.sql");
    const collapsed = (sql: string) => sql.replaceAll(/\s+/g, " ").replaceAll(" ;", ";");
    const migration = collapsed(readFileSync(file, "utf8"));
    const plans = collapsed(PgBoss.getConstructionPlans(JOBS_SCHEMA));
    const [from, to] = [plans.indexOf("CREATE TYPE"), plans.lastIndexOf("COMMIT")];
    for (const statement of plans.slice(from, to).split(/; (?=CREATE|ALTER|INSERT)/)) {
      expect(migration).toContain(withoutTrailing(statement.trimEnd(), ";"));
    }
    const queues = await db().$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.queue`;
    expect(queues.map(({ name }) => name).sort()).toEqual(
      ["__pgboss__send-it", ...jobs.map(({ name }) => name)].sort(),
    );
  });

  it("each job's queue gets its schedule, and schedules of removed jobs are dropped", async () => {
    await db().$executeRaw`INSERT INTO pgboss.queue (name) VALUES ('gone')`;
    await db().$executeRaw`INSERT INTO pgboss.schedule (name, cron) VALUES ('gone', '* * * * *')`;
    const runner = await startRunner({ jobs, pauseMs: null });
    onTestFinished(runner.stop);
    const schedules = await db().$queryRaw`SELECT name, cron, timezone FROM pgboss.schedule ORDER BY name`;
    expect(schedules).toEqual([
      { name: "digest", cron: "30 6-20 * * *", timezone: "Europe/Berlin" },
      { name: "file_texts", cron: "35 * * * *", timezone: "Europe/Berlin" },
      { name: "file_upkeep", cron: "20 * * * *", timezone: "Europe/Berlin" },
      { name: "housekeeping", cron: "15 3 * * *", timezone: "Europe/Berlin" },
      { name: "quality", cron: "45 3 * * *", timezone: "Europe/Berlin" },
      { name: "round_mail", cron: "*/30 * * * *", timezone: "Europe/Berlin" },
      { name: "round_upkeep", cron: "30 3 * * *", timezone: "Europe/Berlin" },
    ]);
    await db().$executeRaw`DELETE FROM pgboss.queue WHERE name = 'gone'`;
  });

  it("daily jobs are queued at startup, too, once a day, for machines that are off at the scheduled time", async () => {
    for (let start = 0; start < 2; start += 1) await (await startRunner({ jobs, pauseMs: null })).stop();
    const runner = await startRunner({ jobs, pauseMs: null });
    onTestFinished(runner.stop);
    expect(await runner.workOff()).toBe(4);
    const jobsDone = await db().$queryRaw`
      SELECT name, state::text FROM pgboss.job WHERE name NOT LIKE '\\_%' ORDER BY name`;
    expect(jobsDone).toEqual([
      { name: "file_texts", state: "completed" },
      { name: "housekeeping", state: "completed" },
      { name: "quality", state: "completed" },
      { name: "round_upkeep", state: "completed" },
    ]);
  });
});

describe("failed jobs", () => {
  it("admins see failed jobs with their errors and can retry them", async () => {
    const { refuseWith, mails } = await startAppMailServer();
    refuseWith(451);
    const { id, email } = await createSubscriber("daily", { name: "Zoë Müller" });
    const admin = await loggedIn({ role: "admin" });
    const { workOff: runQueue } = await startDigestRunner(monday);
    await queueDigests();
    await runQueue();
    expect(await listed(admin, "digest_mail")).toMatchObject({ waiting: 1, failed: 0, runs: [{ state: "retrying" }] });
    await db().$executeRaw`UPDATE pgboss.job SET retry_count = retry_limit - 1`;
    await makeRetriesDue();
    await runQueue();
    const { failed, runs } = await listed(admin, "digest_mail");
    expect({ failed, runs }).toMatchObject({
      failed: 1,
      runs: [{ state: "failed", account: { id, name: "Zoë Müller" }, error: expect.stringContaining("451") as string }],
    });
    expect(JSON.stringify(runs)).not.toContain(email);
    refuseWith(null);
    const job = runs[0]?.id ?? "";
    expect((await admin.post(`/api/jobs/${job}/retry`)).json).toEqual({ success: true, message: "job_retried" });
    expect(await admin.post(`/api/jobs/${job}/retry`)).toMatchObject({ status: 404 });
    await runQueue();
    expect(mails).toHaveLength(1);
    const after = await listed(admin, "digest_mail");
    expect(after).toMatchObject({ failed: 0, waiting: 0, runs: [{ state: "done", result: "sent", error: null }] });
    expect(after.last_done_at).toBeTypeOf("string");
    expect(await listed(admin, "housekeeping")).toMatchObject({ cron: "15 3 * * *", runs: [], last_done_at: null });
  });

  it("admins cannot retry unknown jobs", async () => {
    const admin = await loggedIn({ role: "admin" });
    for (const id of ["1", "x", "00000000-0000-4000-8000-000000000000"]) {
      expect(await admin.post(`/api/jobs/${id}/retry`)).toMatchObject({
        status: 404,
        json: { message: "data_not_found" },
      });
    }
  });
});

describe("starting the job runner", () => {
  const log = () => vi.mocked(console.error).mock.calls.flat().join("\n");

  it("the job runner does not start when JOBS is off", async () => {
    configure({ JOBS: false });
    const handlers = process.listenerCount("SIGTERM");
    startJobs();
    expect(process.listenerCount("SIGTERM")).toBe(handlers);
  });

  it("the job runner logs a one-line error and retries when the database has no queues", async () => {
    await db().$executeRawUnsafe("ALTER SCHEMA pgboss RENAME TO elsewhere");
    onTestFinished(async () => void (await db().$executeRawUnsafe("ALTER SCHEMA elsewhere RENAME TO pgboss")));
    await expect(startRunner({ jobs })).rejects.toThrow("pg-boss is not installed");
    const handlers = process.listenerCount("SIGTERM");
    const stop = startJobs();
    await vi.waitFor(() => expect(log()).toContain("The jobs could not start, and are tried again"));
    stop();
    expect(process.listenerCount("SIGTERM")).toBe(handlers);
  });
});
