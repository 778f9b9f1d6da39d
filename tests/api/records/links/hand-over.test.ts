import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { LIST_MAX_IDS } from "@/lib/model/limits";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { createMember, createPerson, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import { referenceCalls } from "../../../support/records/reference";

type Handed = { id: number; label: string; rollen: number[]; refused?: string };
type HandedOver = { success: boolean; message: string; projects: Handed[]; batch: string | null };
type Link = { rollen: number[]; seit: string | null; bis: string | null; hauptkontakt: boolean; bemerkung: string };

const today = dayOf(new Date());
const [yesterday, tomorrow] = [daysLater(today, -1), daysLater(today, 1)];
const [past, future] = ["2020-01-01", "2099-12-31"];

let api: Client;
let reader: Client;
let from: number;
let to: number;
beforeAll(async () => {
  [api, reader] = [await loggedIn(), await loggedIn({ role: "reader" })];
});
beforeEach(async () => {
  [from, to] = [await createMember(db()), await createMember(db())];
});

const handOver = (body: Record<string, unknown> = {}, client = api) =>
  client.post<HandedOver>(`/api/members/${from}/handover`, { to, ...body });

/** Creates a project with links of members, by their keys. */
async function projectOf(links: Record<number, Partial<Link>>): Promise<number> {
  const project = await createProject(db());
  for (const [member, values] of Object.entries(links)) {
    const { status } = await api.post(`/api/projects/member/${member}/${project}`, values);
    expect(status).toBe(200);
  }
  return project;
}

/** Creates projects of a member by SQL, which is faster than calls for many. */
const createLinkedProjects = (member: number, count: number) => db().$executeRaw`
  WITH created AS (
    INSERT INTO projects (projekt_titel, vertragsgrundlage)
    SELECT 'Menge ' || n, -1 FROM generate_series(1, ${count}::int) AS n RETURNING projekt_id)
  INSERT INTO member_projects (ph_id, projekt_id) SELECT ${member}::int, projekt_id FROM created`;

/** The links of a project by member. */
async function linksOf(project: number): Promise<Map<number, Link>> {
  const { json } = await api.get<{
    data: { hochschulmitglieder: (Omit<Link, "rollen"> & { ph_id: number; rollen: { rolle_id: number }[] })[] };
  }>(`/api/projects/${project}`);
  return new Map(
    json.data.hochschulmitglieder.map(({ ph_id, rollen, seit, bis, hauptkontakt, bemerkung }) => [
      ph_id,
      { rollen: rollen.map(({ rolle_id }) => rolle_id), seit, bis, hauptkontakt, bemerkung },
    ]),
  );
}

const revert = (batch: string | null) => api.post(`/api/history/batches/${batch}/revert`);

describe("a hand-over of projects", () => {
  it("a hand-over ends the link on the day before, and gives roles and main contact to the successor", async () => {
    const values = {
      rollen: [ROLE.projectLead, ROLE.contributor],
      seit: past,
      hauptkontakt: true,
      bemerkung: "bleibt",
    };
    const project = await projectOf({ [from]: values });
    const { status, json } = await handOver();
    expect(status).toBe(200);
    expect(json).toMatchObject({ success: true, message: "data_updated", batch: expect.any(String) as string });
    expect(json.projects).toMatchObject([{ id: project, rollen: [ROLE.projectLead, ROLE.contributor] }]);
    const links = await linksOf(project);
    expect(links.get(from)).toEqual({ ...values, bis: yesterday });
    expect(links.get(to)).toEqual({ ...values, seit: today, bis: null, bemerkung: "" });
  });

  it("a hand-over takes all projects with a current link, and no former or future ones", async () => {
    const current = await projectOf({ [from]: { seit: past } });
    await projectOf({ [from]: { bis: yesterday } });
    await projectOf({ [from]: { seit: tomorrow } });
    const { json } = await handOver();
    expect(json.projects.map(({ id }) => id)).toEqual([current]);
  });

  it("a hand-over takes only the projects that `ids` names, future links included", async () => {
    const [one, other] = [await projectOf({ [from]: {} }), await projectOf({ [from]: { seit: tomorrow } })];
    const { json } = await handOver({ ids: [other, other] });
    expect(json.projects.map(({ id }) => id)).toEqual([other]);
    expect([...(await linksOf(other)).keys()]).toEqual([to]);
    expect([...(await linksOf(one)).keys()]).toEqual([from]);
  });

  it("a hand-over removes a link that had not begun by the day, and the successor keeps its last day", async () => {
    const project = await projectOf({ [from]: { rollen: [ROLE.contributor], seit: tomorrow, bis: future } });
    await handOver({ seit: tomorrow, ids: [project] });
    expect(await linksOf(project)).toEqual(
      new Map([[to, { rollen: [ROLE.contributor], seit: tomorrow, bis: future, hauptkontakt: false, bemerkung: "" }]]),
    );
  });

  it("a hand-over adds what the successor's own link lacks, and keeps its remark and the longer period", async () => {
    const project = await projectOf({
      [from]: { rollen: [ROLE.contributor], seit: past, bis: future, hauptkontakt: true },
      [to]: { rollen: [ROLE.cooperationOfficer], seit: past, bis: "2090-01-01", bemerkung: "eigene" },
    });
    const { json } = await handOver();
    expect(json.projects).toMatchObject([{ rollen: [ROLE.contributor] }]);
    expect((await linksOf(project)).get(to)).toEqual({
      rollen: [ROLE.cooperationOfficer, ROLE.contributor],
      seit: past,
      bis: future,
      hauptkontakt: true,
      bemerkung: "eigene",
    });
  });

  it("a hand-over begins a former link of the successor anew, with the roles of the other", async () => {
    const project = await projectOf({
      [from]: { rollen: [ROLE.contributor], bis: future },
      [to]: { rollen: [ROLE.projectLead], seit: past, bis: "2021-01-01", hauptkontakt: true, bemerkung: "damals" },
    });
    await handOver();
    const { bemerkung, ...link } = (await linksOf(project)).get(to) ?? ({} as Link);
    expect(link).toEqual({ rollen: [ROLE.contributor], seit: today, bis: future, hauptkontakt: false });
    expect(bemerkung).toBe("damals");
  });

  it("a hand-over refuses a project where a unique role would be held twice, and takes the others", async () => {
    const free = await projectOf({ [from]: { rollen: [ROLE.projectLead] } });
    const taken = await projectOf({ [from]: { rollen: [ROLE.projectLead] }, [to]: { seit: past } });
    const before = await linksOf(taken);
    const { json } = await handOver();
    expect(json.projects).toMatchObject([
      { id: free, rollen: [ROLE.projectLead] },
      { id: taken, rollen: [], refused: "role_taken" },
    ]);
    expect(await linksOf(taken)).toEqual(before);
  });

  it("a hand-over succeeds without a batch where all projects are refused", async () => {
    await projectOf({ [from]: { rollen: [ROLE.projectLead] }, [to]: { seit: past } });
    expect((await handOver()).json).toMatchObject({ success: true, batch: null });
  });

  it("a hand-over refuses projects without a link that lasts until the day", async () => {
    const [unlinked, ended] = [await createProject(db()), await projectOf({ [from]: { bis: tomorrow } })];
    const { json } = await handOver({ ids: [unlinked, ended], seit: "2090-01-01" });
    expect(json.projects.map(({ refused }) => refused)).toEqual(["data_not_found", "data_not_found"]);
  });

  it("a dry run of a hand-over returns the same projects without changing anything", async () => {
    const project = await projectOf({
      [from]: { rollen: [ROLE.projectLead] },
      [to]: { rollen: [ROLE.contributor], seit: past },
    });
    const before = await linksOf(project);
    const preview = (await handOver({ dry_run: true })).json;
    expect(preview).toMatchObject({ success: true, batch: null, projects: [{ id: project, refused: "role_taken" }] });
    expect(await linksOf(project)).toEqual(before);
    expect((await handOver()).json.projects).toEqual(preview.projects);
  });

  it("a hand-over includes inactive roles, too", async () => {
    const lists = referenceCalls(await loggedIn({ role: "admin" }));
    const role = await lists.add("verknuepfungsrollen", { relation: "project_member" });
    const project = await projectOf({ [from]: { rollen: [role] } });
    await lists.change("verknuepfungsrollen", role, { active: false });
    expect((await handOver()).json.projects).toMatchObject([{ id: project, rollen: [role] }]);
  });

  it("a hand-over is one batch, whose revert restores all links", async () => {
    const one = await projectOf({ [from]: { rollen: [ROLE.projectLead], seit: past } });
    const other = await projectOf({ [from]: { bemerkung: "x" }, [to]: { seit: past, bis: "2021-01-01" } });
    const before = [await linksOf(one), await linksOf(other)];
    const { json } = await handOver();
    expect(await revert(json.batch)).toMatchObject({ status: 200 });
    expect([await linksOf(one), await linksOf(other)]).toEqual(before);
  });

  it("a hand-over without `ids` takes more projects than `ids` can name, in one batch with one revert", async () => {
    const count = LIST_MAX_IDS + 1;
    await createLinkedProjects(from, count);
    const links = () => db().memberProject.count({ where: { ph_id: to, bis: null } });
    expect((await handOver({ dry_run: true })).json.projects).toHaveLength(count);
    const { json } = await handOver();
    expect(json.projects.filter(({ refused }) => !refused)).toHaveLength(count);
    expect(await links()).toBe(count);
    expect(await revert(json.batch)).toMatchObject({ status: 200 });
    expect(await links()).toBe(0);
  }, 120_000);

  it.each([
    ["no successor", { to: undefined }, { to: ["required"] }],
    ["a successor that is no id", { to: "x" }, { to: ["type"] }],
    ["a successor that does not exist", { to: 2_147_483_647 }, { to: ["exists"] }],
    ["an id beyond all ids", { to: 2_147_483_648 }, { to: ["exists"] }],
    ["a day that does not exist", { seit: "2026-02-30" }, { seit: ["type"] }],
    ["more than 1,000 projects", { ids: Array.from({ length: 1_001 }, (_, at) => at + 1) }, { ids: ["max"] }],
    ["an unknown field", { bis: today }, { bis: ["unknown"] }],
  ])("a hand-over refuses %s", async (_, body, errors) => {
    expect(await handOver(body)).toMatchObject({ status: 422, json: { message: "validation_failed", errors } });
  });

  it("a hand-over refuses the person as the own successor", async () => {
    expect(await handOver({ to: from })).toMatchObject({ status: 422, json: { errors: { to: ["same"] } } });
  });

  it("a hand-over is 404 for a person that does not exist, and 403 for readers", async () => {
    expect(await api.post("/api/members/2147483647/handover", { to })).toMatchObject({ status: 404 });
    expect(await handOver({}, reader)).toMatchObject({ status: 403 });
  });

  it("a hand-over works for partner persons as well", async () => {
    const [one, other, project] = [await createPerson(db()), await createPerson(db()), await createProject(db())];
    await api.post(`/api/projects/persons/${one}/${project}`, { rollen: [ROLE.signatory] });
    const { json } = await api.post<HandedOver>(`/api/persons/${one}/handover`, { to: other });
    expect(json.projects).toMatchObject([{ id: project, rollen: [ROLE.signatory] }]);
  });
});

const day = fc.option(fc.constantFrom(past, yesterday, today, tomorrow, future), { nil: null });
const link = fc
  .record({
    rollen: fc.subarray([ROLE.projectLead, ROLE.contributor]),
    seit: day,
    bis: day,
    hauptkontakt: fc.boolean(),
  })
  .filter(({ seit, bis }) => seit === null || bis === null || seit <= bis);
const anyProject = fc.record({ from: link, to: fc.option(link, { nil: null }), third: fc.option(link, { nil: null }) });

const overlap = (one: Link, other: Link) =>
  (one.bis === null || other.seit === null || one.bis >= other.seit) &&
  (other.bis === null || one.seit === null || other.bis >= one.seit);

it("any hand-over leaves a unique role with one member a day, and its revert restores all links", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyProject, { minLength: 1, maxLength: 3 }), day, async (projects, seit) => {
      const third = await createMember(db());
      [from, to] = [await createMember(db()), await createMember(db())];
      const ids: number[] = [];
      for (const links of projects) {
        const project = await createProject(db());
        ids.push(project);
        // Links that would hold the unique role twice are refused.
        for (const [member, values] of [
          [from, links.from],
          [to, links.to],
          [third, links.third],
        ] as const)
          if (values) await api.post(`/api/projects/member/${member}/${project}`, values);
      }
      const before = await Promise.all(ids.map(linksOf));
      const { status, json } = await handOver({ ids, seit });
      expect(status).toBe(200);
      const after = await Promise.all(ids.map(linksOf));
      for (const [at, links] of after.entries()) {
        const leads = [...links.values()].filter(({ rollen }) => rollen.includes(ROLE.projectLead));
        expect(leads.every((one, index) => leads.slice(index + 1).every((other) => !overlap(one, other)))).toBe(true);
        if (json.projects[at]?.refused) expect(links).toEqual(before[at]);
        expect(links.get(third)).toEqual(before[at]?.get(third));
      }
      if (json.batch) expect((await revert(json.batch)).status).toBe(200);
      expect(await Promise.all(ids.map(linksOf))).toEqual(before);
    }),
    { numRuns: 25 },
  );
});
