import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { projectsInState } from "@/lib/model/kinds/project-lists";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import {
  DUE_STATES,
  findDueProjects,
  findOwnProjects,
  findWaiting,
  WAITING_STATES,
} from "@/lib/features/deadlines/server/find-deadlines";
import { ROLE } from "@/prisma/reference-data";
import { createMember, createProject, createThematicField } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * Deadlines of a project's contract, and in lists (contract §11). The parsing of notice periods is
 * tested in lib/model/deadlines.
 */

type ProjectDeadlines = {
  notice: { text: string; read: object | null };
  last_notice_day: string | null;
  ends_on: string | null;
  renews_on: string | null;
  days_left: number | null;
  state: string;
};
type Row = { projekt_id: number; projekt_titel: string; day: string; what: string; state: string; members: object[] };
type List = { total: number; data: Row[]; next_page_url: string | null };
type Refusal = { message: string; errors: Record<string, string[]> };

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

let api: Client;
/**
 * Sets the fake clock to midday of a day and logs in. Also sets the session's `last_seen_at`, for
 * which the database used its real clock.
 */
async function logInOn(day: string) {
  vi.setSystemTime(new Date(`${day}T11:00:00Z`));
  api = await loggedIn({ role: "admin" });
  await db().$executeRaw`UPDATE sessions SET last_seen_at = ${new Date()}`;
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await logInOn("2027-03-10");
});
afterEach(() => void vi.useRealTimers());

const createFixedTerm = (projekt_titel: string, projektende: string, more: object = {}) =>
  createProject(db(), {
    projekt_titel,
    vertragsgrundlage: fixedTerm,
    projektbeginn: "2020-01-01",
    projektende,
    status: PROJECT_STATUS.ongoing,
    ...more,
  });
const createOpenEnded = (projekt_titel: string, kuendigungsfrist: string, more: object = {}) =>
  createProject(db(), {
    projekt_titel,
    vertragsgrundlage: openEnded,
    projektbeginn: "2020-01-01",
    kuendigungsfrist,
    status: PROJECT_STATUS.ongoing,
    ...more,
  });

describe("GET /api/projects/{id}/deadlines", () => {
  const deadlinesOf = async (id: number, query = "") => {
    const { status, json } = await api.get<{ success: true; data: ProjectDeadlines }>(
      `/api/projects/${id}/deadlines${query}`,
    );
    expect(status).toBe(200);
    return json.data;
  };

  it("GET /api/projects/{id}/deadlines returns the parsed notice period and the resulting days", async () => {
    const id = await createOpenEnded("Quartal", "3 Monate zum Quartalsende");
    expect(await deadlinesOf(id)).toEqual({
      notice: {
        text: "3 Monate zum Quartalsende",
        read: { amount: 3, unit: "months", to: "quarter", renews: null },
      },
      last_notice_day: "2027-03-30",
      ends_on: "2027-06-30",
      renews_on: null,
      days_left: 20,
      state: "soon",
    });
  });

  it("GET /api/projects/{id}/deadlines returns the deadlines as of a given day", async () => {
    const id = await createOpenEnded("Jahr", "3 Monate zum Jahresende");
    expect(await deadlinesOf(id, "?on=2027-09-30")).toMatchObject({
      last_notice_day: "2027-09-30",
      days_left: 0,
      state: "soon",
    });
    expect(await deadlinesOf(id, "?on=2027-10-01")).toMatchObject({ last_notice_day: "2028-09-30", state: "open" });
  });

  it("a notice period that cannot be parsed is reported as unread, without guessing", async () => {
    const id = await createOpenEnded("Schuljahr", "3 Monate zum Schuljahresende");
    expect(await deadlinesOf(id)).toMatchObject({
      notice: { read: null },
      last_notice_day: null,
      ends_on: null,
      state: "unread",
    });
  });

  it("an ended project is reported as over, unless its status is completed", async () => {
    const id = await createFixedTerm("Vorbei", "2027-03-09", { kuendigungsfrist: "nach Absprache" });
    expect(await deadlinesOf(id)).toMatchObject({ ends_on: "2027-03-09", state: "over" });
    await api.put(`/api/projects/${id}`, { status: PROJECT_STATUS.completed });
    expect(await deadlinesOf(id)).toMatchObject({ ends_on: null, state: "none" });
  });

  it("GET /api/projects/{id}/deadlines refuses invalid days and returns 404 for unknown projects", async () => {
    const id = await createOpenEnded("Ohne", "");
    for (const on of ["2027-02-30", "morgen", "2027-01-01&on=2027-01-02"]) {
      const { status, json } = await api.get<Refusal>(`/api/projects/${id}/deadlines?on=${on}`);
      expect([status, json.errors]).toEqual([422, { on: ["date"] }]);
    }
    expect((await api.get("/api/projects/999999/deadlines")).status).toBe(404);
  });
});

describe("GET /api/deadlines", () => {
  let topic: number;
  beforeEach(async () => {
    topic = await createThematicField(db());
  });
  const listDeadlines = async (query = "") => {
    const { status, json } = await api.get<List>(`/api/deadlines?pageSize=100&topics=${topic}&${query}`);
    expect(status).toBe(200);
    expect(json.data).toHaveLength(json.total);
    return json.data.map(({ projekt_titel, day, what, state }) => `${day} ${projekt_titel} ${what} ${state}`);
  };

  it("GET /api/deadlines lists one row per deadline, by day, without completed and unparsed projects", async () => {
    const themenfelder = [topic];
    await createFixedTerm("B", "2027-12-31", { themenfelder, kuendigungsfrist: "6 Monate, verlängert sich um 1 Jahr" });
    await createOpenEnded("A", "3 Monate zum Jahresende", { themenfelder });
    await createOpenEnded("Ungelesen", "wie besprochen", { themenfelder });
    await createFixedTerm("Fertig", "2027-12-31", { themenfelder, status: PROJECT_STATUS.completed });
    await createFixedTerm("Vorbei", "2027-01-31", { themenfelder });
    expect(await listDeadlines()).toEqual([
      "2027-01-31 Vorbei end over",
      "2027-06-30 B last_notice open",
      "2027-09-30 A last_notice open",
      "2027-12-31 A end open",
      "2027-12-31 B end open",
      "2028-01-01 B renewal open",
    ]);
    expect(await listDeadlines("from=2027-06-30&to=2027-09-30")).toHaveLength(2);
    expect(await listDeadlines("state=over,soon")).toEqual(["2027-01-31 Vorbei end over"]);
  });

  it("GET /api/deadlines reflects changes of contracts and statuses, and the passing of time", async () => {
    const id = await createOpenEnded("Läuft", "14 Tage zum Monatsende", { themenfelder: [topic] });
    expect(await listDeadlines()).toEqual(["2027-03-17 Läuft last_notice soon", "2027-03-31 Läuft end soon"]);
    await logInOn("2027-03-18");
    expect(await listDeadlines()).toEqual(["2027-04-16 Läuft last_notice soon", "2027-04-30 Läuft end soon"]);
    await logInOn("2027-03-10");
    expect(await listDeadlines("to=2027-03-31")).toHaveLength(2);
    await api.put(`/api/projects/${id}`, { kuendigungsfrist: "1 Jahr zum Jahresende" });
    expect(await listDeadlines()).toEqual(["2027-12-31 Läuft last_notice open", "2028-12-31 Läuft end open"]);
    // Deadlines also follow direct writes to the database.
    await db().$executeRaw`UPDATE projects SET kuendigungsfrist = '2 Jahre zum Jahresende' WHERE projekt_id = ${id}`;
    expect(await listDeadlines()).toEqual(["2027-12-31 Läuft last_notice open", "2029-12-31 Läuft end open"]);
    const onHoldPath = `/api/reference/projekt_status/${PROJECT_STATUS.onHold}`;
    await api.put(`/api/projects/${id}`, { status: PROJECT_STATUS.onHold });
    expect(await listDeadlines()).toHaveLength(2);
    expect((await api.put(onHoldPath, { beendet: true })).status).toBe(200);
    expect(await listDeadlines()).toEqual([]);
    await api.put(onHoldPath, { beendet: false });
    expect(await listDeadlines()).toHaveLength(2);
  });

  it("a deadline is reported as soon 90 days ahead, and as over the day after", async () => {
    await createFixedTerm("Ende", "2027-09-01", { themenfelder: [topic] });
    await logInOn("2027-06-02");
    expect(await listDeadlines()).toEqual(["2027-09-01 Ende end open"]);
    await logInOn("2027-06-03");
    expect(await listDeadlines()).toEqual(["2027-09-01 Ende end soon"]);
    await logInOn("2027-09-01");
    expect(await listDeadlines()).toEqual(["2027-09-01 Ende end soon"]);
    await logInOn("2027-09-02");
    expect(await listDeadlines()).toEqual(["2027-09-01 Ende end over"]);
  });

  it("GET /api/deadlines returns the members and can be filtered by member", async () => {
    const [ph_id, other] = [await createMember(db(), { nachname: "Zeidler" }), await createMember(db())];
    const id = await createFixedTerm("Mitglied", "2027-09-01", { themenfelder: [topic] });
    await api.post(`/api/projects/member/${ph_id}/${id}`, {});
    await api.post(`/api/members/project/${ph_id}/${id}`, {});
    const { json } = await api.get<List>(`/api/deadlines?member=${ph_id}`);
    expect(json.data).toMatchObject([{ projekt_id: id, members: [{ ph_id, nachname: "Zeidler" }] }]);
    expect((await api.get<List>(`/api/deadlines?member=${other}`)).json.total).toBe(0);
  });

  it("GET /api/deadlines is paginated and refuses invalid parameters", async () => {
    for (const title of ["1", "2", "3"]) await createFixedTerm(title, "2027-09-01", { themenfelder: [topic] });
    const { json } = await api.get<List>(`/api/deadlines?topics=${topic}&pageSize=2&pageNo=1`);
    expect(json).toMatchObject({ total: 3, current_page: 2, last_page: 2, next_page_url: null, from: 3, to: 3 });
    expect(json.data).toMatchObject([{ projekt_titel: "3" }]);
    const wrong = {
      from: "2027-02-30",
      to: "x",
      state: "bald",
      member: "0",
      topics: "a",
      pageNo: "-1",
      pageSize: "101",
    };
    const refused = await api.get<Refusal>(`/api/deadlines?${new URLSearchParams(wrong)}`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.json.errors).sort()).toEqual(Object.keys(wrong).sort());
  });
});

describe("the list of projects", () => {
  it("the list of projects shows deadlines and can be filtered by them", async () => {
    const topic = await createThematicField(db());
    await createFixedTerm("bald", "2027-04-01", { themenfelder: [topic] });
    await createOpenEnded("später", "3 Monate zum Jahresende", { themenfelder: [topic] });
    await createOpenEnded("ungelesen", "???", { themenfelder: [topic] });
    const titles = async (where: string) => {
      const path = `/api/projects?topics=${topic}&${where}`;
      return (await api.get<{ data: Row[] }>(path)).json.data.map(({ projekt_titel }) => projekt_titel);
    };
    expect(await titles("where[fristenstand][in]=2,3")).toEqual(["bald", "ungelesen"]);
    expect(await titles("where[letzter_kuendigungstag][from]=2027-09-30")).toEqual(["später"]);
    expect(await titles("where[letzter_kuendigungstag][to]=2027-09-29")).toEqual([]);
    expect(await titles("where[letzter_kuendigungstag][empty]=true")).toEqual(["bald", "ungelesen"]);
    expect((await api.get<Refusal>("/api/projects?where[fristenstand][in]=9")).json.errors).toEqual({
      "where[fristenstand][in]": ["exists"],
    });
    const columns = "columns=projekt_titel,letzter_kuendigungstag,fristenstand";
    const sheet = await api.get(`/api/projects/export?format=csv&topics=${topic}&${columns}`);
    expect(new TextDecoder().decode(sheet.bytes)).toMatch(
      /Letzter Kündigungstag;Fristenstatus\r\nbald;;bald fällig\r\nspäter;30\.09\.2027;später fällig\r\n/,
    );
  });
});

it("projects that need attention come most urgent first, with totals that match the linked lists", async () => {
  await db().project.deleteMany();
  await createFixedTerm("bald", "2027-04-01");
  await createFixedTerm("sehr bald", "2027-03-12", { kuendigungsfrist: "keine" });
  await createFixedTerm("vorbei", "2026-12-31");
  await createOpenEnded("ungelesen", "???");
  await createOpenEnded("später", "3 Monate zum Jahresende");
  const email = `${crypto.randomUUID()}@ph.example`;
  const ph_id = await createMember(db(), { email });
  const memberProject = await createFixedTerm("ihres", "2027-03-20");
  await api.post(`/api/members/project/${ph_id}/${memberProject}`, {});
  const context = commandContext(db());
  const { projects, totals } = await findWaiting(context, { limit: 2, memberEmail: null });
  expect(projects.map(({ projekt_titel, state, days_left }) => [projekt_titel, state, days_left])).toEqual([
    ["vorbei", "over", -69],
    ["sehr bald", "soon", 2],
    ["ihres", "soon", 10],
    ["ungelesen", "unread", null],
  ]);
  expect(totals).toEqual({ over: 1, soon: 3, unread: 1 });
  for (const state of WAITING_STATES) {
    const { json } = await api.get<{ total: number }>(`/api${projectsInState(state)}`);
    expect(json.total).toBe(totals[state]);
  }
  const ownProjects = await findWaiting(context, { limit: 9, memberEmail: email.toUpperCase() });
  expect(ownProjects.projects).toMatchObject([{ projekt_titel: "ihres", members: [{ ph_id }] }]);
});

it("the dashboard's list has each project once, also those with a deadline in the next twelve months", async () => {
  await db().project.deleteMany();
  await createFixedTerm("vorbei", "2026-12-31");
  await createFixedTerm("bald", "2027-04-01");
  await createOpenEnded("drei Fristen", "3 Monate zum Jahresende, verlängert sich um ein Jahr");
  await createFixedTerm("in einem Jahr", "2028-03-10");
  await createFixedTerm("zu spät", "2028-03-11");
  const titlesIn = async (states: readonly (typeof DUE_STATES)[number][]) => {
    const { projects } = await findDueProjects(commandContext(db()), states, 9);
    return projects.map(({ projekt_titel, state }) => `${state}: ${projekt_titel}`);
  };
  expect(await titlesIn(DUE_STATES)).toEqual([
    "over: vorbei",
    "soon: bald",
    "open: drei Fristen",
    "open: in einem Jahr",
  ]);
  expect(await titlesIn(["soon"])).toEqual(["soon: bald"]);
});

describe("a user's own projects", () => {
  const ownTitles = async (email: string, limit = 9) => {
    const { member, projects, total } = await findOwnProjects(commandContext(db()), email, limit);
    return { member, titles: projects.map(({ projekt_titel }) => projekt_titel), total };
  };
  const linkAs = async (ph_id: number, projekt_id: number, values: object) =>
    expect((await api.post(`/api/members/project/${ph_id}/${projekt_id}`, values)).status).toBe(200);

  it("are those of the rule of digests, the earliest deadline first and finished ones last", async () => {
    const email = `${crypto.randomUUID()}@ph.example`;
    const ph_id = await createMember(db(), { email });
    const responsible = { rollen: [ROLE.projectLead] };
    const own = await createFixedTerm("später", "2028-01-01");
    await linkAs(ph_id, own, responsible);
    const unassigned = await createFixedTerm("früher", "2027-05-01");
    await linkAs(ph_id, unassigned, {});
    const finished = await createFixedTerm("fertig", "2027-05-01", { status: PROJECT_STATUS.completed });
    await linkAs(ph_id, finished, responsible);
    const titles = ["früher", "später", "fertig"];
    expect(await ownTitles(email.toUpperCase())).toEqual({ member: ph_id, titles, total: 3 });
    expect(await ownTitles(email, 1)).toEqual({ member: ph_id, titles: ["früher"], total: 3 });
  });

  it("are none for an account whose address no member has", async () => {
    expect(await ownTitles(`${crypto.randomUUID()}@ph.example`)).toEqual({ member: null, titles: [], total: 0 });
  });
});
