import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createMember, createPerson, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

type Row = Record<string, unknown> & { rollen: { rolle_id: number }[] };
type Linked = { success: boolean; message: string; tabledata: Row[]; fields?: string[]; holder?: unknown };
type Change = {
  change_id: number;
  action: string;
  kind: string;
  fields: unknown;
  related: unknown;
  revertible: boolean;
};

const today = dayOf(new Date());
const yesterday = daysLater(today, -1);

let api: Client;
let project: number;
let member: number;
beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => {
  [project, member] = [await createProject(db()), await createMember(db())];
});

const pathOf = (ph_id = member, projekt_id = project) => `/api/projects/member/${ph_id}/${projekt_id}`;
const link = (body?: unknown, ph_id = member) => api.post<Linked>(pathOf(ph_id), body);
const change = (body: unknown, ph_id = member) => api.put<Linked>(pathOf(ph_id), body);
const rowsOf = async (): Promise<Row[]> => {
  const { json } = await api.get<{ data: { hochschulmitglieder: Row[] } }>(`/api/projects/${project}`);
  return json.data.hochschulmitglieder;
};
const rowOf = async (ph_id = member) => (await rowsOf()).find((row) => row.ph_id === ph_id);
const changesOf = async (kind: string, id: number): Promise<Change[]> =>
  (await api.get<{ data: Change[] }>(`/api/history?kind=${kind}&id=${id}&pageSize=100`)).json.data;
const newest = async () => (await changesOf("projects", project))[0];
const revert = (change_id: number | undefined, body?: unknown) =>
  api.post<Linked>(`/api/history/${change_id}/revert`, body);

describe("links with values", () => {
  it("a link is empty unless the call names values", async () => {
    expect((await link()).json.tabledata).toMatchObject([
      { ph_id: member, rollen: [], seit: null, bis: null, hauptkontakt: false, bemerkung: "" },
    ]);
  });

  it("a link takes the values of an optional body, and shows them from both ends", async () => {
    const body = {
      rollen: [ROLE.contributor, ROLE.projectLead, ROLE.contributor],
      seit: "2024-01-01",
      hauptkontakt: true,
    };
    const { json } = await link({ ...body, bis: "2030-12-31", bemerkung: " im Semester " });
    const values = {
      rollen: [
        { rolle_id: ROLE.projectLead, rolle_de: "Projektleitung", rolle_en: "Project lead" },
        { rolle_id: ROLE.contributor, rolle_de: "Mitarbeit", rolle_en: "Contributor" },
      ],
      ...{ seit: "2024-01-01", bis: "2030-12-31", hauptkontakt: true, bemerkung: "im Semester" },
    };
    expect(json.tabledata).toEqual([expect.objectContaining(values)]);
    const { json: own } = await api.get<{ data: { kooperationsprojekte: Row[] } }>(`/api/members/${member}`);
    expect(own.data.kooperationsprojekte).toEqual([expect.objectContaining({ projekt_id: project, ...values })]);
  });

  it("PUT of either end changes a link's values and leaves other values alone", async () => {
    await link({ rollen: [ROLE.contributor], bemerkung: "bleibt" });
    const { json } = await change({ bis: "2030-01-31", rollen: null });
    expect(json).toMatchObject({ success: true, message: "data_updated" });
    expect(json.tabledata).toMatchObject([{ rollen: [], bis: "2030-01-31", bemerkung: "bleibt" }]);
    const fromMember = await api.put<Linked>(`/api/members/project/${member}/${project}`, { hauptkontakt: true });
    expect(fromMember.json.tabledata).toMatchObject([{ projekt_id: project, hauptkontakt: true, bemerkung: "bleibt" }]);
  });

  it("PUT with an empty object does not change a link, and a body is required", async () => {
    await link({ bemerkung: "bleibt" });
    const before = await changesOf("projects", project);
    expect((await change({})).json.tabledata).toMatchObject([{ bemerkung: "bleibt" }]);
    expect(await changesOf("projects", project)).toEqual(before);
    const empty = await api.put(pathOf(), undefined, { raw: "", headers: { "content-type": "application/json" } });
    expect(empty).toMatchObject({ status: 400, json: { message: "invalid_json" } });
  });

  it("PUT requires that the link exists", async () => {
    expect(await change({ hauptkontakt: true })).toMatchObject({ status: 404, json: { message: "data_not_found" } });
  });

  it("a link keeps its values when a PUT of a record names the links again", async () => {
    const [institution, person] = [await createInstitution(db()), await createPerson(db())];
    await api.post(`/api/persons/institution/${institution}/${person}`, { rollen: [ROLE.head], seit: "2020-05-01" });
    const { json } = await api.get<{ data: Record<string, unknown> }>(`/api/persons/${person}`);
    expect((await api.put(`/api/persons/${person}`, json.data)).status).toBe(200);
    await api.put(`/api/persons/${person}`, { institution: [{ partner_institution_id: institution, rollen: [] }] });
    const after = await api.get<{ data: { institutionen: Row[] } }>(`/api/persons/${person}`);
    expect(after.json.data.institutionen).toMatchObject([{ rollen: [{ rolle_id: ROLE.head }], seit: "2020-05-01" }]);
  });

  it("only the four relations of cooperations have links with values", async () => {
    const { json } = await api.post<{ data: { lastId: number } }>("/api/thematicfields/new", {
      themenfeld_de: "Ohne Werte",
      themenfeld_en: "Without values",
    });
    const path = `/api/projects/thematicfield/${project}/${json.data.lastId}`;
    expect((await api.post<Linked>(path, { rollen: [ROLE.contributor] })).json.tabledata[0]).not.toHaveProperty(
      "rollen",
    );
    expect((await api.put(path, { bemerkung: "x" })).status).toBe(405);
  });
});

describe("invalid link values", () => {
  it.each([
    [{ seit: "2024-02-02", bis: "2024-02-01" }, { bis: ["date_order"] }],
    [{ rollen: [ROLE.coordinator] }, { rollen: ["exists"] }],
    [{ rollen: [2_000_000_000] }, { rollen: ["exists"] }],
    [{ rollen: [3_000_000_000] }, { rollen: ["exists"] }],
    [{ rollen: 9_007_199_254_740_992 }, { rollen: ["type"] }],
    [{ rollen: "1" }, { rollen: ["type"] }],
    [{ seit: "1.2.2024" }, { seit: ["date"] }],
    [{ hauptkontakt: "ja" }, { hauptkontakt: ["type"] }],
    [{ bemerkung: "x".repeat(501) }, { bemerkung: ["max"] }],
    [
      { rolle: 1, ["__proto__x"]: 1 },
      { rolle: ["unknown"], ["__proto__x"]: ["unknown"] },
    ],
    [{ replace: "yes" }, { replace: ["type"] }],
  ])("invalid link values are refused, and nothing is linked: %j", async (body, errors) => {
    expect(await link(body)).toMatchObject({ status: 422, json: { message: "validation_failed", errors } });
    expect(await rowsOf()).toEqual([]);
  });

  it("invalid link values are refused for a link that exists, and leave it unchanged", async () => {
    await link({ seit: "2024-01-01", bemerkung: "bleibt" });
    expect((await change({ bis: "2023-12-31", bemerkung: "neu" })).json).toMatchObject({
      errors: { bis: ["date_order"] },
    });
    expect(await rowOf()).toMatchObject({ bis: null, bemerkung: "bleibt" });
  });

  it("invalid link values are ignored by POST for a link that exists already", async () => {
    await link();
    for (const body of [{ rollen: [2_000_000_000] }, { bis: "never" }, { successor_of: 2_000_000_000 }]) {
      expect(await link(body)).toMatchObject({
        status: 200,
        json: { message: "already_exists", tabledata: [{ ph_id: member }] },
      });
    }
  });

  it("invalid link values are reported before a record that does not exist", async () => {
    expect((await link({ bis: "never" }, 2_000_000_000)).status).toBe(422);
    expect((await link({ bis: "2030-01-01" }, 2_000_000_000)).status).toBe(404);
  });

  it("an inactive role is refused, unless the link has it", async () => {
    await link({ rollen: [ROLE.contributor] });
    await db().$executeRaw`UPDATE verknuepfungsrollen SET active = false WHERE rolle_id = ${ROLE.contributor}`;
    try {
      expect((await change({ rollen: [ROLE.contributor], bemerkung: "neu" })).status).toBe(200);
      const other = await createMember(db());
      expect((await link({ rollen: [ROLE.contributor] }, other)).json).toMatchObject({
        errors: { rollen: ["exists"] },
      });
    } finally {
      await db().$executeRaw`UPDATE verknuepfungsrollen SET active = true WHERE rolle_id = ${ROLE.contributor}`;
    }
  });
});

describe("the property was", () => {
  it("`was` allows a change while the values are the same", async () => {
    await link({ rollen: [ROLE.contributor, ROLE.cooperationOfficer] });
    const was = { rollen: [ROLE.contributor, ROLE.cooperationOfficer], bemerkung: null };
    expect((await change({ bemerkung: "neu", was })).json).toMatchObject({ message: "data_updated" });
  });

  it("`was` refuses a change of values that have changed meanwhile", async () => {
    await link({ bemerkung: "von Ada", bis: "2030-01-01" });
    const answer = await change({ bis: "2031-01-01", was: { bis: "2029-01-01", bemerkung: "", hauptkontakt: false } });
    expect(answer).toMatchObject({
      status: 409,
      json: { message: "changed_since", fields: ["bis", "bemerkung"], tabledata: [{ bis: "2030-01-01" }] },
    });
    expect(await rowOf()).toMatchObject({ bis: "2030-01-01" });
  });
});

describe("unique roles", () => {
  const lead = { rollen: [ROLE.projectLead] };
  let other: number;
  beforeEach(async () => {
    other = await createMember(db(), { vorname: "Ada", nachname: "Inhaberin" });
  });
  const holder = () => ({ kind: "members", id: other, label: "Ada Inhaberin" });

  it("a unique role is held by one link at a time", async () => {
    await link(lead, other);
    expect(await link(lead)).toMatchObject({
      status: 200,
      json: { success: false, message: "role_taken", holder: holder() },
    });
    expect(await rowsOf()).toHaveLength(1);
    await link();
    expect((await change(lead)).json).toMatchObject({ message: "role_taken", holder: holder() });
    expect(await rowOf()).toMatchObject({ rollen: [] });
  });

  it("a refused unique role is named with its holder from the other end, too", async () => {
    await link(lead, other);
    const answer = await api.post<Linked>(`/api/members/project/${member}/${project}`, lead);
    expect(answer.json).toMatchObject({ message: "role_taken", holder: holder() });
  });

  it("a unique role may be held by one link after the other, up to the day", async () => {
    await link({ ...lead, bis: "2024-06-30" }, other);
    expect((await link({ ...lead, seit: "2024-07-01" })).json).toMatchObject({ success: true });
    expect((await change({ seit: "2024-06-30" })).json).toMatchObject({ message: "role_taken", holder: holder() });
    expect((await change({ bis: null }, other)).json).toMatchObject({ message: "role_taken" });
  });

  it("a unique role may be held in several projects", async () => {
    await link(lead, other);
    const second = await createProject(db());
    expect((await api.post<Linked>(pathOf(other, second), lead)).json).toMatchObject({ success: true });
  });

  it("replacing a unique role ends it for its holder on the day before", async () => {
    await link({ ...lead, seit: "2020-01-01" }, other);
    expect((await link({ ...lead, seit: "2024-04-01", replace: true })).json).toMatchObject({ success: true });
    expect(await rowOf(other)).toMatchObject({ rollen: [{ rolle_id: ROLE.projectLead }], bis: "2024-03-31" });
    expect(await rowOf()).toMatchObject({ seit: "2024-04-01", bis: null });
  });

  it("a unique role that is replaced without a first day begins today, also from the other end", async () => {
    await link(lead, other);
    await link();
    await api.put(`/api/members/project/${member}/${project}`, { ...lead, replace: true });
    expect(await rowOf(other)).toMatchObject({ bis: yesterday });
    expect(await rowOf()).toMatchObject({ seit: today, rollen: [{ rolle_id: ROLE.projectLead }] });
  });

  it("replacing a unique role does not end a holder's link with further roles", async () => {
    await link({ rollen: [ROLE.projectLead, ROLE.contributor] }, other);
    await link({ ...lead, replace: true });
    expect(await rowOf(other)).toMatchObject({ rollen: [{ rolle_id: ROLE.contributor }], bis: null });
  });

  it("replacing a unique role removes a holder's link that would not have begun by then", async () => {
    await link({ ...lead, seit: "2030-01-01" }, other);
    await link({ ...lead, seit: "2025-01-01", replace: true });
    expect((await rowsOf()).map((row) => row.ph_id)).toEqual([member]);
  });

  it("a unique role is replaced in one batch, whose revert restores the holder", async () => {
    await link({ ...lead, seit: "2020-01-01" }, other);
    const before = await rowsOf();
    await link({ ...lead, seit: "2024-04-01", replace: true });
    const { json } = await api.get<{ data: { batch: string }[] }>(`/api/history?kind=projects&id=${project}`);
    const answer = await api.post(`/api/history/batches/${json.data[0]?.batch}/revert`);
    expect(answer.json).toMatchObject({ success: true, changes: 2 });
    expect(await rowsOf()).toEqual(before);
  });

  it("one of two concurrent calls gets a unique role", async () => {
    const rivals = [member, other, ...(await Promise.all(Array.from({ length: 8 }, () => createMember(db()))))];
    const answers = await Promise.all(rivals.map((ph_id) => link(lead, ph_id)));
    const messages = answers.map(({ json }) => json.message).sort();
    expect(messages).toEqual(["data_saved", ...Array<string>(9).fill("role_taken")]);
    expect(answers.filter(({ json }) => json.message === "role_taken").every(({ json }) => json.holder)).toBe(true);
  });

  it("a unique role cannot be given twice by SQL", async () => {
    await link(lead, other);
    await link();
    const duplicate = db().$executeRaw`UPDATE member_projects SET rollen = ${[ROLE.projectLead]}::int[]
      WHERE ph_id = ${member} AND projekt_id = ${project}`;
    await expect(duplicate).rejects.toThrow(/link_roles_unique_role/);
  });

  it("a link cannot get the role of another relation by SQL", async () => {
    await link();
    const foreign = db().$executeRaw`UPDATE member_projects SET rollen = ${[ROLE.coordinator]}::int[]
      WHERE ph_id = ${member} AND projekt_id = ${project}`;
    await expect(foreign).rejects.toThrow(/link_roles_rolle_id_relation_fkey/);
  });
});

describe("successors", () => {
  let other: number;
  beforeEach(async () => {
    other = await createMember(db());
    await link({ rollen: [ROLE.projectLead], seit: "2020-01-01" }, other);
  });

  it("a successor takes over on the day after the predecessor's link ends", async () => {
    await link({ rollen: [ROLE.projectLead], seit: "2025-03-01", successor_of: other });
    expect(await rowOf(other)).toMatchObject({ bis: "2025-02-28", rollen: [{ rolle_id: ROLE.projectLead }] });
    expect(await rowOf()).toMatchObject({ seit: "2025-03-01" });
  });

  it("a successor begins today by default", async () => {
    await link({ successor_of: other });
    expect([await rowOf(other), await rowOf()]).toMatchObject([{ bis: yesterday }, { seit: today }]);
  });

  it("a successor leaves a link that has ended as it is", async () => {
    await change({ bis: "2022-12-31" }, other);
    await link({ seit: "2025-03-01", successor_of: other });
    expect(await rowOf(other)).toMatchObject({ bis: "2022-12-31" });
  });

  it("a successor must succeed a linked record", async () => {
    const unlinked = await createMember(db());
    for (const successor_of of [unlinked, member]) {
      expect((await link({ successor_of })).json).toMatchObject({ errors: { successor_of: ["exists"] } });
    }
    expect(await rowsOf()).toHaveLength(1);
  });

  it("a succession is undone with one batch", async () => {
    const before = await rowsOf();
    await link({ successor_of: other, rollen: [ROLE.projectLead] });
    const { json } = await api.get<{ data: { batch: string }[] }>(`/api/history?kind=projects&id=${project}`);
    await api.post(`/api/history/batches/${json.data[0]?.batch}/revert`);
    expect(await rowsOf()).toEqual(before);
  });
});

describe("the history of links", () => {
  it("the history of a new link holds its values that are not empty", async () => {
    await link({ rollen: [ROLE.contributor], seit: "2024-01-01" });
    expect(await newest()).toMatchObject({
      action: "link",
      fields: [
        { name: "rollen", old: null, new: [ROLE.contributor] },
        { name: "seit", old: null, new: "2024-01-01" },
      ],
    });
  });

  it("the history of a link holds a change of values, from both ends, which can be reverted", async () => {
    await link({ rollen: [ROLE.contributor] });
    await change({ rollen: [], bis: "2030-01-01" });
    const expected = {
      action: "update",
      fields: [
        { name: "rollen", old: [ROLE.contributor], new: [] },
        { name: "bis", old: null, new: "2030-01-01" },
      ],
      revertible: true,
    };
    expect(await newest()).toMatchObject({ ...expected, kind: "projects", related: { kind: "members", id: member } });
    const [ofMember] = await changesOf("members", member);
    expect(ofMember).toMatchObject(expected);
    expect((await revert(ofMember?.change_id)).json).toMatchObject({ success: true });
    expect(await rowOf()).toMatchObject({ rollen: [{ rolle_id: ROLE.contributor }], bis: null });
    expect(await newest()).toMatchObject({ action: "update", reverts: ofMember?.change_id });
  });

  it("reverting a link's change is refused when the values have changed again, unless forced", async () => {
    await link({ bemerkung: "a" });
    await change({ bemerkung: "b" });
    const changed = (await newest())?.change_id;
    await change({ bemerkung: "c" });
    expect(await revert(changed)).toMatchObject({
      status: 409,
      json: { message: "changed_since", fields: ["bemerkung"] },
    });
    expect((await revert(changed, { force: true })).status).toBe(200);
    expect(await rowOf()).toMatchObject({ bemerkung: "a" });
  });

  it("undo restores the values of a removed link, and of a deleted record's links", async () => {
    await link({ rollen: [ROLE.projectLead], seit: "2024-01-01", hauptkontakt: true, bemerkung: "x" });
    const before = await rowsOf();
    await api.delete(pathOf());
    const unlink = await newest();
    expect(unlink).toMatchObject({
      action: "unlink",
      fields: expect.arrayContaining([{ name: "seit", old: "2024-01-01", new: null }]) as unknown,
    });
    await revert(unlink?.change_id);
    expect(await rowsOf()).toEqual(before);
    await api.delete(`/api/projects/${project}`);
    await revert((await newest())?.change_id);
    expect(await rowsOf()).toEqual(before);
  });

  it("undo restores the links of a deleted record without roles that were deleted meanwhile", async () => {
    const { rolle_id } = await db().verknuepfungsrolle.create({
      data: { rolle_de: "Vergänglich", rolle_en: "Transient", relation: "project_member" },
    });
    await link({ rollen: [rolle_id, ROLE.contributor], bemerkung: "x" });
    await api.delete(`/api/projects/${project}`);
    await db().verknuepfungsrolle.delete({ where: { rolle_id } });
    expect((await revert((await newest())?.change_id)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ rollen: [{ rolle_id: ROLE.contributor }], bemerkung: "x" });
  });

  it("undo does not restore a unique role that another link holds by now", async () => {
    await link({ rollen: [ROLE.projectLead] });
    await api.delete(pathOf());
    const unlink = await newest();
    await link({ rollen: [ROLE.projectLead] }, await createMember(db()));
    expect(await revert(unlink?.change_id)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
  });

  it("a change of link values does not count as a change of the record itself", async () => {
    const changedOf = async () =>
      (await api.get<{ data: unknown[] }>(`/api/projects?where[changed][from]=2020-01-01&ids=${project}`)).json.data;
    const before = await api.get(`/api/projects/${project}`);
    await link({ bemerkung: "x" });
    await change({ bemerkung: "y" });
    expect((await api.get(`/api/projects/${project}`)).headers.get("etag")).toBe(before.headers.get("etag"));
    expect(await changedOf()).toHaveLength(1);
  });

  it("past records show links with their past values", async () => {
    await link({ rollen: [ROLE.contributor], bemerkung: "damals" });
    const pastTime = new Date().toISOString();
    await change({ rollen: [ROLE.projectLead], bemerkung: "heute" });
    await api.delete(pathOf());
    const { json } = await api.get<{ data: { hochschulmitglieder: Row[] } }>(`/api/projects/${project}?at=${pastTime}`);
    expect(json.data.hochschulmitglieder).toEqual([
      expect.objectContaining({
        ph_id: member,
        rollen: [{ rolle_id: ROLE.contributor, rolle_de: "Mitarbeit", rolle_en: "Contributor" }],
        bemerkung: "damals",
      }),
    ]);
  });

  it("the history of links holds changes by SQL", async () => {
    await link({ bemerkung: "a" });
    const where = (set: string) =>
      db().$executeRawUnsafe(`UPDATE member_projects SET ${set} WHERE ph_id = ${member} AND projekt_id = ${project}`);
    await where(`rollen = '{${ROLE.contributor}}', seit = '2024-01-01'`);
    expect(await changesOf("members", member)).toMatchObject([
      {
        action: "update",
        fields: [
          { name: "rollen", old: [], new: [ROLE.contributor] },
          { name: "seit", old: null, new: "2024-01-01" },
        ],
        related: { kind: "projects", id: project },
      },
      { action: "link", fields: [{ name: "bemerkung", old: null, new: "a" }] },
      { action: "create" },
    ]);
    await where("bemerkung = bemerkung");
    expect(await changesOf("members", member)).toHaveLength(3);
    await db().$executeRaw`DELETE FROM member_projects WHERE ph_id = ${member}`;
    const [unlink] = await changesOf("members", member);
    expect(unlink).toMatchObject({
      action: "unlink",
      fields: [
        { name: "rollen", old: [ROLE.contributor], new: null },
        { name: "seit" },
        { name: "bemerkung", old: "a" },
      ],
    });
    await revert(unlink?.change_id);
    expect(await rowOf()).toMatchObject({
      rollen: [{ rolle_id: ROLE.contributor }],
      seit: "2024-01-01",
      bemerkung: "a",
    });
  });
});
