import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { createMember } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";

const TOKEN = "0123456789abcdef0123456789abcdef";

/** Reads the metrics as Prometheus does. @returns the value of each series */
async function scrape(): Promise<Map<string, number>> {
  const answer = await call("GET", "/api/metrics", { token: TOKEN });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = new TextDecoder().decode(answer.bytes).split("\n");
  const series = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    series.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

describe("access to metrics", () => {
  it("GET /api/metrics returns 404 to everyone when METRICS_TOKEN is not set", async () => {
    for (const token of [null, TOKEN, (await loggedIn({ role: "admin" })).token]) {
      const answer = await call("GET", "/api/metrics", { token });
      expect(answer).toMatchObject({ status: 404, json: { success: false, message: "not_found" } });
    }
  });

  it("GET /api/metrics requires the token, even from admins", async () => {
    configure({ METRICS_TOKEN: TOKEN });
    const { token: login } = await loggedIn({ role: "admin" });
    for (const token of [null, "", login, TOKEN.slice(1), `${TOKEN}0`, TOKEN.toUpperCase()]) {
      const answer = await call("GET", "/api/metrics", { token });
      expect(answer, String(token)).toMatchObject({ status: 401, json: { message: "unauthenticated" } });
    }
    expect((await call("GET", "/api/metrics", { token: TOKEN })).status).toBe(200);
  });

  it("GET /api/metrics keeps the session cookie of a refused request", async () => {
    configure({ METRICS_TOKEN: TOKEN });
    const { token } = await loggedIn();
    const answer = await call("GET", "/api/metrics", { headers: { cookie: `session=${token}` } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });
});

let aheadMs = 0;
/**
 * Lets values expire that other tests have cached. The fake clock starts at 0, and is advanced past
 * the real one, and past those of earlier tests.
 */
function expireCachedValues(): void {
  aheadMs += 60_000;
  const elapsedMs = performance.now();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(elapsedMs + aheadMs);
}

describe("the metrics", () => {
  it("the metrics count calls by route, method and status, without ids", async () => {
    const api = await loggedIn();
    const id = await createMember(db());
    configure({ METRICS_TOKEN: TOKEN });
    const route = 'route="/members/{ph_id}"';
    const [foundSeries, notFoundSeries] = [200, 404].map(
      (status) => `cooperation_http_requests_total{method="GET",${route},status="${status}"}`,
    ) as [string, string];
    const durations = `cooperation_http_request_duration_seconds_count{method="GET",${route}}`;
    const before = await scrape();
    const increaseOf = (after: Map<string, number>, name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    await api.get(`/api/members/${id}`);
    await api.get(`/api/members/${id}`);
    await api.get("/api/members/987654321");
    const after = await scrape();
    expect([foundSeries, notFoundSeries, durations].map((name) => increaseOf(after, name))).toEqual([2, 1, 3]);
    expect([...after.keys()].join("\n")).not.toMatch(/987654321|@/);
  });

  it("the metrics are not collected while they are off", async () => {
    const api = await loggedIn();
    const userSeries = 'cooperation_http_requests_total{method="GET",route="/user",status="200"}';
    configure({ METRICS_TOKEN: TOKEN });
    await api.get("/api/user");
    const before = (await scrape()).get(userSeries);
    expect(before).toBeGreaterThan(0);
    Reflect.deleteProperty(env(), "METRICS_TOKEN");
    await api.get("/api/user");
    configure({ METRICS_TOKEN: TOKEN });
    expect((await scrape()).get(userSeries)).toBe(before);
  });

  it("the metrics cover the connection pool, password hashing, the process and readiness", async () => {
    configure({ METRICS_TOKEN: TOKEN });
    const metrics = await scrape();
    for (const need of ["running", "database", "migrations"])
      expect(metrics.get(`cooperation_ready{need="${need}"}`), need).toBe(1);
    expect(metrics.get("cooperation_database_connections_max")).toBe(env().DATABASE_POOL_SIZE);
    expect(metrics.get("cooperation_database_connections")).toBeGreaterThan(0);
    expect(metrics.get("cooperation_database_waiting")).toBe(0);
    expect(metrics.get("cooperation_password_hashes_waiting")).toBe(0);
    expect(metrics.get("process_resident_memory_bytes")).toBeGreaterThan(0);
    expect(metrics.has("nodejs_eventloop_lag_seconds")).toBe(true);
  });

  it("the metrics report the start of the last backup, or 0 when there is none", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cooperation-metrics-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    configure({ METRICS_TOKEN: TOKEN, BACKUP_DIR: folder });
    const name = "cooperation_last_backup_timestamp_seconds";
    expect((await scrape()).get(name)).toBe(0);
    for (const file of ["cooperation-20261121T010203Z.dump.age", "cooperation-20261122T010203Z.dump.age.part"])
      writeFileSync(path.join(folder, file), "");
    expect((await scrape()).get(name)).toBe(Date.UTC(2026, 10, 21, 1, 2, 3) / 1000);
  });

  it("the metrics report taken and total slots of concurrency limits, and waiting calls", async () => {
    configure({ METRICS_TOKEN: TOKEN });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const calls = [
      withConcurrencyLimit("printing", 1, () => released),
      withConcurrencyLimit("printing", 1, () => released),
    ];
    const busyMetrics = await scrape();
    expect(busyMetrics.get('cooperation_lane_taken{lane="printing"}')).toBe(1);
    expect(busyMetrics.get('cooperation_lane_waiting{lane="printing"}')).toBe(1);
    expect(busyMetrics.get('cooperation_lane_places{lane="printing"}')).toBe(2);
    release();
    await Promise.all(calls);
    expect((await scrape()).get('cooperation_lane_taken{lane="printing"}')).toBe(0);
  });

  it("the metrics report failed jobs, cached for five seconds", async () => {
    configure({ METRICS_TOKEN: TOKEN });
    expireCachedValues();
    const failedSeries = 'cooperation_jobs_failed{queue="digest"}';
    expect((await scrape()).get(failedSeries)).toBe(0);
    await db().$executeRaw`INSERT INTO pgboss.job (name, state, completed_on) VALUES ('digest', 'failed', now())`;
    expect((await scrape()).get(failedSeries)).toBe(0);
    vi.advanceTimersByTime(5_000);
    expect((await scrape()).get(failedSeries)).toBe(1);
  });

  it("the metrics report the number and bytes of contents of files, and their quota", async () => {
    configure({ METRICS_TOKEN: TOKEN, FILES_QUOTA_GB: 20 });
    await db().fileContent.create({ data: { sha256: "0".repeat(64), bytes: 1_000 } });
    await db().fileContent.create({ data: { sha256: "1".repeat(64), bytes: 500 } });
    await db().fileContent.create({ data: {} });
    expireCachedValues();
    const metrics = await scrape();
    expect(metrics.get("cooperation_files_contents")).toBe(2);
    expect(metrics.get("cooperation_files_bytes")).toBe(1_500);
    expect(metrics.get("cooperation_files_quota_bytes")).toBe(20 * 1_073_741_824);
  });

  it("the metrics have no quota of files when FILES_QUOTA_GB is not set", async () => {
    configure({ METRICS_TOKEN: TOKEN });
    expireCachedValues();
    const metrics = await scrape();
    expect(metrics.has("cooperation_files_bytes")).toBe(true);
    expect(metrics.has("cooperation_files_quota_bytes")).toBe(false);
  });
});
