import { createHash } from "node:crypto";
import ICAL from "ical.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { limits } from "@/lib/store/limits/rate-limit";
import { createMember, createProject, createThematicField } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";

/*
 * The private calendar feed of deadlines (contract §11), read as a calendar client does.
 */

type Address = { url: string };

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

let topic: number;
async function itIs(day: string) {
  vi.setSystemTime(new Date(`${day}T11:00:00Z`));
  await db().$executeRaw`UPDATE sessions SET last_seen_at = ${new Date()}`;
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await itIs("2027-03-10");
  topic = await createThematicField(db());
});
afterEach(() => void vi.useRealTimers());

const project = (projekt_titel: string, values: object) =>
  createProject(db(), {
    projekt_titel,
    projektbeginn: "2020-01-01",
    status: PROJECT_STATUS.ongoing,
    themenfelder: [topic],
    ...values,
  });
const fixed = (title: string, projektende: string, kuendigungsfrist = "") =>
  project(title, { vertragsgrundlage: fixedTerm, projektende, kuendigungsfrist });

/** Logs in and sets the session's `last_seen_at` to the time of the fake clock. */
async function somebody(overrides: Parameters<typeof loggedIn>[0] = {}): Promise<Client> {
  const client = await loggedIn(overrides);
  await db().$executeRaw`UPDATE sessions SET last_seen_at = ${new Date()}`;
  return client;
}
const addressOf = async (client: Client) => (await client.get<Address>("/api/user/calendar")).json.url;
const idOf = async (client: Client) => (await client.get<{ id: number }>("/api/user")).json.id;
const pathOf = (url: string) => new URL(url).pathname;

/** Fetches a feed without a session, restricted to the projects of this test. */
async function fetched(url: string, query = `topics=${topic}`) {
  const answer = await call("GET", `${pathOf(url)}?${query}`);
  const text = new TextDecoder().decode(answer.bytes);
  return { ...answer, text };
}
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as object[])
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component));

async function events(url: string, query?: string) {
  const { status, text } = await fetched(url, query);
  expect(status).toBe(200);
  return eventsOf(text).map(({ uid, summary, startDate }) => ({ uid, summary, day: startDate.toString() }));
}

describe("the feed", () => {
  it("is a valid iCalendar of all-day events with reminders", async () => {
    const ph_id = await createMember(db(), { vorname: "Jörg", nachname: "Müßig" });
    const title = `Übergänge; Größe, Maß\\Ziel – ${"ein langer Titel mit Umlauten äöüß ".repeat(8)}Ende`;
    const id = await fixed(title, "2027-12-31", "3 Monate, verlängert sich um 1 Jahr");
    const api = await somebody({ role: "admin" });
    await api.post(`/api/projects/member/${ph_id}/${id}`, {});
    await api.post(`/api/members/project/${ph_id}/${id}`, {});
    const { status, headers, text } = await fetched(await addressOf(api));
    expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(headers.get("cache-control")).toMatch(/^private\b/);
    // RFC 5545 requires CRLF line ends and lines of at most 75 octets.
    for (const line of text.split("\r\n")) {
      expect(line).not.toContain("\n");
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    const found = eventsOf(text);
    expect(
      found.map((event) => [event.uid, event.summary, event.startDate.toString(), event.startDate.isDate]),
    ).toEqual([
      [`${id}-last_notice@localhost:3000`, `Letzter Kündigungstag: ${title}`, "2027-09-30", true],
      [`${id}-end@localhost:3000`, `Vertragsende: ${title}`, "2027-12-31", true],
      [`${id}-renewal@localhost:3000`, `Verlängerung: ${title}`, "2028-01-01", true],
    ]);
    const [first] = found;
    expect(first?.description).toBe(`Hochschulmitglieder: Jörg Müßig\nhttp://localhost:3000/projects/${id}`);
    expect(first?.component.getFirstPropertyValue("url")).toBe(`http://localhost:3000/projects/${id}`);
    for (const { component, startDate } of found) {
      const alarm = component.getFirstSubcomponent("valarm");
      const trigger = alarm?.getFirstPropertyValue("trigger") as ICAL.Duration;
      const reminded = startDate.clone();
      reminded.isDate = false;
      reminded.addDuration(trigger);
      expect(reminded.subtractDate(startDate).toSeconds() / 3600).toBe(9 - 7 * 24);
      expect(alarm?.getFirstPropertyValue("action")).toBe("DISPLAY");
    }
  });

  it("keeps its URL and UIDs, returns 304 when unchanged, and moves events with their contract", async () => {
    const id = await fixed("Läuft", "2027-12-31");
    const api = await somebody();
    const url = await addressOf(api);
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/feed_[\w-]{43}\.ics$/);
    expect(await addressOf(api)).toBe(url);
    const first = await fetched(url);
    const etag = first.headers.get("etag") ?? "";
    const path = `${pathOf(url)}?topics=${topic}`;
    expect((await call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const before = await events(url);
    await db().$executeRaw`UPDATE projects SET projektende = '2028-06-30' WHERE projekt_id = ${id}`;
    const after = await events(url);
    expect([before, after].map(([event]) => event?.day)).toEqual(["2027-12-31", "2028-06-30"]);
    expect(after[0]?.uid).toBe(before[0]?.uid);
    expect((await call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("returns 304 for its tag as a compressing proxy weakens it", async () => {
    const url = await addressOf(await somebody());
    const etag = (await fetched(url)).headers.get("etag") ?? "";
    const path = `${pathOf(url)}?topics=${topic}`;
    expect((await call("GET", path, { headers: { "if-none-match": `W/${etag}` } })).status).toBe(304);
  });

  it("accepts the filters of the list, and goes back one year", async () => {
    await fixed("Bald", "2027-05-01");
    await fixed("Später", "2028-05-01");
    await fixed("Längst vorbei", "2025-05-01");
    await fixed("Vorbei", "2027-02-01");
    const url = await addressOf(await somebody());
    const titles = async (query: string) =>
      (await events(url, `topics=${topic}${query}`)).map(({ summary }) => summary.replace("Vertragsende: ", ""));
    expect(await titles("")).toEqual(["Vorbei", "Bald", "Später"]);
    expect(await titles("&state=soon,over")).toEqual(["Vorbei", "Bald"]);
    expect(await titles("&member=999999")).toEqual([]);
    expect((await fetched(url, "state=bald")).status).toBe(422);
  });

  it("uses the language of its account, not of the request", async () => {
    await project("Quarter", { vertragsgrundlage: openEnded, kuendigungsfrist: "3 Monate zum Quartalsende" });
    const api = await somebody({ role: "reader" });
    await db().user.update({ where: { id: await idOf(api) }, data: { language: "en" } });
    const url = await addressOf(api);
    expect((await events(url)).map(({ summary }) => summary)).toEqual([
      "Last day to give notice: Quarter",
      "End of contract: Quarter",
    ]);
  });

  it("ends every line, including the last, with CRLF (RFC 5545)", async () => {
    await fixed("Zeilenende", "2027-12-31");
    const { text } = await fetched(await addressOf(await somebody({ role: "reader" })));
    expect(text).toMatch(/^(?:[^\r\n]+\r\n)+$/);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  });

  it("has an ETag that is the hash of the response body", async () => {
    await fixed("Prüfsumme", "2027-12-31");
    const { bytes, headers } = await fetched(await addressOf(await somebody({ role: "reader" })));
    expect(headers.get("etag")).toBe(`"${createHash("sha256").update(bytes).digest("base64url")}"`);
  });

  it("is a valid empty calendar when nothing is due", async () => {
    const url = await addressOf(await somebody({ role: "reader" }));
    expect(await events(url)).toEqual([]);
  });
});

describe("the feed's secret", () => {
  it("can be renewed, which invalidates the old URL", async () => {
    const api = await somebody({ role: "reader" });
    const old = await addressOf(api);
    const { status, json } = await api.post<Address & { success: boolean }>("/api/user/calendar/renew", {});
    expect([status, json.success]).toEqual([200, true]);
    expect(json.url).not.toBe(old);
    expect(await addressOf(api)).toBe(json.url);
    expect((await fetched(json.url)).status).toBe(200);
    expect(await fetched(old)).toMatchObject({ status: 404, json: { success: false, message: "data_not_found" } });
  });

  it("is unique per account, and the same for concurrent requests", async () => {
    const [one, other] = [await somebody(), await somebody()];
    const [first, second] = await Promise.all([addressOf(one), addressOf(one)]);
    expect(first).toBe(second);
    expect(await addressOf(other)).not.toBe(first);
  });

  it("is stored as a keyed hash and encrypted, and is regenerated when it cannot be decrypted", async () => {
    const api = await somebody();
    const id = await idOf(api);
    const secret = pathOf(await addressOf(api)).replace(/^.*\/|\.ics$/g, "");
    const stored = await db().calendarFeed.findUniqueOrThrow({ where: { user_id: id } });
    expect(JSON.stringify(stored)).not.toContain(secret);
    // An unreadable secret, as after the loss of AUTH_SECRET.
    await db().calendarFeed.update({ where: { user_id: id }, data: { sealed_secret: "x".repeat(100) } });
    const next = await addressOf(api);
    expect(next).not.toContain(secret);
    expect((await fetched(next)).status).toBe(200);
  });

  it("is refused with 404 when it is wrong or malformed", async () => {
    for (const file of ["x.ics", `${"A".repeat(43)}.ics`, "A".repeat(43), "%00.ics", "..%2f.ics"]) {
      expect((await call("GET", `/api/calendar/${file}`)).status, file).toBe(404);
    }
  });

  it("is refused while its account is disabled or lacks a required second factor", async () => {
    const api = await somebody({ role: "reader" });
    const [id, url] = [await idOf(api), await addressOf(api)];
    expect((await fetched(url)).status).toBe(200);
    configure({ TOTP_REQUIRED: "all" });
    expect((await fetched(url)).status).toBe(404);
    configure({ TOTP_REQUIRED: "none" });
    await db().user.update({ where: { id }, data: { disabled_at: new Date() } });
    expect((await fetched(url)).status).toBe(404);
    await db().user.update({ where: { id }, data: { disabled_at: null } });
    expect((await fetched(url)).status).toBe(200);
    // When an admin disables an account, its feed is deleted, like its sessions and tokens.
    const admin = await somebody({ role: "admin" });
    await admin.put(`/api/users/${id}`, { disabled: true });
    await admin.put(`/api/users/${id}`, { disabled: false });
    expect((await fetched(url)).status).toBe(404);
  });

  it("is not available to API tokens", async () => {
    const api = await somebody();
    const made = await api.post<{ token: string }>("/api/user/tokens", { name: "Skript", scope: "write", days: 30 });
    const { token } = made.json;
    expect((await call("GET", "/api/user/calendar", { token })).status).toBe(403);
    expect((await call("POST", "/api/user/calendar/renew", { token })).status).toBe(403);
  });
});

it("fetching the feed is rate-limited", async () => {
  const url = await addressOf(await somebody());
  await db().rateLimit.deleteMany();
  configure({ RATE_LIMIT_FACTOR: 2 / limits.calendarFeeds.attempts });
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await fetched(url)).status);
  expect(statuses).toEqual([200, 200, 429]);
});
