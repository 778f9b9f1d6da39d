import type { Cookie } from "@playwright/test";
import pg from "pg";
import { expect, test } from "../../support/browser/fixtures";

/*
 * Printed lists take a slot of the limit `printing` from before they are read until they are drawn.
 * Only the built app draws pages, and gives the slot back when a response has ended.
 */

const METRICS_TOKEN = "a-token-for-tests-that-is-long-enough";

let instance: { port: number; stop: () => Promise<void> };

test.beforeAll(async ({ app }) => {
  instance = await app.startInstance(app.url, { settings: { METRICS_TOKEN } });
});
test.afterAll(() => instance.stop());

const addressOf = (path: string) => `http://127.0.0.1:${instance.port}${path}`;

async function print(cookies: readonly Cookie[]): Promise<number> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const response = await fetch(addressOf("/print/members"), { headers: { cookie }, redirect: "manual" });
  await response.text();
  return response.status;
}

/** Returns how many slots are taken, and how many calls wait for one. */
async function slotUsage(): Promise<(number | undefined)[]> {
  const response = await fetch(addressOf("/api/metrics"), { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await response.text();
  return ["taken", "waiting"].map((name) => {
    const value = new RegExp(`^cooperation_lane_${name}\\{lane="printing"\\} (\\d+)$`, "m").exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  });
}

test("a second print of an account waits until the first one is rendered", async ({ app, session }) => {
  const lockingClient = new pg.Client({ connectionString: app.databaseUrl });
  await lockingClient.connect();
  // The first print waits for its rows, with its slot.
  await lockingClient.query("BEGIN; LOCK TABLE members IN ACCESS EXCLUSIVE MODE");
  const prints = [print(session.cookies), print(session.cookies)];
  await expect.poll(slotUsage).toEqual([1, 1]);
  await lockingClient.query("ROLLBACK");
  await lockingClient.end();
  expect(await Promise.all(prints)).toEqual([200, 200]);
  await expect.poll(slotUsage).toEqual([0, 0]);
});
