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

type FeedUrl = { url: string };

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

let topic: number;
async function setToday(day: string) {
  vi.setSystemTime(new Date(`${day}T11:00:00Z`));
  await db().$executeRaw`UPDATE sessions SET last_seen_at = ${new Date()}`;
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await setToday("2027-03-10");
  topic = await createThematicField(db());
});
afterEach(() => void vi.useRealTimers());

const createTopicProject = (projekt_titel: string, values: object) =>
  createProject(db(), {
    projekt_titel,
    projektbeginn: "2020-01-01",
    status: PROJECT_STATUS.ongoing,
    themenfelder: [topic],
    ...values,
  });
const createFixedTerm = (title: string, projektende: string, kuendigungsfrist = "") =>
  createTopicProject(title, { vertragsgrundlage: fixedTerm, projektende, kuendigungsfrist });

/** Logs in and sets the session's `last_seen_at` to the time of the fake clock. */
async function loggedInToday(overrides: Parameters<typeof loggedIn>[0] = {}): Promise<Client> {
  const client = await loggedIn(overrides);
  await db().$executeRaw`UPDATE sessions SET last_seen_at = ${new Date()}`;
  return client;
}
const feedUrlOf = async (client: Client) => (await client.get<FeedUrl>("/api/user/calendar")).json.url;
const idOf = async (client: Client) => (await client.get<{ id: number }>("/api/user")).json.id;
const pathOf = (url: string) => new URL(url).pathname;

/** Fetches a feed without a session, restricted to the projects of this test. */
async function fetchFeed(url: string, query = `topics=${topic}`) {
  const answer = await call("GET", `${pathOf(url)}?${query}`);
  const text = new TextDecoder().decode(answer.bytes);
  return { ...answer, text };
}
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as object[])
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component));

async function fetchEvents(url: string, query?: string) {
  const { status, text } = await fetchFeed(url, query);
  expect(status).toBe(200);
  return eventsOf(text).map(({ uid, summary, startDate }) => ({ uid, summary, day: startDate.toString() }));
}

describe("the calendar feed", () => {
  it("the calendar feed is a valid iCalendar of all-day events with reminders", async () => {
    const ph_id = await createMember(db(), { vorname: "Jörg", nachname: "Müßig" });
    const title = `Übergänge; Größe, Maß\\Ziel – ${"ein langer Titel mit Umlauten äöüß ".repeat(8)}Ende`;
    const id = await createFixedTerm(title, "2027-12-31", "3 Monate, verlängert sich um 1 Jahr");
    const api = await loggedInToday({ role: "admin" });
    await api.post(`/api/projects/member/${ph_id}/${id}`, {});
    await api.post(`/api/members/project/${ph_id}/${id}`, {});
    const { status, headers, text } = await fetchFeed(await feedUrlOf(api));
    expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(headers.get("cache-control")).toMatch(/^private\b/);
    // RFC 5545 requires CRLF line ends and lines of at most 75 octets.
    for (const line of text.split("\r\n")) {
      expect(line).not.toContain("\n");
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    const feedEvents = eventsOf(text);
    expect(
      feedEvents.map((event) => [event.uid, event.summary, event.startDate.toString(), event.startDate.isDate]),
    ).toEqual([
      [`${id}-last_notice@localhost:3000`, `Letzter Kündigungstag: ${title}`, "2027-09-30", true],
      [`${id}-end@localhost:3000`, `Vertragsende: ${title}`, "2027-12-31", true],
      [`${id}-renewal@localhost:3000`, `Verlängerung: ${title}`, "2028-01-01", true],
    ]);
    const [first] = feedEvents;
    expect(first?.description).toBe(`Hochschulmitglieder: Jörg Müßig\nhttp://localhost:3000/projects/${id}`);
    expect(first?.component.getFirstPropertyValue("url")).toBe(`http://localhost:3000/projects/${id}`);
    for (const { component, startDate } of feedEvents) {
      const alarm = component.getFirstSubcomponent("valarm");
      const trigger = alarm?.getFirstPropertyValue("trigger") as ICAL.Duration;
      const reminderTime = startDate.clone();
      reminderTime.isDate = false;
      reminderTime.addDuration(trigger);
      expect(reminderTime.subtractDate(startDate).toSeconds() / 3600).toBe(9 - 7 * 24);
      expect(alarm?.getFirstPropertyValue("action")).toBe("DISPLAY");
    }
  });

  it("the calendar feed keeps its URL and UIDs, returns 304 when unchanged, and follows contracts", async () => {
    const id = await createFixedTerm("Läuft", "2027-12-31");
    const api = await loggedInToday();
    const url = await feedUrlOf(api);
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/feed_[\w-]{43}\.ics$/);
    expect(await feedUrlOf(api)).toBe(url);
    const first = await fetchFeed(url);
    const etag = first.headers.get("etag") ?? "";
    const path = `${pathOf(url)}?topics=${topic}`;
    expect((await call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const before = await fetchEvents(url);
    await db().$executeRaw`UPDATE projects SET projektende = '2028-06-30' WHERE projekt_id = ${id}`;
    const after = await fetchEvents(url);
    expect([before, after].map(([event]) => event?.day)).toEqual(["2027-12-31", "2028-06-30"]);
    expect(after[0]?.uid).toBe(before[0]?.uid);
    expect((await call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("the calendar feed returns 304 for its ETag also when a compressing proxy has made it weak", async () => {
    const url = await feedUrlOf(await loggedInToday());
    const etag = (await fetchFeed(url)).headers.get("etag") ?? "";
    const path = `${pathOf(url)}?topics=${topic}`;
    expect((await call("GET", path, { headers: { "if-none-match": `W/${etag}` } })).status).toBe(304);
  });

  it("the calendar feed accepts the filters of the list, and goes back one year", async () => {
    await createFixedTerm("Bald", "2027-05-01");
    await createFixedTerm("Später", "2028-05-01");
    await createFixedTerm("Längst vorbei", "2025-05-01");
    await createFixedTerm("Vorbei", "2027-02-01");
    const url = await feedUrlOf(await loggedInToday());
    const titles = async (query: string) =>
      (await fetchEvents(url, `topics=${topic}${query}`)).map(({ summary }) => summary.replace("Vertragsende: ", ""));
    expect(await titles("")).toEqual(["Vorbei", "Bald", "Später"]);
    expect(await titles("&state=soon,over")).toEqual(["Vorbei", "Bald"]);
    expect(await titles("&member=999999")).toEqual([]);
    expect((await fetchFeed(url, "state=bald")).status).toBe(422);
  });

  it("the calendar feed uses the language of its account, not of the request", async () => {
    await createTopicProject("Quarter", {
      vertragsgrundlage: openEnded,
      kuendigungsfrist: "3 Monate zum Quartalsende",
    });
    const api = await loggedInToday({ role: "reader" });
    await db().user.update({ where: { id: await idOf(api) }, data: { language: "en" } });
    const url = await feedUrlOf(api);
    expect((await fetchEvents(url)).map(({ summary }) => summary)).toEqual([
      "Last day to give notice: Quarter",
      "End of contract: Quarter",
    ]);
  });

  it("the calendar feed ends every line, including the last, with CRLF (RFC 5545)", async () => {
    await createFixedTerm("Zeilenende", "2027-12-31");
    const { text } = await fetchFeed(await feedUrlOf(await loggedInToday({ role: "reader" })));
    expect(text).toMatch(/^(?:[^\r\n]+\r\n)+$/);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  });

  it("the calendar feed has an ETag that is the hash of the response body", async () => {
    await createFixedTerm("Prüfsumme", "2027-12-31");
    const { bytes, headers } = await fetchFeed(await feedUrlOf(await loggedInToday({ role: "reader" })));
    expect(headers.get("etag")).toBe(`"${createHash("sha256").update(bytes).digest("base64url")}"`);
  });

  it("the calendar feed is a valid empty calendar when nothing is due", async () => {
    const url = await feedUrlOf(await loggedInToday({ role: "reader" }));
    expect(await fetchEvents(url)).toEqual([]);
  });
});

describe("the feed's secret", () => {
  it("the feed's secret can be renewed, which invalidates the old URL", async () => {
    const api = await loggedInToday({ role: "reader" });
    const oldUrl = await feedUrlOf(api);
    const { status, json } = await api.post<FeedUrl & { success: boolean }>("/api/user/calendar/renew", {});
    expect([status, json.success]).toEqual([200, true]);
    expect(json.url).not.toBe(oldUrl);
    expect(await feedUrlOf(api)).toBe(json.url);
    expect((await fetchFeed(json.url)).status).toBe(200);
    expect(await fetchFeed(oldUrl)).toMatchObject({ status: 404, json: { success: false, message: "data_not_found" } });
  });

  it("the feed's secret is unique per account, and the same for concurrent requests", async () => {
    const [one, other] = [await loggedInToday(), await loggedInToday()];
    const [first, second] = await Promise.all([feedUrlOf(one), feedUrlOf(one)]);
    expect(first).toBe(second);
    expect(await feedUrlOf(other)).not.toBe(first);
  });

  it("the feed's secret is stored hashed and encrypted, and regenerated when it cannot be decrypted", async () => {
    const api = await loggedInToday();
    const id = await idOf(api);
    const secret = pathOf(await feedUrlOf(api)).replace(/^.*\/|\.ics$/g, "");
    const stored = await db().calendarFeed.findUniqueOrThrow({ where: { user_id: id } });
    expect(JSON.stringify(stored)).not.toContain(secret);
    // An unreadable secret, as after the loss of AUTH_SECRET.
    await db().calendarFeed.update({ where: { user_id: id }, data: { sealed_secret: "x".repeat(100) } });
    const nextUrl = await feedUrlOf(api);
    expect(nextUrl).not.toContain(secret);
    expect((await fetchFeed(nextUrl)).status).toBe(200);
  });

  it("a wrong or malformed feed secret returns 404", async () => {
    for (const file of ["x.ics", `${"A".repeat(43)}.ics`, "A".repeat(43), "%00.ics", "..%2f.ics"]) {
      expect((await call("GET", `/api/calendar/${file}`)).status, file).toBe(404);
    }
  });

  it("the feed's secret is refused while its account is disabled or lacks a required second factor", async () => {
    const api = await loggedInToday({ role: "reader" });
    const [id, url] = [await idOf(api), await feedUrlOf(api)];
    expect((await fetchFeed(url)).status).toBe(200);
    configure({ TOTP_REQUIRED: "all" });
    expect((await fetchFeed(url)).status).toBe(404);
    configure({ TOTP_REQUIRED: "none" });
    await db().user.update({ where: { id }, data: { disabled_at: new Date() } });
    expect((await fetchFeed(url)).status).toBe(404);
    await db().user.update({ where: { id }, data: { disabled_at: null } });
    expect((await fetchFeed(url)).status).toBe(200);
    // When an admin disables an account, its feed is deleted, like its sessions and tokens.
    const admin = await loggedInToday({ role: "admin" });
    await admin.put(`/api/users/${id}`, { disabled: true });
    await admin.put(`/api/users/${id}`, { disabled: false });
    expect((await fetchFeed(url)).status).toBe(404);
  });

  it("the feed's secret is not available to API tokens", async () => {
    const api = await loggedInToday();
    const created = await api.post<{ token: string }>("/api/user/tokens", { name: "Skript", scope: "write", days: 30 });
    const { token } = created.json;
    expect((await call("GET", "/api/user/calendar", { token })).status).toBe(403);
    expect((await call("POST", "/api/user/calendar/renew", { token })).status).toBe(403);
  });
});

it("fetching the calendar feed is rate-limited", async () => {
  const url = await feedUrlOf(await loggedInToday());
  await db().rateLimit.deleteMany();
  configure({ RATE_LIMIT_FACTOR: 2 / limits.calendarFeeds.attempts });
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await fetchFeed(url)).status);
  expect(statuses).toEqual([200, 200, 429]);
});
