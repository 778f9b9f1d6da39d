import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProjectStatistics, StatisticsMap } from "@/lib/features/statistics/statistics-answers";
import { FILTER_MAX_LENGTH } from "@/lib/model/limits";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";
import { xlsxRows } from "../../support/records/spreadsheets";
import { errors } from "../../support/records/reference";

/* Contract §17: statistics of projects that were active on a day. */

const PATH = "/api/statistics/projects";
const [PLANNED, ONGOING, COMPLETED, APPLIED_FOR] = [1, 2, 3, 6];
const [GERMANY, SWITZERLAND, NOT_APPLICABLE] = [276, 756, -1];

let api: Client;
beforeAll(async () => {
  api = await loggedIn({ role: "reader" });
});
let editor: Client;
beforeAll(async () => {
  editor = await loggedIn();
});
beforeEach(async () => void (await db().$executeRaw`TRUNCATE projects, institutions, members, persons CASCADE`));

type Statistics = ProjectStatistics & { data?: never };
async function ask(query: string, headers: Record<string, string> = {}): Promise<Statistics> {
  const { status, json } = await api.get<Statistics>(`${PATH}?${query}`, { headers });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}
const rowsOf = ({ rows }: Statistics) => rows.map(({ keys, values }) => [...keys.map(({ id }) => id), ...values]);

const fixedTerm = (projektbeginn: string, projektende: string, more: object = {}) =>
  createProject(db(), {
    status: ONGOING,
    vertragsgrundlage: 1,
    projektbeginn,
    projektende,
    kuendigungsfrist: "",
    ...more,
  });
const openEnded = (projektbeginn: string, more: object = {}) =>
  createProject(db(), { status: ONGOING, vertragsgrundlage: 0, projektbeginn, kuendigungsfrist: "", ...more });
const link = async (
  kind: "institution" | "member" | "persons",
  other: number,
  project: number,
  values: object = {},
) => {
  expect((await editor.post(`/api/projects/${kind}/${other}/${project}`, values)).status).toBe(200);
};

describe("days", () => {
  it("a statistic counts on today without a day", async () => {
    await openEnded("2020-01-01");
    const { days, totals } = await ask("");
    expect(days).toEqual([new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date())]);
    expect(totals).toEqual([1]);
  });

  it.each([
    ["from=2021-03-01&to=2023-12-31", ["2021-12-31", "2022-12-31", "2023-12-31"]],
    ["from=2022-12-31&to=2023-12-30", ["2022-12-31"]],
    ["from=2023-06-30&to=2024-07-01&step=half", ["2023-06-30", "2023-12-31", "2024-06-30"]],
    ["from=2024-01-01&to=2024-09-30&step=quarter", ["2024-03-31", "2024-06-30", "2024-09-30"]],
    ["from=2024-01-31&to=2024-03-30&step=month", ["2024-01-31", "2024-02-29"]],
    ["from=2015-01-01&to=2024-12-31&step=month", 120],
    ["from=9999-12-01&to=9999-12-31&step=month", ["9999-12-31"]],
    ["from=0001-01-01&to=0002-12-31", ["0001-12-31", "0002-12-31"]],
    ["on=1990-01-01", ["1990-01-01"]],
  ])("%s counts on the last days of the steps", async (query, expected) => {
    const { days, totals } = await ask(query);
    if (typeof expected === "number") expect(days).toHaveLength(expected);
    else expect(days).toEqual(expected);
    expect(totals).toHaveLength(days.length);
  });

  it.each([
    ["on=2020-01-01&from=2019-01-01", { on: ["exists"] }],
    ["on=2020-01-01&step=year", { on: ["exists"] }],
    ["to=2020-01-01", { from: ["required"] }],
    ["step=month", { from: ["required"] }],
    ["from=2020-01-01&to=2019-01-01", { to: ["date_order"] }],
    ["from=2020-01-01&to=2020-12-30", { to: ["min"] }],
    ["from=2015-01-01&to=2025-01-31&step=month", { step: ["max"] }],
    ["from=2015-01-01&step=week", { step: ["type"] }],
    ["on=2020-02-30", { on: ["date"] }],
    ["on=", { on: ["date"] }],
    ["on=2020-01-01&on=2021-01-01", { on: ["type"] }],
    ["on=today", { on: ["date"] }],
    ["by=titel", { by: ["type"] }],
    ["by=status,land,institut", { by: ["max"] }],
    ["count=everything", { count: ["type"] }],
    ["where[gibtesnicht][in]=1", { "where[gibtesnicht][in]": ["unknown"] }],
    ["where[status][contains]=1", { "where[status][contains]": ["unknown"] }],
    ["where[status][in]=999", { "where[status][in]": ["exists"] }],
    ["where[status][in]=x&on=x", { "where[status][in]": ["type"], on: ["date"] }],
    ["topics=x", { topics: ["type"] }],
    [`filter=${"x".repeat(FILTER_MAX_LENGTH + 1)}`, { filter: ["max"] }],
  ])("%s is refused", async (query, expected) => {
    expect(await api.get(`${PATH}?${query}`)).toMatchObject(errors(expected));
  });

  it("the same field twice counts once", async () => {
    await openEnded("2020-01-01");
    expect((await ask("on=2021-01-01&by=status&by=status")).rows[0]?.keys).toHaveLength(1);
  });

  it("a project counts from its first to its last day, both included", async () => {
    await fixedTerm("2024-03-31", "2024-10-27");
    for (const [day, count] of [
      ["2024-03-30", 0],
      ["2024-03-31", 1],
      ["2024-10-27", 1],
      ["2024-10-28", 0],
    ] as const)
      expect((await ask(`on=${day}`)).totals, day).toEqual([count]);
  });
});

describe("rows", () => {
  it("rows have the names of entries in both languages, the largest first, then in the order of the list", async () => {
    for (const status of [ONGOING, PLANNED, ONGOING, 4]) await openEnded("2020-01-01", { status });
    const { rows } = await ask("on=2021-01-01&by=status");
    expect(rows.map(({ keys: [key], values: [value] }) => [key?.id, value])).toEqual([
      [ONGOING, 2],
      [PLANNED, 1],
      [4, 1],
    ]);
    expect(rows[0]?.keys).toEqual([{ field: "status", id: ONGOING, de: "laufend", en: "ongoing" }]);
  });

  it("the keys of rows come in the order of the question", async () => {
    await openEnded("2020-01-01");
    const { rows } = await ask("on=2021-01-01&by=beginn_jahr,status");
    expect(rows[0]?.keys).toMatchObject([
      { field: "beginn_jahr", id: 2020, de: "2020", en: "2020" },
      { field: "status", id: ONGOING },
    ]);
  });

  it("a project without a value counts under null, which comes last among equals, and -1 is a value", async () => {
    const [known, unknown] = [
      await createInstitution(db(), { land: GERMANY }),
      await createInstitution(db(), { land: NOT_APPLICABLE }),
    ];
    await link("institution", known, await openEnded("2020-01-01"));
    await link("institution", unknown, await openEnded("2020-01-01"));
    await openEnded("2020-01-01");
    const answer = await ask("on=2021-01-01&by=land");
    expect(rowsOf(answer).slice(-1)).toEqual([[null, 1]]);
    expect(rowsOf(answer)).toEqual(
      expect.arrayContaining([
        [NOT_APPLICABLE, 1],
        [GERMANY, 1],
      ]),
    );
    expect(answer.rows.at(-1)?.keys).toEqual([{ field: "land", id: null, de: "ohne Angabe", en: "not given" }]);
    expect(answer.rows.at(-1)?.hrefs).toEqual([null]);
  });

  it("a project with several values counts under each, and once in the total", async () => {
    const project = await openEnded("2020-01-01");
    for (const land of [GERMANY, SWITZERLAND, GERMANY])
      await link("institution", await createInstitution(db(), { land }), project);
    const answer = await ask("on=2021-01-01&by=land");
    expect(rowsOf(answer)).toEqual([
      [GERMANY, 1],
      [SWITZERLAND, 1],
    ]);
    expect(answer.totals).toEqual([1]);
  });

  it("a link counts on the days of its period", async () => {
    const project = await openEnded("2020-01-01");
    await link("institution", await createInstitution(db(), { land: GERMANY }), project, { bis: "2021-12-31" });
    await link("institution", await createInstitution(db(), { land: SWITZERLAND }), project, { seit: "2023-01-01" });
    const answer = await ask("from=2020-01-01&to=2023-12-31&by=land");
    expect(rowsOf(answer)).toEqual([
      [SWITZERLAND, 0, 0, 0, 1],
      [GERMANY, 1, 1, 0, 0],
      [null, 0, 0, 1, 0],
    ]);
  });

  it("records other than projects count once, under their own value only", async () => {
    const institution = await createInstitution(db(), { land: GERMANY });
    const neighbour = await createInstitution(db(), { land: SWITZERLAND });
    for (const project of [await openEnded("2020-01-01"), await openEnded("2020-01-01", { status: PLANNED })]) {
      await link("institution", institution, project);
      await link("institution", neighbour, project);
    }
    expect(rowsOf(await ask("on=2021-01-01&count=institutions&by=land"))).toEqual([
      [GERMANY, 1],
      [SWITZERLAND, 1],
    ]);
    expect(rowsOf(await ask("on=2021-01-01&count=institutions&by=status"))).toEqual([
      [PLANNED, 2],
      [ONGOING, 2],
    ]);
    expect((await ask("on=2021-01-01&count=institutions")).totals).toEqual([2]);
  });

  it("persons and members count by the institutions of their projects", async () => {
    const project = await openEnded("2020-01-01");
    await link("institution", await createInstitution(db(), { land: GERMANY }), project);
    await link("persons", await createPerson(db()), project);
    await link("member", await createMember(db(), { fakultaet: 1 }), project);
    expect(rowsOf(await ask("on=2021-01-01&count=persons&by=land"))).toEqual([[GERMANY, 1]]);
    expect(rowsOf(await ask("on=2021-01-01&count=members&by=fakultaet,land"))).toEqual([[1, GERMANY, 1]]);
  });

  it("a filter that finds nothing gives no rows", async () => {
    await openEnded("2020-01-01");
    expect(await ask("on=2021-01-01&by=status&filter=gibtesnicht")).toMatchObject({ rows: [], totals: [0] });
  });
});

describe("what is unknown", () => {
  it("projects without a begin that are counted, and finished ones without a known end, are unknown", async () => {
    await createProject(db(), { status: ONGOING, vertragsgrundlage: -1 });
    await openEnded("2020-01-01", { status: COMPLETED });
    await openEnded("2020-01-01", { status: APPLIED_FOR });
    await openEnded("2020-01-01");
    const { unknown, totals } = await ask("from=2019-01-01&to=2022-12-31");
    expect(unknown).toEqual({ no_begin: 1, no_end: 1 });
    expect(totals).toEqual([1, 2, 2, 2]);
    expect((await ask("on=2022-01-01&where[status][in]=2")).unknown).toEqual({ no_begin: 1, no_end: 0 });
  });
});

describe("addresses", () => {
  it("an address has the question's filters, the day and the row's values", async () => {
    await openEnded("2020-01-01", { projekt_titel: "Brücke" });
    const { rows } = await ask("on=2021-01-01&by=status&filter=Brücke");
    expect(rows[0]?.hrefs).toEqual([
      `/projects?${new URLSearchParams({ filter: "Brücke", "where[status][in]": "2", active_on: "2021-01-01" })}`,
    ]);
  });

  it("a filter on a row's field or its list leaves no address", async () => {
    const project = await openEnded("2020-01-01");
    await link("institution", await createInstitution(db(), { land: GERMANY, ort: "Ulm" }), project);
    expect((await ask("on=2021-01-01&by=status&where[status][in]=2")).rows[0]?.hrefs).toEqual([null]);
    expect((await ask("on=2021-01-01&by=land&where[institutionen.ort][contains]=Ulm")).rows[0]?.hrefs).toEqual([null]);
    expect((await ask("on=2021-01-01&by=beginn_jahr&where[projektbeginn][from]=2019-01-01")).rows[0]?.hrefs).toEqual([
      null,
    ]);
  });

  it("other counts name their own values, or up to the limit of records", async () => {
    const institution = await createInstitution(db(), { land: GERMANY });
    const other = await createInstitution(db(), { land: GERMANY });
    const project = await openEnded("2020-01-01");
    for (const one of [institution, other]) await link("institution", one, project);
    const own = await ask("on=2021-01-01&count=institutions&by=land");
    expect(own.rows[0]?.hrefs).toEqual([
      `/institutions?${new URLSearchParams({ "where[land][in]": "276", active_on: "2021-01-01" })}`,
    ]);
    const named = await ask("on=2021-01-01&count=institutions&by=status");
    expect(named.rows[0]?.hrefs).toEqual([
      `/institutions?${new URLSearchParams({ ids: [institution, other].sort((a, b) => a - b).join(), active_on: "2021-01-01" })}`,
    ]);
  });
});

describe("exports", () => {
  it("the csv has names, numbers, total and unknown in the language of the request", async () => {
    await openEnded("2020-01-01");
    const german = await api.get(`${PATH}/export?format=csv&from=2020-01-01&to=2021-12-31&by=status`);
    expect(new TextDecoder().decode(german.bytes).replace("﻿", "").split("\r\n")).toEqual([
      "Status;31.12.2020;31.12.2021",
      "laufend;1;1",
      "Gesamt;1;1",
      "ohne Projektbeginn;0;",
      "abgeschlossen, Ende unbekannt;0;",
      "",
    ]);
    expect(german.headers.get("content-disposition")).toMatch(/filename="?Statistik-\d{4}-\d{2}-\d{2}\.csv/);
    const english = await api.get(`${PATH}/export?format=csv&on=2021-12-31&by=status,land`, {
      headers: { "accept-language": "en" },
    });
    expect(new TextDecoder().decode(english.bytes)).toContain(
      "Status;Country;31.12.2021\r\nongoing;not given;1\r\nTotal;;1",
    );
  });

  it("the workbook has the same table", async () => {
    await openEnded("2020-01-01");
    const { bytes, status } = await api.get(`${PATH}/export?format=xlsx&on=2021-12-31`);
    expect(status).toBe(200);
    expect((await xlsxRows(bytes)).slice(0, 2)).toEqual([
      ["Kooperationsprojekte", "31.12.2021"],
      ["Gesamt", 1],
    ]);
  });

  it.each([
    ["", { format: ["required"] }],
    ["format=pdf", { format: ["type"] }],
    ["format=csv&on=x", { on: ["date"] }],
  ])("an export with %j is refused", async (query, expected) => {
    expect(await api.get(`${PATH}/export?${query}`)).toMatchObject(errors(expected));
  });
});

describe("the map", () => {
  const map = async (query: string) => {
    const { status, json } = await api.get<StatisticsMap & { data?: never }>(`/api/statistics/map?${query}`);
    expect(status).toBe(200);
    return json;
  };
  beforeAll(async () => {
    const places = [
      { place_id: 1, land: GERMANY, ort: "Ulm", breite: 48.4, laenge: 10, einwohner: 100 },
      { place_id: 2, land: GERMANY, ort: "Ulm (Rhein)", breite: 50, laenge: 8, einwohner: 5 },
      { place_id: 3, land: SWITZERLAND, ort: "Zürich", breite: 47.4, laenge: 8.5, einwohner: 400 },
    ];
    await db().place.createMany({ data: places });
    const names = [
      ["ulm", 1],
      ["ulm", 2],
      ["zurich", 3],
      ["zuerich", 3],
    ] as const;
    await db().placeName.createMany({
      data: names.map(([name, place_id]) => {
        const { land, einwohner } = places.find((place) => place.place_id === place_id) ?? { land: 0, einwohner: 0 };
        return { name, place_id, is_later: false, land, einwohner };
      }),
    });
  });

  it("institutions count by country and by the largest place with their name, however it is written", async () => {
    const project = await openEnded("2020-01-01");
    const values = [
      { land: GERMANY, ort: "Ulm" },
      { land: GERMANY, ort: "ULM" },
      { land: SWITZERLAND, ort: "Zürich" },
      { land: GERMANY, ort: "Nirgendwo" },
      { land: NOT_APPLICABLE, ort: "Ulm" },
    ];
    const ids = await Promise.all(values.map((one) => createInstitution(db(), one)));
    for (const id of ids) await link("institution", id, project);
    await createInstitution(db(), { land: GERMANY, ort: "Ulm" });
    const { countries, places, unknown } = await map("on=2021-01-01");
    expect(countries.map(({ land, de, en, value }) => [land, de, en, value])).toEqual([
      [GERMANY, "Deutschland", "Germany", 3],
      [SWITZERLAND, "Schweiz", "Switzerland", 1],
    ]);
    expect(places.map(({ href: _, ...place }) => place)).toEqual([
      { ort: "Ulm", land: GERMANY, breite: 48.4, laenge: 10, value: 2 },
      { ort: "Zürich", land: SWITZERLAND, breite: 47.4, laenge: 8.5, value: 1 },
    ]);
    expect(unknown).toEqual({ land: 1, ort: 2 });
    for (const { href, value } of [...countries, ...places]) {
      const { json } = await api.get<{ total: number }>(`/api${href}`);
      expect(json.total, href ?? "").toBe(value);
    }
  });

  it("projects count where one of their institutions is, and those without institutions are not unknown", async () => {
    const [first, second] = [await openEnded("2020-01-01"), await openEnded("2020-01-01")];
    await openEnded("2020-01-01");
    const unknown = await createInstitution(db(), { land: NOT_APPLICABLE, ort: "" });
    const ulm = await createInstitution(db(), { land: GERMANY, ort: "Ulm" });
    await link("institution", unknown, first);
    await link("institution", unknown, second);
    await link("institution", ulm, second);
    const answer = await map("on=2021-01-01&count=projects");
    expect(answer.countries).toMatchObject([{ land: GERMANY, value: 1 }]);
    expect(answer.places).toMatchObject([{ ort: "Ulm", value: 1 }]);
    expect(answer.unknown).toEqual({ land: 1, ort: 1 });
    for (const { href } of [...answer.countries, ...answer.places]) {
      const { json } = await api.get<{ total: number }>(`/api${href}`);
      expect(json.total, href ?? "").toBe(1);
    }
  });

  it("filters narrow the projects whose institutions are on the map", async () => {
    const project = await openEnded("2020-01-01", { status: PLANNED });
    await link("institution", await createInstitution(db(), { land: GERMANY }), project);
    expect((await map("on=2021-01-01&where[status][in]=2")).countries).toEqual([]);
    const { countries } = await map("on=2021-01-01&where[status][in]=1");
    expect(countries[0]?.href).toContain("ids=");
  });

  it.each([
    ["count=persons", { count: ["type"] }],
    ["on=x", { on: ["date"] }],
    ["where[x][in]=1", { "where[x][in]": ["unknown"] }],
  ])("a map with %s is refused", async (query, expected) => {
    expect(await api.get(`/api/statistics/map?${query}`)).toMatchObject(errors(expected));
  });
});

it("statistics need a login", async () => {
  for (const path of [PATH, `${PATH}/export?format=csv`, "/api/statistics/map"])
    expect((await call("GET", path)).status, path).toBe(401);
});

it("the topics of a question narrow the projects", async () => {
  const topic = await createThematicField(db());
  await openEnded("2020-01-01", { themenfelder: [topic] });
  await openEnded("2020-01-01");
  const { rows, totals } = await ask(`on=2021-01-01&topics=${topic}&by=themenfelder`);
  expect(totals).toEqual([1]);
  expect((await api.get<{ total: number }>(`/api${rows[0]?.hrefs[0]}`)).json.total).toBe(1);
});
