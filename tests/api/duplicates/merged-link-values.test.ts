import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { createMember, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import type { Body } from "../../support/records/history";

/* Contract §13, "Merge": how a merge treats the values of links. */

type Merged = { success: boolean; moved: Body; joined: Body; batch: string };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const link = (projekt_id: number, ph_id: number, body: Body) =>
  api.post(`/api/projects/member/${ph_id}/${projekt_id}`, body);
const membersOf = async (id: number) =>
  (await api.get<{ data: { hochschulmitglieder: Body[] } }>(`/api/projects/${id}`)).json.data.hochschulmitglieder;
const merge = (path: string, keep: number, drop: number, dry_run = false) =>
  api.post<Merged>(`/api/${path}/${keep}/merge`, { drop, dry_run });
const revert = (batch: string) => api.post(`/api/history/batches/${batch}/revert`);
const expectedRoles = (...ids: number[]) => ids.map((rolle_id) => expect.objectContaining({ rolle_id }) as unknown);

describe("merges of projects", () => {
  it("a merge of projects moves links with their values", async () => {
    const [keep, drop, member] = [await createProject(db()), await createProject(db()), await createMember(db())];
    await link(drop, member, { rollen: [ROLE.projectLead], seit: "2024-01-01", bemerkung: "x" });
    expect((await merge("projects", keep, drop)).json).toMatchObject({ moved: { hochschulmitglieder: 1 } });
    expect(await membersOf(keep)).toMatchObject([
      { rollen: expectedRoles(ROLE.projectLead), seit: "2024-01-01", bemerkung: "x" },
    ]);
  });

  it("a merge of projects joins the values of a link that both had, and its revert separates them", async () => {
    const [keep, drop, member] = [await createProject(db()), await createProject(db()), await createMember(db())];
    await link(keep, member, { rollen: [ROLE.contributor], seit: "2020-01-01", bis: "2022-12-31", bemerkung: "a" });
    await link(drop, member, { rollen: [ROLE.projectLead], seit: "2021-01-01", hauptkontakt: true, bemerkung: "b" });
    const before = [await membersOf(keep), await membersOf(drop)];
    const { json } = await merge("projects", keep, drop);
    expect(json).toMatchObject({ moved: { hochschulmitglieder: 0 }, joined: { hochschulmitglieder: 1 } });
    expect(await membersOf(keep)).toMatchObject([
      {
        rollen: expectedRoles(ROLE.projectLead, ROLE.contributor),
        ...{ seit: "2020-01-01", bis: null, hauptkontakt: true, bemerkung: "a | b" },
      },
    ]);
    expect((await revert(json.batch)).status).toBe(200);
    expect([await membersOf(keep), await membersOf(drop)]).toEqual(before);
  });

  it("a merge of projects drops a unique role from the link that moves, and reports it in joined", async () => {
    const [keep, drop] = [await createProject(db()), await createProject(db())];
    const [keptMember, droppedMember] = [await createMember(db()), await createMember(db())];
    await link(keep, keptMember, { rollen: [ROLE.projectLead] });
    await link(drop, droppedMember, { rollen: [ROLE.projectLead, ROLE.contributor] });
    const before = [await membersOf(keep), await membersOf(drop)];
    const counts = { moved: { hochschulmitglieder: 1 }, joined: { "hochschulmitglieder.rollen": 1 } };
    expect((await merge("projects", keep, drop, true)).json).toMatchObject(counts);
    const { json } = await merge("projects", keep, drop);
    expect(json).toMatchObject(counts);
    const rows = await membersOf(keep);
    expect(rows.find(({ ph_id }) => ph_id === keptMember)).toMatchObject({ rollen: expectedRoles(ROLE.projectLead) });
    expect(rows.find(({ ph_id }) => ph_id === droppedMember)).toMatchObject({
      rollen: expectedRoles(ROLE.contributor),
    });
    expect((await revert(json.batch)).status).toBe(200);
    expect([await membersOf(keep), await membersOf(drop)]).toEqual(before);
  });

  it("a merge of projects keeps the role of the kept record's link, also if it is joined with another", async () => {
    const [keep, drop] = [await createProject(db()), await createProject(db())];
    const [lead, other] = [await createMember(db()), await createMember(db())];
    await link(keep, lead, { rollen: [ROLE.projectLead], seit: "2020-01-01" });
    await link(drop, lead, { rollen: [ROLE.contributor], seit: "2019-01-01" });
    await link(drop, other, { rollen: [ROLE.projectLead], seit: "2021-01-01" });
    await merge("projects", keep, drop);
    const rows = await membersOf(keep);
    expect(rows.find(({ ph_id }) => ph_id === lead)).toMatchObject({
      rollen: expectedRoles(ROLE.projectLead, ROLE.contributor),
    });
    expect(rows.find(({ ph_id }) => ph_id === other)).toMatchObject({ rollen: [] });
  });

  it("a merge of projects does not mention roles where none is dropped", async () => {
    const { json } = await merge("projects", await createProject(db()), await createProject(db()));
    expect(json.joined).not.toHaveProperty("hochschulmitglieder.rollen");
  });
});

describe("merges of members", () => {
  it("a merge of members records nothing for a joined link that is unchanged in the end", async () => {
    const [keep, drop, lead] = [await createMember(db()), await createMember(db()), await createMember(db())];
    const project = await createProject(db());
    await link(project, keep, {});
    await link(project, drop, { rollen: [ROLE.projectLead], seit: "2020-01-01", bis: "2020-12-31" });
    await link(project, lead, { rollen: [ROLE.projectLead], seit: "2022-01-01" });
    const { json } = await merge("members", keep, drop);
    const changes = await api.get<{ data: Body[] }>(`/api/history?batch=${json.batch}&pageSize=100`);
    expect(changes.json.data.filter(({ action, related }) => action === "update" && related !== null)).toEqual([]);
  });

  it("a merge of members passes a unique role on, and its revert gives it back", async () => {
    const [keep, drop, project] = [await createMember(db()), await createMember(db()), await createProject(db())];
    await link(project, drop, { rollen: [ROLE.projectLead] });
    const before = await membersOf(project);
    const { json } = await merge("members", keep, drop);
    expect(await membersOf(project)).toMatchObject([{ ph_id: keep, rollen: expectedRoles(ROLE.projectLead) }]);
    expect((await revert(json.batch)).status).toBe(200);
    expect(await membersOf(project)).toEqual(before);
  });
});
