import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLE_GROUPS } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createMember, createPerson, createProject } from "../../support/factories";
import { historyCalls } from "../../support/records/history";
import { errors, names, referenceCalls, type Row } from "../../support/records/reference";

/* Contract §13, "Roles": a reference list whose entries belong to one relation each. */

const LIST = "verknuepfungsrollen";
const ROLE_TAKEN = { status: 200, json: { success: false, message: "role_taken" } };

let admin: Client;
let calls: ReturnType<typeof historyCalls>;
let lists: ReturnType<typeof referenceCalls>;
let project: number;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  calls = historyCalls(admin);
  lists = referenceCalls(admin);
});
beforeEach(async () => {
  project = await createProject(db());
});

const add = (relation: string, more: object = {}) => lists.add(LIST, { relation, ...more });
const entry = (id: number) => lists.entry(LIST, id);
const idsOf = async (relation: string) =>
  (await lists.entriesOf(LIST)).filter((row) => row.relation === relation).map((row) => row.rolle_id);
const rolesOf = (row: Row | undefined) => (row?.rollen as { rolle_id: number }[]).map((role) => role.rolle_id);

/** Links a new member with the project. @returns the key of the member */
async function link(rollen: number[], values: object = {}, projekt_id = project): Promise<number> {
  const ph_id = await createMember(db());
  expect((await admin.post(`/api/projects/member/${ph_id}/${projekt_id}`, { rollen, ...values })).status).toBe(200);
  return ph_id;
}
const linksOf = async (projekt_id = project) =>
  (await admin.get<{ data: { hochschulmitglieder: Row[] } }>(`/api/projects/${projekt_id}`)).json.data
    .hochschulmitglieder;
const rolesOfMember = async (ph_id: number, projekt_id = project) =>
  rolesOf((await linksOf(projekt_id)).find((row) => row.ph_id === ph_id));

describe("the list of roles", () => {
  it("the list of roles contains the groups in order, with relation and flags", async () => {
    const rows = await lists.entriesOf(LIST);
    expect([...new Set(rows.map((row) => row.relation))]).toEqual([...ROLE_GROUPS]);
    expect(rows.find((row) => row.rolle_id === ROLE.projectLead)).toMatchObject({
      ...{ rolle_de: "Projektleitung", rolle_en: "Project lead", relation: "project_member" },
      ...{ active: true, eindeutig: true, zustaendig: true, protected: false },
    });
  });

  it("the list of roles is part of the global data in the same order, inactive entries included", async () => {
    const id = await add("project_person", { active: false, zustaendig: true });
    const rows = await lists.entriesOf(LIST);
    const { json } = await admin.get<Record<string, Row[]>>("/api/global");
    expect(json[LIST]).toEqual(
      rows.map(({ rolle_id, rolle_de, rolle_en, relation, eindeutig, zustaendig }) => ({
        ...{ rolle_id, rolle_de, rolle_en, relation, eindeutig, zustaendig },
      })),
    );
    expect(json[LIST]?.find((row) => row.rolle_id === id)).toMatchObject({ zustaendig: true, eindeutig: false });
  });

  it("the list of roles adds no property to the other lists of the global data", async () => {
    const { json } = await admin.get<Record<string, object[]>>("/api/global");
    expect(Object.keys(json.projekt_status?.[0] ?? {})).toEqual([
      "projektstatus_id",
      "projektstatus_de",
      "projektstatus_en",
    ]);
  });
});

describe("relations of roles", () => {
  it("a new role requires a relation, and its flags are off by default", async () => {
    const body = names(LIST);
    expect(await admin.post(`/api/reference/${LIST}/new`, body)).toMatchObject(errors({ relation: ["required"] }));
    for (const [relation, code] of [
      [null, "required"],
      ["", "required"],
      ["member_thematic_fields", "exists"],
      [7, "type"],
    ]) {
      const refused = await admin.post(`/api/reference/${LIST}/new`, { ...body, relation });
      expect(refused, String(relation)).toMatchObject(errors({ relation: [code] }));
    }
    const id = await add("project_person");
    expect(await entry(id)).toMatchObject({
      ...{ relation: "project_person", active: true, eindeutig: false, zustaendig: false, used: 0 },
    });
  });

  it("a role cannot change its relation, but can be sent back as it was loaded", async () => {
    const id = await add("project_person");
    const loaded = await entry(id);
    for (const relation of ["project_member", "unknown"]) {
      expect(await lists.change(LIST, id, { ...loaded, relation })).toMatchObject(errors({ relation: ["fixed"] }));
    }
    expect(await lists.change(LIST, id, { relation: "project_member", rolle_de: "" })).toMatchObject(
      errors({ relation: ["fixed"], rolle_de: ["required"] }),
    );
    expect(await lists.change(LIST, id, { ...loaded, rolle_de: "Anders" })).toMatchObject({ status: 200 });
    expect(await entry(id)).toEqual({ ...loaded, rolle_de: "Anders" });
  });

  it("entries of other lists have no relation", async () => {
    const body = { ...names("titel"), relation: "project_member" };
    expect(await admin.post("/api/reference/titel/new", body)).toMatchObject(errors({ relation: ["unknown"] }));
  });

  it("a deleted role is restored with its relation and position", async () => {
    const id = await add("project_institution", { position: 2, zustaendig: true });
    const before = await lists.entriesOf(LIST);
    await lists.remove(LIST, id);
    const [deletion] = await calls.changes(`kind=${LIST}&id=${id}`);
    expect(deletion).toMatchObject({ action: "delete" });
    expect(deletion?.fields).toContainEqual({ name: "relation", old: "project_institution", new: null });
    expect((await calls.revert(deletion)).json).toMatchObject({ success: true });
    expect(await lists.entriesOf(LIST)).toEqual(before);
  });
});

describe("names of roles", () => {
  it("names of roles are unique within a relation only", async () => {
    const roleNames = names(LIST);
    const id = await add("project_member", roleNames);
    expect(await add("project_person", roleNames)).toBeGreaterThan(id);
    expect(await admin.post(`/api/reference/${LIST}/new`, { ...roleNames, relation: "project_member" })).toMatchObject(
      errors({ rolle_de: ["exists_already"], rolle_en: ["exists_already"] }),
    );
    const other = await add("project_member");
    expect(await lists.change(LIST, other, { rolle_en: roleNames.rolle_en })).toMatchObject(
      errors({ rolle_en: ["exists_already"] }),
    );
  });
});

describe("positions of roles", () => {
  it("positions of roles count within the relation, where the others make room", async () => {
    const before = await lists.entriesOf(LIST);
    const [first, second, ...rest] = await idsOf("project_institution");
    expect((await lists.change(LIST, Number(first), { position: 2 })).status).toBe(200);
    expect(await idsOf("project_institution")).toEqual([second, first, ...rest]);
    await lists.change(LIST, Number(first), { position: 99 });
    expect(await idsOf("project_institution"), "past the end is the end").toEqual([second, ...rest, first]);
    await lists.change(LIST, Number(first), { position: 1 });
    expect(await lists.entriesOf(LIST)).toEqual(before);
  });

  it("the position of a new role is in its relation", async () => {
    const before = await idsOf("project_member");
    const [last, inserted] = [await add("project_member"), await add("project_member", { position: 1 })];
    expect(await idsOf("project_member")).toEqual([inserted, ...before, last]);
  });

  it("positions of roles are recorded and reverted within the relation", async () => {
    const [one, other] = [await add("project_person"), await add("project_person")];
    const position = (await idsOf("project_person")).indexOf(one) + 1;
    await lists.change(LIST, other, { position: position });
    const [moved] = await calls.changes(`kind=${LIST}&id=${other}`);
    expect(moved?.fields).toEqual([{ name: "position", old: position + 1, new: position }]);
    await calls.revert(moved);
    expect((await idsOf("project_person")).slice(-2)).toEqual([one, other]);
  });

  it("positions of roles are stored from 1 in each relation under concurrent changes", async () => {
    const moves = ROLE_GROUPS.map(async (relation) => {
      const ids = await idsOf(relation);
      return lists.change(LIST, Number(ids[0]), { position: ids.length });
    });
    for (const { status } of await Promise.all([...moves, add("project_member").then(() => ({ status: 200 }))])) {
      expect(status).toBe(200);
    }
    await lists.change(LIST, Number((await idsOf("project_member"))[0]), { position: 1 });
    for (const relation of ROLE_GROUPS) {
      const rows = await db().verknuepfungsrolle.findMany({ where: { relation }, orderBy: { position: "asc" } });
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    }
  });
});

describe("roles in use", () => {
  it("a role in use counts links of any relation, former ones too, and cannot be deleted", async () => {
    const role = await add("institution_person");
    const [one, other, person] = [
      await createInstitution(db()),
      await createInstitution(db()),
      await createPerson(db()),
    ];
    await admin.post(`/api/persons/institution/${one}/${person}`, { rollen: [role], bis: "2020-12-31" });
    await admin.post(`/api/institutions/persons/${person}/${other}`, { rollen: [role, ROLE.head] });
    expect(await entry(role)).toMatchObject({ used: 2 });
    expect(await lists.remove(LIST, role)).toMatchObject({
      status: 200,
      json: { success: false, message: "reference_in_use", used: 2 },
    });
    expect(await entry(role)).toMatchObject({ used: 2 });
  });

  it("a role is either kept or refused when a link gets it during its deletion", async () => {
    for (let round = 0; round < 5; round += 1) {
      const role = await add("project_member");
      const ph_id = await createMember(db());
      const [deleted, linked] = await Promise.all([
        lists.remove(LIST, role),
        admin.post<{ message: string }>(`/api/projects/member/${ph_id}/${project}`, { rollen: [role] }),
      ]);
      const isRefused = deleted.json.message === "reference_in_use";
      expect([200, 404, 422]).toContain(linked.status);
      expect(linked.status === 200).toBe(isRefused);
      expect((await linksOf()).some((row) => row.ph_id === ph_id)).toBe(isRefused);
    }
  });
});

describe("replacing a role", () => {
  it("replacing a role changes its links as one batch, which is reverted as a whole", async () => {
    const [old, by] = [await add("project_member"), await add("project_member")];
    const other = await createProject(db());
    const one = await link([old, ROLE.contributor], { seit: "2020-01-01", bemerkung: "bleibt" });
    const both = await link([old, by]);
    const inOtherProject = await link([old], { bis: "2020-01-01" }, other);
    const untouched = await link([ROLE.contributor]);
    const all = async () => [await linksOf(), await linksOf(other), await lists.entriesOf(LIST)];
    const before = await all();

    const { status, json } = await lists.replace(LIST, old, { by });
    expect([status, json]).toMatchObject([200, { success: true, message: "reference_replaced", changed: 3 }]);
    expect(await rolesOfMember(one)).toEqual([ROLE.contributor, by]);
    expect(await rolesOfMember(both)).toEqual([by]);
    expect(await rolesOfMember(inOtherProject, other)).toEqual([by]);
    expect(await rolesOfMember(untouched)).toEqual([ROLE.contributor]);
    expect((await linksOf()).find((row) => row.ph_id === one)).toMatchObject({ bemerkung: "bleibt" });
    expect(await entry(old)).toBeUndefined();
    expect(await entry(by)).toMatchObject({ used: 3 });
    const changes = await calls.changes(`batch=${json.batch}`);
    expect(changes.map(({ action }) => action)).toEqual(["delete", "update", "update", "update"]);
    expect(changes.find(({ id, related }) => id === project && related?.id === one)?.fields).toEqual([
      { name: "rollen", old: [ROLE.contributor, old], new: [ROLE.contributor, by] },
    ]);

    const path = `/api/history/batches/${json.batch}/revert`;
    expect((await admin.post(path)).json).toMatchObject({ success: true, changes: 4 });
    expect(await all()).toEqual(before);
  });

  it("replacing a role requires another active role of the same relation", async () => {
    const role = await add("project_member");
    const inactive = await add("project_member", { active: false });
    for (const by of [role, inactive, ROLE.partner, 999_999]) {
      expect(await lists.replace(LIST, role, { by }), String(by)).toMatchObject(errors({ by: ["exists"] }));
    }
    expect(await entry(role)).toBeDefined();
  });

  it("replacing a role is refused, without any change, where a unique role would overlap", async () => {
    const [old, by] = [await add("project_member"), await add("project_member", { eindeutig: true })];
    const other = await createProject(db());
    const otherLink = await link([old], {}, other);
    const holder = await link([by], { bis: "2030-12-31" });
    const claimant = await link([old], { seit: "2030-12-31" });
    expect(await lists.replace(LIST, old, { by })).toMatchObject(ROLE_TAKEN);
    expect(await rolesOfMember(otherLink, other)).toEqual([old]);
    expect([await rolesOfMember(holder), await rolesOfMember(claimant)]).toEqual([[by], [old]]);
    expect(await entry(old)).toMatchObject({ used: 2 });
    await admin.put(`/api/projects/member/${claimant}/${project}`, { seit: "2031-01-01" });
    expect(await lists.replace(LIST, old, { by })).toMatchObject({ json: { success: true, changed: 2 } });
  });

  it("replacing a role is refused where two of its own links would have a unique role at the same time", async () => {
    const [old, by] = [await add("project_member"), await add("project_member", { eindeutig: true })];
    const members = [await link([old]), await link([old])];
    expect(await lists.replace(LIST, old, { by })).toMatchObject(ROLE_TAKEN);
    for (const ph_id of members) expect(await rolesOfMember(ph_id)).toEqual([old]);
  });

  it("replacing a role fails or succeeds as a whole while its links are edited", async () => {
    const [old, by] = [await add("project_member"), await add("project_member")];
    const members = [await link([old]), await link([old]), await link([old])];
    const [replaced, ...edited] = await Promise.all([
      lists.replace(LIST, old, { by }),
      ...members.map((ph_id) => admin.put(`/api/projects/member/${ph_id}/${project}`, { bemerkung: "x" })),
    ]);
    expect(replaced).toMatchObject({ status: 200, json: { success: true, changed: 3 } });
    for (const { status } of edited) expect(status).toBe(200);
    for (const ph_id of members) expect(await rolesOfMember(ph_id)).toEqual([by]);
  });
});

describe("uniqueness of roles", () => {
  it("a role cannot be made unique while links violate this, and nothing changes", async () => {
    const role = await add("project_member");
    const [one] = [await link([role]), await link([role])];
    const before = await entry(role);
    const changed = { rolle_de: "Neuer Name", eindeutig: true, position: 1 };
    expect(await lists.change(LIST, role, changed)).toMatchObject(ROLE_TAKEN);
    expect(await entry(role)).toEqual(before);
    await admin.put(`/api/projects/member/${one}/${project}`, { bis: "2020-01-01" });
    expect(await lists.change(LIST, role, changed), "both are current from 2020 on").toMatchObject(ROLE_TAKEN);
    await admin.put(`/api/projects/member/${one}/${project}`, { rollen: [] });
    expect(await lists.change(LIST, role, changed)).toMatchObject({ status: 200, json: { success: true } });
    expect(await entry(role)).toMatchObject({ rolle_de: "Neuer Name", eindeutig: true });
  });

  it("the uniqueness of a role is not restored by a revert while links violate it", async () => {
    const role = await add("project_member", { eindeutig: true });
    await lists.change(LIST, role, { eindeutig: false });
    const [changed] = await calls.changes(`kind=${LIST}&id=${role}`);
    const [one] = [await link([role]), await link([role])];
    expect(await calls.revert(changed)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
    await admin.put(`/api/projects/member/${one}/${project}`, { rollen: [] });
    expect((await calls.revert(changed)).json).toMatchObject({ success: true });
    expect(await entry(role)).toMatchObject({ eindeutig: true });
  });

  it("the uniqueness of a role is never violated when two admins set it while links claim the role", async () => {
    const second = await loggedIn({ role: "admin" });
    for (let round = 0; round < 5; round += 1) {
      const role = await add("project_member");
      project = await createProject(db());
      const members = [await createMember(db()), await createMember(db()), await createMember(db())];
      const claim = (ph_id: number) => admin.post(`/api/projects/member/${ph_id}/${project}`, { rollen: [role] });
      const answers = await Promise.all([
        claim(Number(members[0])),
        lists.change(LIST, role, { eindeutig: true }),
        claim(Number(members[1])),
        referenceCalls(second).change(LIST, role, { eindeutig: true }),
        claim(Number(members[2])),
      ]);
      for (const { status } of answers) expect(status).toBe(200);
      const now = await entry(role);
      expect(now?.eindeutig ? [0, 1] : [0, 1, 2, 3], `round ${round}`).toContain(now?.used);
    }
  });
});
