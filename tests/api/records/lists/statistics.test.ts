import { describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  projectsByStatus,
  projectsByThematicField,
  projectStartsByYear,
} from "@/lib/features/quality/server/project-statistics";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { projectLists } from "@/lib/model/kinds/project-lists";
import { createProject, createThematicField } from "../../../support/factories";
import { loggedIn } from "../../../support/api";

/*
 * The statistics on the dashboard (spec §2). They are tested directly, because no API call returns
 * them.
 */

const startingIn = (year: number) =>
  createProject(db(), { vertragsgrundlage: 0, projektbeginn: `${String(year).padStart(4, "0")}-05-01` });

describe("the dashboard's statistics", () => {
  it("the statistics count projects by status, including statuses without projects", async () => {
    const before = await projectsByStatus(db());
    await createProject(db(), { status: 2 });
    const after = await projectsByStatus(db());
    expect(after.map(({ count }, index) => count - (before[index]?.count ?? 0))).toEqual(
      after.map(({ id }) => (id === 2 ? 1 : 0)),
    );
  });

  it("the statistics count projects by thematic field, most frequent first", async () => {
    const [rare, frequent] = [await createThematicField(db()), await createThematicField(db())];
    for (const themenfelder of [[rare, frequent], [frequent], [frequent]]) await createProject(db(), { themenfelder });
    expect(await projectsByThematicField(db(), 2)).toMatchObject([
      { id: frequent, count: 3 },
      { id: rare, count: 1 },
    ]);
    expect(await projectsByThematicField(db(), 1)).toHaveLength(1);
  });

  it("the statistics count starts by year, including empty years, and ignore mistyped years", async () => {
    await db().project.deleteMany();
    const now = new Date().getFullYear();
    for (const year of [now - 3, now - 1, now - 1, now + 1, 1026, 9999]) await startingIn(year);
    const years = await projectStartsByYear(db());
    expect(years).toHaveLength(20);
    expect(years.at(-1)).toEqual({ year: now + 1, count: 1 });
    expect(years.filter(({ count }) => count > 0)).toEqual([
      { year: now - 3, count: 1 },
      { year: now - 1, count: 2 },
      { year: now + 1, count: 1 },
    ]);
  });

  it("the statistics equal the totals of the linked lists", async () => {
    const api = await loggedIn();
    const total = async (list: string) => (await api.get<{ total: number }>(`/api${list}`)).json.total;
    await db().project.deleteMany();
    const project = (projektbeginn: string, projektende: string, status: number = PROJECT_STATUS.ongoing) =>
      createProject(db(), { status, vertragsgrundlage: 1, projektbeginn, projektende });
    await project("2019-12-31", "2026-02-27");
    await project("2020-01-01", "2026-02-28");
    await project("2020-12-31", "2027-02-28", PROJECT_STATUS.planned);
    await project("2020-06-01", "2027-02-28");
    await project("2021-01-01", "2027-03-01");

    for (const { id, count } of await projectsByStatus(db())) {
      expect(await total(projectLists.withStatus(Number(id)))).toBe(count);
    }
    const years = await projectStartsByYear(db());
    expect(years.map(({ count }) => count)).toEqual([1, 3, 1]);
    for (const { year, count } of years) expect(await total(projectLists.startedIn(year))).toBe(count);
  });
});
