import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answerAddress } from "@/lib/features/statistics/server/find-shown-statistics";
import { activeProjectsBy } from "@/lib/features/statistics/server/statistics";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { loggedIn, type Client } from "../../support/api";
import { fillGazetteerFirst } from "../../support/databases/gazetteer";
import { createInstitution, createMember, createProject } from "../../support/factories";

/* Contract §17, "Screen": the addresses of a page that the answers of the API do not have. */

const [ONGOING, COMPLETED] = [2, 3];
const [GERMANY, NOT_APPLICABLE] = [276, -1];
const DAY = "2024-12-31";

fillGazetteerFirst();

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => void (await db().$executeRaw`TRUNCATE projects, institutions, members, persons CASCADE`));

const answer = (query: string) => answerAddress(commandContext(), new URLSearchParams(query));

/** Returns the number of records on the list page of an address. */
async function listed(href: string | null | undefined): Promise<number> {
  const { status, json } = await api.get<{ total: number }>(`/api${href}`);
  expect(status, `${href}`).toBe(200);
  return json.total;
}

const openEnded = (more: object = {}) =>
  createProject(db(), {
    status: ONGOING,
    vertragsgrundlage: 0,
    projektbeginn: "2020-01-01",
    kuendigungsfrist: "",
    ...more,
  });
const link = async (institution: number, project: number) =>
  expect((await api.post(`/api/projects/institution/${institution}/${project}`, {})).status).toBe(200);

describe("addresses of totals and of what is unknown", () => {
  it("the total of projects leads to all that the question finds", async () => {
    await openEnded();
    await openEnded({ projektbeginn: "2025-02-01" });
    await openEnded({ status: 1 });
    const { shown } = await answer(`on=${DAY}&where[status][in]=${ONGOING}`);
    expect(shown?.statistics.totals).toEqual([1]);
    expect(await listed(shown?.totalHrefs[0])).toBe(1);
  });

  it("the total of members leads to them, with a filter by their keys", async () => {
    const project = await openEnded();
    const member = await createMember(db(), {});
    expect((await api.post(`/api/projects/member/${member}/${project}`, {})).status).toBe(200);
    const { shown } = await answer(`on=${DAY}&count=members`);
    expect(shown?.statistics.totals).toEqual([1]);
    expect(await listed(shown?.totalHrefs[0])).toBe(1);
    await createMember(db(), {});
    const filtered = await answer(`on=${DAY}&count=members&filter=Beispiel`);
    expect(filtered.shown?.totalHrefs).toEqual([`/members?ids=${member}&active_on=${DAY}`]);
    expect(await listed(filtered.shown?.totalHrefs[0])).toBe(1);
  });

  it("projects without a begin are those of the list, over all days", async () => {
    await openEnded({ vertragsgrundlage: -1, projektbeginn: null });
    await openEnded({ vertragsgrundlage: -1, projektbeginn: null });
    await openEnded();
    const { shown } = await answer("from=2020-01-01&to=2024-12-31");
    expect(shown?.unknown.no_begin.count).toBe(2);
    expect(await listed(shown?.unknown.no_begin.href)).toBe(2);
  });

  it.each([
    ["without a filter", "", 2],
    ["with a filter by status", `&where[status][in]=${ONGOING},${COMPLETED}`, 2],
    ["with a text", "&filter=Einzig", 1],
  ])("projects without a known end are those of the list %s", async (_, filter, count) => {
    const finished = { status: COMPLETED, vertragsgrundlage: 0 };
    await openEnded(finished);
    await openEnded({ ...finished, projekt_titel: "Einzig" });
    await openEnded();
    const { shown } = await answer(`on=${DAY}${filter}`);
    expect(shown?.unknown.no_end.count).toBe(count);
    expect(await listed(shown?.unknown.no_end.href)).toBe(count);
  });
});

describe("a filter by the state of links, which is judged on each day", () => {
  const current = "where[institutionen.zustand][in]=current";

  it("leaves the numbers of what is unknown without a list on several days", async () => {
    await link(await createInstitution(db(), {}), await openEnded({ vertragsgrundlage: -1, projektbeginn: null }));
    await link(await createInstitution(db(), {}), await openEnded({ status: COMPLETED }));
    const several = await answer(`from=2022-01-01&to=${DAY}&${current}`);
    expect(several.shown?.unknown.no_begin).toEqual({ count: 1, href: null });
    expect(several.shown?.unknown.no_end.href).toBeNull();
    const { shown } = await answer(`on=${DAY}&${current}`);
    expect(await listed(shown?.unknown.no_begin.href)).toBe(1);
  });
});

describe("addresses of a map", () => {
  it.each(["institutions", "projects"])("what has no country or no place leads to its records: %s", async (count) => {
    const places = [
      { land: NOT_APPLICABLE, ort: "" },
      { land: GERMANY, ort: "Heidelberg" },
      { land: GERMANY, ort: "Nirgendwo an der Knatter" },
    ];
    for (const place of places) await link(await createInstitution(db(), place), await openEnded());
    const { shown } = await answer(`on=${DAY}&count=${count}&by=land`);
    expect(shown?.map?.map.unknown).toEqual({ land: 1, ort: 2 });
    expect(await listed(shown?.map?.unmapped.land)).toBe(1);
    expect(await listed(shown?.map?.unmapped.ort)).toBe(2);
    expect(shown?.map?.map.places.map(({ ort }) => ort)).toEqual(["Heidelberg"]);
  });

  it.each(["by=status", "count=members&by=fakultaet", "by=land&from=2020-01-01"])("%s has no map", async (query) => {
    expect((await answer(query)).shown?.map).toBeNull();
  });
});

describe("the question in an address", () => {
  it("takes relative days", async () => {
    await openEnded({ projektbeginn: "2001-01-01" });
    const { shown, dayTexts } = await answer("on=last_year_end");
    expect(shown?.statistics.days).toEqual([`${new Date().getFullYear() - 1}-12-31`]);
    expect(dayTexts).toEqual({ on: "last_year_end" });
  });

  it.each([
    ["from=2000-01-01&to=2020-01-01&step=month", { step: ["max"] }],
    ["on=2020-02-30", { on: ["date"] }],
    ["by=nothing", { by: ["type"] }],
    ["map=moon", { map: ["type"] }],
    ["where[nothing][in]=1", { "where[nothing][in]": ["unknown"] }],
  ])("%s has errors in the place of an answer", async (query, errors) => {
    expect(await answer(query)).toMatchObject({ shown: null, errors });
  });
});

describe("the dashboard's statistics", () => {
  it("count what is active on the day by each field, with the lists behind them", async () => {
    await openEnded();
    await openEnded({ projektbeginn: "2021-05-01" });
    await openEnded({ projektbeginn: "2999-01-01" });
    const statistics = await activeProjectsBy(commandContext(), DAY, ["status", "beginn_jahr"]);
    expect(statistics.map(({ rows }) => rows.map(({ keys, values }) => [keys[0]?.id, ...values]))).toEqual([
      [[ONGOING, 2]],
      [
        [2020, 1],
        [2021, 1],
      ],
    ]);
    for (const { values, hrefs } of statistics.flatMap(({ rows }) => rows))
      expect(await listed(hrefs[0])).toBe(values[0]);
  });
});
