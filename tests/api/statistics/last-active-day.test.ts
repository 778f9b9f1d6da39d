import { beforeAll, expect, it } from "vitest";
import { dayOf } from "@/lib/model/fields/moments";
import { daysLater } from "@/lib/model/fields/day";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { db } from "@/lib/store/database/client";
import { createProject, createThematicField } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/* The last active day of projects (contract §17) is a column and a filter of their list. */

const FINISHED = `where[status][in]=${PROJECT_STATUS.completed},${PROJECT_STATUS.discontinued}`;
const open = { vertragsgrundlage: 0, projektbeginn: "2020-01-01" };
const term = { vertragsgrundlage: 1, projektbeginn: "2020-01-01", projektende: "2020-12-31" };

let api: Client;
let topic: number;
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  topic = await createThematicField(db());
  const create = (projekt_titel: string, values: Parameters<typeof createProject>[1]) =>
    createProject(db(), { projekt_titel, themenfelder: [topic], ...values });
  await create("läuft", { ...open, status: PROJECT_STATUS.ongoing });
  await create("befristet", { ...term, status: PROJECT_STATUS.ongoing });
  await create("abgeschlossen", { ...term, status: PROJECT_STATUS.completed });
  await create("ohne Ende", { ...open, status: PROJECT_STATUS.completed });
  await create("beantragt", { ...term, status: PROJECT_STATUS.appliedFor });
  const values = { ...open, projektbeginn: dayOf(new Date()), status: PROJECT_STATUS.ongoing };
  const reversed = await create("nie begonnen", values);
  await api.post("/api/projects/bulk", { ids: [reversed], set: { status: PROJECT_STATUS.discontinued } });
});

const titles = async (where: string) => {
  const path = `/api/projects?topics=${topic}&${where}`;
  return (await api.get<{ data: { projekt_titel: string }[] }>(path)).json.data.map((row) => row.projekt_titel);
};

it("finished projects without a known end are those without a last active day", async () => {
  expect(await titles(`${FINISHED}&where[aktiv_bis][empty]=true`)).toEqual(["ohne Ende"]);
});

it("projects that do not end and those that are never active have no last active day", async () => {
  expect(await titles("where[aktiv_bis][empty]=true")).toEqual(["beantragt", "läuft", "ohne Ende"]);
});

it("a finished project that ends before it begins is active on no day, but its last day is known", async () => {
  const yesterday = daysLater(dayOf(new Date()), -1);
  expect(await titles(`where[aktiv_bis][from]=${yesterday}`)).toEqual(["nie begonnen"]);
  expect(await titles(`active_on=${yesterday}`)).not.toContain("nie begonnen");
});

it("the list of projects is filtered by the range of their last active day", async () => {
  expect(await titles("where[aktiv_bis][from]=2020-12-31&where[aktiv_bis][to]=2020-12-31")).toEqual([
    "abgeschlossen",
    "befristet",
  ]);
});

it("statistics count as without end exactly the projects of that list", async () => {
  const path = `/api/statistics/projects?on=2020-06-30&topics=${topic}`;
  const { json } = await api.get<{ unknown: { no_end: number } }>(path);
  expect(json.unknown).toMatchObject({ no_end: 1 });
});

it("the last active day is a column of an export if it is asked for", async () => {
  const path = `/api/projects/export?format=csv&topics=${topic}&${FINISHED}`;
  const text = async (columns = "") => new TextDecoder().decode((await api.get(path + columns)).bytes);
  expect(await text("&columns=projekt_titel,aktiv_bis")).toMatch(/Aktiv bis\r\nabgeschlossen;31\.12\.2020\r\n/);
  expect(await text()).not.toContain("Aktiv bis");
});
