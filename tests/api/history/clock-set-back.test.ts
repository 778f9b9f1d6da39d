import { beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls } from "../../support/records/history";

/*
 * The clocks of the app and the database are set back by two days after a save.
 * The rate limit after a clock change is tested in `rate-limit.test.ts`.
 */

const TWO_DAYS_MS = 2 * 86_400_000;

let api: Client;
let calls: ReturnType<typeof historyCalls>;
let id: number;
let saved: number;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
  id = await calls.create("members", { telefon: "0711 1" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + TWO_DAYS_MS });
  // Without this use, the session would expire within the two days.
  await db().$executeRaw`UPDATE sessions SET last_seen_at = ${new Date()}`;
  await api.put(`/api/members/${id}`, { telefon: "0711 2" });
  await db().$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = replica`;
    await transaction.$executeRaw`UPDATE changes SET at = at + interval '2 days' WHERE kind = 'members' AND version = 2`;
  });
  vi.useRealTimers();
  saved = (await api.put(`/api/members/${id}`, { telefon: "0711 3" })).status;
});

it("a session survives a clock that is set back, and a save gets the next version", async () => {
  expect(saved).toBe(200);
  expect(await calls.etag(`members/${id}`)).toBe('"3"');
});

it("a past record is reconstructed in the order of its versions, not of their dates", async () => {
  const changes = await calls.changes(`kind=members&id=${id}`);
  const created = changes.find(({ action }) => action === "create")?.at ?? "";
  expect(await calls.load(`members/${id}?at=${created}`)).toMatchObject({ telefon: "0711 1" });
});
