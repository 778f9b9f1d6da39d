import type { Cookie } from "@playwright/test";
import { startCollector } from "../../support/servers/collector";
import { expect, test } from "../../support/browser/fixtures";

/*
 * The SQL statements of pages, as their traces name them. Only the built app renders pages as for a
 * user, with React's cache for each request.
 */

const CLIENT = 3;

let collector: Awaited<ReturnType<typeof startCollector>>;
let instance: { port: number; stop: () => Promise<void> };

test.describe.configure({ mode: "default" });
test.beforeAll(async ({ app }) => {
  collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "100" };
  instance = await app.startInstance(app.url, { settings });
});
test.afterAll(async () => {
  await instance.stop();
  await collector.close();
});

/** Returns the names of the reading statements that a page runs, such as `SELECT members`. */
async function readsOf(path: string, cookies: readonly Cookie[]): Promise<string[]> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const response = await fetch(`http://127.0.0.1:${instance.port}${path}`, { headers: { cookie }, redirect: "manual" });
  expect(response.status).toBe(200);
  await response.text();
  const id = response.headers.get("x-request-id");
  const pageSpan = () => collector.spans().find(({ attributes }) => attributes["cooperation.request_id"] === id);
  await expect.poll(pageSpan).toBeDefined();
  const traceId = pageSpan()?.traceId;
  const statements = collector.spans().filter((span) => span.traceId === traceId && span.kind === CLIENT);
  return statements.map(({ name }) => name).filter((name) => name.startsWith("SELECT"));
}

for (const [page, path, most] of [
  ["a list", "/members", 3],
  ["a record", "/members/1", 10],
  ["the login", "/login", 1],
] as const) {
  test(`${page} reads the session once, and runs at most ${most} SELECT statements`, async ({ session }) => {
    const reads = await readsOf(path, session.cookies);
    expect(reads.filter((name) => name === "SELECT sessions")).toHaveLength(1);
    expect(reads.length, reads.join()).toBeLessThanOrEqual(most);
  });
}
