import { beforeAll, expect, it, vi } from "vitest";
import type { ProjectStatistics, StatisticsMap } from "@/lib/features/statistics/statistics-answers";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createProject } from "../../support/factories";
import { errors } from "../../support/records/reference";

/* Contract §17: the limits of statistics, which are lower here. */

vi.mock("@/lib/model/limits", async (original) => ({
  ...(await original<object>()),
  STATISTICS_MAX_ROWS: 2,
  STATISTICS_MAX_NAMED: 2,
  STATISTICS_MAX_ALL_NAMED: 3,
}));

const GERMANY = 276;

let api: Client;
/** Links one more institution to a new project that begins in a year. */
async function linkNew(year: number, count: number): Promise<void> {
  const project = await createProject(db(), { status: 2, vertragsgrundlage: 0, projektbeginn: `${year}-01-01` });
  for (let at = 0; at < count; at += 1) {
    const institution = await createInstitution(db(), { land: GERMANY, ort: "" });
    expect((await api.post(`/api/projects/institution/${institution}/${project}`)).status).toBe(200);
  }
}
beforeAll(async () => {
  api = await loggedIn();
  await linkNew(2020, 2);
  await linkNew(2021, 3);
  await linkNew(2022, 0);
});

const ask = (query: string) => api.get<ProjectStatistics & { data?: never }>(`/api/statistics/projects?${query}`);

it("more rows than the limit are refused", async () => {
  expect(await ask("on=2022-12-31&by=beginn_jahr")).toMatchObject(errors({ by: ["max"] }));
  expect((await ask("on=2021-12-31&by=beginn_jahr")).json.rows).toHaveLength(2);
});

it("a number of more records than the limit has no address", async () => {
  const { json } = await ask("on=2021-12-31&count=institutions&by=beginn_jahr");
  expect(
    json.rows.map(({ keys: [key], values, hrefs }) => [key?.id, values, hrefs.map((href) => href !== null)]),
  ).toEqual([
    [2021, [3], [false]],
    [2020, [2], [true]],
  ]);
});

it("numbers have no address if all of them name more records than the limit", async () => {
  const { json } = await ask("from=2020-12-31&to=2021-12-31&count=institutions&by=beginn_jahr");
  expect(json.rows.flatMap(({ hrefs }) => hrefs)).toEqual([null, null, null, null]);
});

it("a country of more institutions than the limit has no address where these must be named", async () => {
  const map = async (query: string) =>
    (await api.get<StatisticsMap & { data?: never }>(`/api/statistics/map?on=2022-12-31${query}`)).json.countries;
  expect(await map("")).toMatchObject([{ value: 5, href: expect.stringContaining("where") as string }]);
  expect(await map("&where[status][in]=2")).toMatchObject([{ value: 5, href: null }]);
});
