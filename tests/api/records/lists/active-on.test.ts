import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { unpacked, zipParts } from "@/lib/base/documents/zip-parts";
import type { CountedRound } from "@/lib/features/rounds/round-answers";
import { expectDefined } from "@/lib/base/errors/invariant";
import { db } from "@/lib/store/database/client";
import { createInstitution, createMember, createPerson, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import { createDraft } from "../../../support/records/rounds";
import { csvRows } from "../../../support/records/spreadsheets";

/* Contract §17: what was active on a day (`active_on`), and lists of chosen records (`ids`). */

type Row = Record<string, unknown>;
type Refusal = { errors: Record<string, string[]> };

const KINDS = ["projects", "institutions", "persons", "members"] as const;
const KEYS = { projects: "projekt_id", institutions: "partner_institution_id", persons: "person_id", members: "ph_id" };
/** Active only in 2020, and since 2022. */
const YEAR = { vertragsgrundlage: 1, projektbeginn: "2020-01-01", projektende: "2020-12-31", kuendigungsfrist: "" };
const OPEN = { vertragsgrundlage: 0, projektbeginn: "2022-01-01", projektende: null };

let api: Client;
/** Per kind: a record that was linked to the project of 2020 until March, and one since April. */
let keys: Record<(typeof KINDS)[number], [first: number, second: number]>;
beforeAll(async () => {
  api = await loggedIn();
  keys = {
    projects: [
      await createProject(db(), { ...YEAR, projekt_titel: "Von 2020", status: 2 }),
      await createProject(db(), { ...OPEN, projekt_titel: "Seit 2022", status: 2 }),
    ],
    institutions: [await createInstitution(db()), await createInstitution(db())],
    persons: [await createPerson(db()), await createPerson(db())],
    members: [
      await createMember(db(), { email: "eins@example.org" }),
      await createMember(db(), { email: "zwei@example.org" }),
    ],
  };
  const [project] = keys.projects;
  const linkPaths = { institutions: "institution", persons: "persons", members: "member" };
  for (const kind of ["institutions", "persons", "members"] as const) {
    const path = `/api/projects/${linkPaths[kind]}`;
    const [until, since] = keys[kind];
    expect((await api.post(`${path}/${until}/${project}`, { bis: "2020-03-31" })).status).toBe(200);
    expect((await api.post(`${path}/${since}/${project}`, { seit: "2020-04-01" })).status).toBe(200);
  }
});

const found = async (kind: (typeof KINDS)[number], query: string) => {
  const { status, json } = await api.get<{ data: Row[]; total: number }>(`/api/${kind}?pageSize=100&${query}`);
  expect(status, query).toBe(200);
  expect(json.total).toBe(json.data.length);
  return json.data.map((row) => row[KEYS[kind]]);
};

describe("lists of what was active on a day", () => {
  it("projects are found on the days on which they are active", async () => {
    const [year, open] = keys.projects;
    expect(await found("projects", "active_on=2019-12-31")).toEqual([]);
    expect(await found("projects", "active_on=2020-01-01")).toEqual([year]);
    expect(await found("projects", "active_on=2020-12-31")).toEqual([year]);
    expect(await found("projects", "active_on=2021-01-01")).toEqual([]);
    expect(await found("projects", "active_on=2022-01-01")).toEqual([open]);
  });

  it.each(["institutions", "persons", "members"] as const)(
    "%s are found on the days on which a link to an active project counts",
    async (kind) => {
      const [until, since] = keys[kind];
      expect(await found(kind, "active_on=2020-03-31")).toEqual([until]);
      expect(await found(kind, "active_on=2020-04-01")).toEqual([since]);
      expect(await found(kind, "active_on=2021-01-01"), "the link counts, but the project has ended").toEqual([]);
    },
  );

  it("the state of links is judged on the day on which records are active", async () => {
    const [project] = keys.projects;
    const state = (token: string, day: string) =>
      found("projects", `where[institutionen.zustand][in]=${token}&ids=${project}&active_on=${day}`);
    expect(await state("future", "2020-03-31")).toEqual([project]);
    expect(await state("future", "2020-04-01")).toEqual([]);
    expect(await state("former", "2020-03-31")).toEqual([]);
    expect(await state("former", "2020-04-01")).toEqual([project]);
  });

  it.each([
    ["active_on=today", ["date"]],
    ["active_on=last_year_end", ["date"]],
    ["active_on=2021-02-29", ["date"]],
    ["active_on=", ["date"]],
    ["active_on=2020-01-01&active_on=2020-01-01", ["type"]],
  ])("lists refuse %s", async (query, errors) => {
    for (const kind of KINDS) {
      const answer = await api.get<Refusal>(`/api/${kind}?${query}`);
      expect(answer, kind).toMatchObject({ status: 422, json: { errors: { active_on: errors } } });
    }
  });
});

describe("exports", () => {
  it.each(KINDS)("an export of %s contains those that were active on the day", async (kind) => {
    const { bytes } = await api.get(`/api/${kind}/export?format=csv&columns=&active_on=2020-03-31`);
    expect(csvRows(bytes)).toHaveLength(2);
  });

  it.each([
    ["de", "aktiv am 31.03.2020 · 2 ausgewählte Einträge"],
    ["en", "active on 31.03.2020 · 2 selected items"],
  ])("the head of a printed export names the day and the chosen records: %s", async (language, filters) => {
    const { bytes } = await api.get(
      `/api/projects/export?format=xlsx&active_on=2020-03-31&ids=${keys.projects.join()}`,
      {
        headers: { "accept-language": language },
      },
    );
    const sheet = zipParts(bytes).find(({ name }) => name === "xl/worksheets/sheet1.xml");
    expect(await text(unpacked(expectDefined(sheet, "the sheet")))).toContain(`${filters}&amp;R`);
  });
});

describe("bulk queries", () => {
  const bulk = (query: string) =>
    api.post<{ matched: number } & Refusal>("/api/projects/bulk", { query, set: { kommentare: "x" }, dry_run: true });

  it("a bulk change by a query finds what was active on the day, among chosen records", async () => {
    const [year, open] = keys.projects;
    expect((await bulk("active_on=2020-06-30")).json.matched).toBe(1);
    expect((await bulk(`ids=${year},${open}`)).json.matched).toBe(2);
    expect((await bulk(`ids=${open}&active_on=2020-06-30`)).json.matched).toBe(0);
  });

  it.each([
    ["active_on=today", ["date"]],
    ["active_on=last_year_end", ["date"]],
    ["active_on=2021-02-29", ["date"]],
    ["active_on=2020-01-01&active_on=2020-01-01", ["type"]],
    ["ids=x", ["type"]],
  ])("a bulk change refuses the query %s", async (query, errors) => {
    expect(await bulk(query)).toMatchObject({ status: 422, json: { errors: { query: errors } } });
  });
});

describe("views", () => {
  const create = (kind: string, query: string) =>
    api.post<Refusal>("/api/views/new", { kind, name: "Aktiv", query, columns: [], shared: false });

  it.each(["last_year_end", "today", "today-12m", "2020-06-30"])("a view takes active_on=%s", async (day) => {
    for (const kind of KINDS) expect((await create(kind, `active_on=${day}`)).status, kind).toBe(201);
  });

  it("a view takes chosen records", async () => {
    expect((await create("projects", `ids=${keys.projects.join()}`)).status).toBe(201);
  });

  it.each([
    ["projects", "active_on=tomorrow", ["date"]],
    ["projects", "active_on=2021-02-29", ["date"]],
    ["projects", "active_on=today&active_on=today", ["type"]],
    ["projects", "where[projektende][from]=last_year_end", ["date"]],
    ["projects", "ids=x", ["type"]],
    ["thematicfields", "active_on=today", ["unknown"]],
  ])("a view of %s refuses %s", async (kind, query, errors) => {
    expect(await create(kind, query)).toMatchObject({ status: 422, json: { errors: { query: errors } } });
  });
});

describe("rounds", () => {
  const countOf = async (query: string) => {
    const id = await createDraft(api, { kind: "members", query });
    return (await api.get<{ data: CountedRound }>(`/api/rounds/${id}`)).json.data.counts.records;
  };

  it("a round asks about what was active on a day, which may be relative, among chosen records", async () => {
    const [until, since] = keys.members;
    expect(await countOf("active_on=2020-03-31")).toBe(1);
    expect(await countOf(`ids=${until},${since}`)).toBe(2);
    expect(await countOf(`ids=${since}&active_on=2020-03-31`)).toBe(0);
    expect(await countOf("active_on=last_year_end")).toBe(0);
  });

  it("a round refuses what is no day", async () => {
    await expect(createDraft(api, { kind: "members", query: "active_on=tomorrow" })).rejects.toThrow(
      '"query":["date"]',
    );
  });
});
